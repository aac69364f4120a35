/* Type traits, function objects and tuples: the parts of the C++ library that device code uses as well. */
#define KV_TRAIT(NAME, VALUE)                                                                                         \
    template <class T> struct NAME : integral_constant<bool, VALUE> {};                                               \
    template <class T> inline constexpr bool NAME##_v = NAME<T>::value;
#define KV_TRAIT_V(NAME) template <class T> inline constexpr bool NAME##_v = NAME<T>::value;
template <bool C> using bool_constant = integral_constant<bool, C>;
template <class...> using void_t = void;
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
template <class T> struct remove_pointer<T *const> { typedef T type; };
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> struct add_pointer { typedef remove_reference_t<T> *type; };
template <class T> using add_pointer_t = typename add_pointer<T>::type;
template <class T> struct add_const { typedef const T type; };
template <class T> using add_const_t = const T;
template <class T> struct add_lvalue_reference { typedef T &type; };
template <class T> struct add_rvalue_reference { typedef T &&type; };
template <> struct add_lvalue_reference<void> { typedef void type; };
template <> struct add_rvalue_reference<void> { typedef void type; };
template <class T> typename add_rvalue_reference<T>::type declval() noexcept;
template <class T> struct decay { typedef typename remove_cv<typename remove_reference<T>::type>::type type; };
template <class T> struct remove_cvref { typedef typename decay<T>::type type; };
template <class T> using remove_cvref_t = typename decay<T>::type;
template <class T> struct remove_extent { typedef T type; };
template <class T, size_t N> struct remove_extent<T[N]> { typedef T type; };
template <class T> struct underlying_type { typedef __underlying_type(T) type; };
template <class T> using underlying_type_t = __underlying_type(T);
template <class T> struct is_void : is_same<void, typename remove_cv<T>::type> {};
template <class T> struct is_const : false_type {};
template <class T> struct is_const<const T> : true_type {};
template <class T> struct is_volatile : false_type {};
template <class T> struct is_volatile<volatile T> : true_type {};
template <class T> struct is_reference : false_type {};
template <class T> struct is_reference<T &> : true_type {};
template <class T> struct is_reference<T &&> : true_type {};
template <class T> struct is_lvalue_reference : false_type {};
template <class T> struct is_lvalue_reference<T &> : true_type {};
template <class T> struct is_null_pointer : is_same<nullptr_t, T> {};
KV_TRAIT_V(is_void) KV_TRAIT_V(is_const) KV_TRAIT_V(is_reference) KV_TRAIT_V(is_arithmetic) KV_TRAIT_V(is_signed)
KV_TRAIT_V(is_unsigned) KV_TRAIT_V(is_pointer)
KV_TRAIT(is_enum, __is_enum(T)) KV_TRAIT(is_class, __is_class(T)) KV_TRAIT(is_union, __is_union(T)) KV_TRAIT(is_array, __is_array(T))
KV_TRAIT(is_function, __is_function(T)) KV_TRAIT(is_pod, __is_pod(T)) KV_TRAIT(is_empty, __is_empty(T))
KV_TRAIT(is_trivial, __is_trivial(T)) KV_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
KV_TRAIT(is_standard_layout, __is_standard_layout(T)) KV_TRAIT(is_final, __is_final(T)) KV_TRAIT(is_scalar, __is_scalar(T))
KV_TRAIT(is_fundamental, __is_fundamental(T)) KV_TRAIT(is_object, __is_object(T)) KV_TRAIT(is_abstract, __is_abstract(T))
KV_TRAIT(is_trivially_destructible, __is_trivially_destructible(T)) KV_TRAIT(is_default_constructible, __is_constructible(T))
#undef KV_TRAIT
#undef KV_TRAIT_V
template <class A, class B> struct is_convertible : integral_constant<bool, __is_convertible(A, B)> {};
template <class A, class B> inline constexpr bool is_convertible_v = __is_convertible(A, B);
template <class A, class B> struct is_base_of : integral_constant<bool, __is_base_of(A, B)> {};
template <class A, class B> inline constexpr bool is_base_of_v = __is_base_of(A, B);
template <class T, class... A> struct is_constructible : integral_constant<bool, __is_constructible(T, A...)> {};
template <class T, class... A> inline constexpr bool is_constructible_v = __is_constructible(T, A...);
template <class A, class B> struct is_assignable : integral_constant<bool, __is_assignable(A, B)> {};
template <class... T> struct conjunction : true_type {};
template <class T> struct conjunction<T> : T {};
template <class T, class... R> struct conjunction<T, R...> : conditional<bool(T::value), conjunction<R...>, T>::type {};
template <class... T> struct disjunction : false_type {};
template <class T> struct disjunction<T> : T {};
template <class T, class... R> struct disjunction<T, R...> : conditional<bool(T::value), T, disjunction<R...>>::type {};
template <class T> struct negation : integral_constant<bool, !T::value> {};
template <class... T> inline constexpr bool conjunction_v = conjunction<T...>::value;
template <class... T> inline constexpr bool disjunction_v = disjunction<T...>::value;
template <class T> inline constexpr bool negation_v = !T::value;
template <class T> using make_unsigned_t = __make_unsigned(T);
template <class T> using make_signed_t = __make_signed(T);
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <size_t N, size_t A = 8> struct aligned_storage { struct type { alignas(A) unsigned char bytes[N]; }; };
template <size_t N, size_t A = 8> using aligned_storage_t = typename aligned_storage<N, A>::type;
template <class... T> struct common_type {};
template <class T> struct common_type<T> { typedef typename decay<T>::type type; };
template <class A, class B> struct common_type<A, B> { typedef typename decay<decltype(false ? declval<A>() : declval<B>())>::type type; };
template <class A, class B, class... R> struct common_type<A, B, R...> : common_type<typename common_type<A, B>::type, R...> {};
template <class... T> using common_type_t = typename common_type<T...>::type;
template <class F, class... A> struct invoke_result { typedef decltype(declval<F>()(declval<A>()...)) type; };
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class F> struct result_of;
template <class F, class... A> struct result_of<F(A...)> : invoke_result<F, A...> {};
template <class T, T... N> struct integer_sequence { typedef T value_type; static constexpr size_t size() { return sizeof...(N); } };
template <size_t... N> using index_sequence = integer_sequence<size_t, N...>;
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class T> constexpr T &&forward(remove_reference_t<T> &&x) noexcept { return static_cast<T &&>(x); }
template <class T> constexpr T *addressof(T &x) noexcept { return __builtin_addressof(x); }
template <class T> constexpr const T &as_const(T &x) noexcept { return x; }
template <class T, class U> constexpr T exchange(T &x, U &&y) { T old = x; x = y; return old; }
enum class byte : unsigned char {};
enum class float_round_style { round_toward_zero, round_to_nearest };

#define KV_FUNCTOR(NAME, RESULT, SIGN)                                                                                \
    template <class T = void> struct NAME {                                                                           \
        typedef T first_argument_type, second_argument_type;                                                          \
        typedef RESULT result_type;                                                                                   \
        constexpr RESULT operator()(const T &a, const T &b) const { return a SIGN b; }                                \
    };                                                                                                                \
    template <> struct NAME<void> {                                                                                   \
        template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return a SIGN b; }      \
    };
KV_FUNCTOR(plus, T, +) KV_FUNCTOR(minus, T, -) KV_FUNCTOR(multiplies, T, *) KV_FUNCTOR(divides, T, /) KV_FUNCTOR(modulus, T, %)
KV_FUNCTOR(equal_to, bool, ==) KV_FUNCTOR(not_equal_to, bool, !=) KV_FUNCTOR(less, bool, <) KV_FUNCTOR(greater, bool, >)
KV_FUNCTOR(less_equal, bool, <=) KV_FUNCTOR(greater_equal, bool, >=) KV_FUNCTOR(logical_and, bool, &&)
KV_FUNCTOR(logical_or, bool, ||) KV_FUNCTOR(bit_and, T, &) KV_FUNCTOR(bit_or, T, |) KV_FUNCTOR(bit_xor, T, ^)
#undef KV_FUNCTOR
template <class T = void> struct negate { template <class U> constexpr U operator()(const U &a) const { return -a; } };
template <class T> const T &clamp(const T &x, const T &low, const T &high) { return x < low ? low : high < x ? high : x; }

/* Gone from C++17, and still in the headers of compilers. */
template <class A, class R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};
/* A pair has no `tuple_size`: `auto [a, b]` names its members then, whose places are known, and what it names is the same. */
template <class A, class B> struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;
    pair() = default;
    constexpr pair(const A &a, const B &b) : first(a), second(b) {}
    template <class C, class D> constexpr pair(const pair<C, D> &p) : first(p.first), second(p.second) {}
    template <class C, class D> pair &operator=(const pair<C, D> &p) { first = p.first; second = p.second; return *this; }
};
#if __cplusplus >= 201703L
template <class A, class B> pair(A, B) -> pair<A, B>;
#endif
template <class A, class B> constexpr pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }
template <class A, class B> bool operator==(const pair<A, B> &p, const pair<A, B> &q) { return p.first == q.first && p.second == q.second; }
template <class A, class B> bool operator<(const pair<A, B> &p, const pair<A, B> &q) {
    return p.first < q.first || (!(q.first < p.first) && p.second < q.second);
}
template <class... T> struct tuple;
template <> struct tuple<> {};
template <class T, class... R> struct tuple<T, R...> {
    T head;
    tuple<R...> tail;
    tuple() = default;
    constexpr tuple(const T &x, const R &...xs) : head(x), tail(xs...) {}
    template <class A, class B> tuple &operator=(const pair<A, B> &p) { head = p.first; tail.head = p.second; return *this; }
    template <class U, class... S> tuple &operator=(const tuple<U, S...> &t) { head = t.head; tail = t.tail; return *this; }
};
#if __cplusplus >= 201703L
template <class... T> tuple(T...) -> tuple<T...>;
#endif
template <size_t N, class T> struct tuple_element;
template <class T, class... R> struct tuple_element<0, tuple<T, R...>> { typedef T type; };
template <size_t N, class T, class... R> struct tuple_element<N, tuple<T, R...>> : tuple_element<N - 1, tuple<R...>> {};
template <class A, class B> struct tuple_element<0, pair<A, B>> { typedef A type; };
template <class A, class B> struct tuple_element<1, pair<A, B>> { typedef B type; };
template <size_t N, class T> using tuple_element_t = typename tuple_element<N, T>::type;
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t N, class T, class... R> constexpr auto &get(tuple<T, R...> &t) {
    if constexpr (N == 0) return t.head;
    else return get<N - 1>(t.tail);
}
template <size_t N, class T, class... R> constexpr const auto &get(const tuple<T, R...> &t) {
    if constexpr (N == 0) return t.head;
    else return get<N - 1>(t.tail);
}
template <size_t N, class T, class... R> constexpr auto &&get(tuple<T, R...> &&t) {
    if constexpr (N == 0) return static_cast<T &&>(t.head);
    else return get<N - 1>(static_cast<tuple<R...> &&>(t.tail));
}
template <size_t N, class A, class B> constexpr auto &get(pair<A, B> &p) {
    if constexpr (N == 0) return p.first;
    else return p.second;
}
template <size_t N, class A, class B> constexpr const auto &get(const pair<A, B> &p) {
    if constexpr (N == 0) return p.first;
    else return p.second;
}
template <class... T> constexpr tuple<T...> make_tuple(T... xs) { return tuple<T...>(xs...); }
template <class... T> constexpr tuple<T &...> tie(T &...xs) { return tuple<T &...>(xs...); }

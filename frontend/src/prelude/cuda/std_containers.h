/* Containers, strings and pointers of the C++ library, as host code beside kernels uses them: they parse, and their calls mean
   nothing. Inside of namespace std, where <kverify/std.h> includes it. */
#pragma once
#pragma clang system_header
template <class T> struct reverse_iterator { T &operator*() const; reverse_iterator &operator++(); bool operator!=(const reverse_iterator &o) const; };
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
template <class C, class T, class D = long, class P = T *, class R = T &> struct iterator {
    typedef C iterator_category;
    typedef T value_type;
    typedef D difference_type;
    typedef P pointer;
    typedef R reference;
};
template <class I> struct iterator_traits;
template <class T> struct iterator_traits<T *> {
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef T *pointer;
    typedef T &reference;
    typedef random_access_iterator_tag iterator_category;
};
template <class T> struct iterator_traits<const T *> {
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef const T *pointer;
    typedef const T &reference;
    typedef random_access_iterator_tag iterator_category;
};
template <class T> struct allocator { typedef T value_type; T *allocate(size_t n); void deallocate(T *p, size_t n); };
template <class T, class A = allocator<T>> struct vector {
    T *first;
    size_t count;
    typedef T value_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    vector();
    explicit vector(size_t n);
    vector(size_t n, const T &x);
    vector(initializer_list<T> xs);
    vector(const vector &o) : first(new T[o.count]), count(o.count) {
        for (size_t i = 0; i < count; i++) first[i] = o.first[i];
    }
    vector(vector &&o) noexcept : first(o.first), count(o.count) { o.first = nullptr; o.count = 0; }
    vector &operator=(const vector &o);
    vector &operator=(vector &&o) noexcept;
    template <class I, class = decltype(*I())> vector(I from, I to);
    T &operator[](size_t i) { return first[i]; }
    const T &operator[](size_t i) const { return first[i]; }
    T &at(size_t i) { return first[i]; }
    const T &at(size_t i) const { return first[i]; }
    size_t size() const { return count; }
    size_t capacity() const;
    bool empty() const { return count == 0; }
    T *data() { return first; }
    const T *data() const { return first; }
    T *begin() { return first; }
    T *end() { return first + count; }
    const T *begin() const { return first; }
    const T *end() const { return first + count; }
    const T *cbegin() const { return first; }
    const T *cend() const { return first + count; }
    reverse_iterator<T> rbegin();
    reverse_iterator<T> rend();
    T &front() { return first[0]; }
    T &back() { return first[count - 1]; }
    const T &front() const { return first[0]; }
    const T &back() const { return first[count - 1]; }
    void push_back(const T &x);
    template <class... X> T &emplace_back(X &&...xs);
    void pop_back();
    void clear();
    void resize(size_t n);
    void resize(size_t n, const T &x);
    void reserve(size_t n);
    void shrink_to_fit();
    void swap(vector &o);
    void assign(size_t n, const T &x);
    template <class I, class = decltype(*I())> void assign(I from, I to);
    T *insert(const T *at, const T &x);
    template <class I> void insert(const T *at, I from, I to);
    T *erase(const T *at);
    T *erase(const T *from, const T *to);
};
template <class T, class A> void swap(vector<T, A> &a, vector<T, A> &b) { swap(a.first, b.first); swap(a.count, b.count); }
template <class T, class A> bool operator==(const vector<T, A> &a, const vector<T, A> &b);
template <class T, class A> bool operator!=(const vector<T, A> &a, const vector<T, A> &b);
template <class T> struct char_traits {};
template <class C, class R = char_traits<C>, class A = allocator<C>> struct basic_string {
    typedef size_t size_type;
    typedef C value_type;
    typedef C *iterator;
    typedef const C *const_iterator;
    basic_string();
    basic_string(const C *text);
    basic_string(const C *text, size_t count);
    basic_string(size_t count, C c);
    template <class I, class = decltype(*I())> basic_string(I from, I to);
    const C *c_str() const;
    const C *data() const;
    size_t size() const;
    size_t length() const;
    bool empty() const;
    C &operator[](size_t i);
    const C &operator[](size_t i) const;
    C &at(size_t i);
    const C &at(size_t i) const;
    basic_string &operator+=(const basic_string &o);
    basic_string &operator+=(C c);
    size_t find(const basic_string &o, size_t from = 0) const;
    size_t find(C c, size_t from = 0) const;
    size_t rfind(const basic_string &o, size_t from = ~(size_t)0) const;
    size_t rfind(C c, size_t from = ~(size_t)0) const;
    size_t find_first_of(const basic_string &o, size_t from = 0) const;
    size_t find_first_not_of(const basic_string &o, size_t from = 0) const;
    size_t find_last_of(const basic_string &o, size_t from = ~(size_t)0) const;
    size_t find_last_of(C c, size_t from = ~(size_t)0) const;
    size_t find_last_not_of(const basic_string &o, size_t from = ~(size_t)0) const;
    basic_string substr(size_t from = 0, size_t count = ~(size_t)0) const;
    basic_string &append(const basic_string &o);
    basic_string &append(size_t count, C c);
    basic_string &insert(size_t from, const basic_string &o);
    basic_string &replace(size_t from, size_t count, const basic_string &o);
    basic_string &erase(size_t from = 0, size_t count = ~(size_t)0);
    int compare(const basic_string &o) const;
    int compare(size_t from, size_t count, const basic_string &o) const;
    void push_back(C c);
    void pop_back();
    void clear();
    void resize(size_t n);
    void reserve(size_t n);
    C *begin();
    C *end();
    const C *begin() const;
    const C *end() const;
    C &front();
    C &back();
    const C &back() const;
    static constexpr size_t npos = ~(size_t)0;
};
typedef basic_string<char> string;
typedef basic_string<wchar_t> wstring;
struct string_view : string { using string::string; string_view(); string_view(const string &text); };
string operator+(const string &a, const string &b);
string operator+(const string &a, char b);
bool operator==(const string &a, const string &b);
bool operator!=(const string &a, const string &b);
bool operator<(const string &a, const string &b);
template <class T> string to_string(T x);
int stoi(const string &text, size_t *end = nullptr, int base = 10);
long stol(const string &text, size_t *end = nullptr, int base = 10);
unsigned long stoul(const string &text, size_t *end = nullptr, int base = 10);
unsigned long long stoull(const string &text, size_t *end = nullptr, int base = 10);
float stof(const string &text, size_t *end = nullptr);
double stod(const string &text, size_t *end = nullptr);
template <class T> struct hash { size_t operator()(const T &x) const; };
/* A container of nodes: iterators are pointers to its values. */
template <class Key, class Value> struct KvNodes {
    typedef Key key_type;
    typedef Value value_type;
    typedef size_t size_type;
    typedef Value *iterator;
    typedef const Value *const_iterator;
    Value *begin();
    Value *end();
    const Value *begin() const;
    const Value *end() const;
    const Value *cbegin() const;
    const Value *cend() const;
    Value *find(const Key &key);
    const Value *find(const Key &key) const;
    Value *lower_bound(const Key &key);
    Value *upper_bound(const Key &key);
    size_t size() const;
    bool empty() const;
    size_t count(const Key &key) const;
    bool contains(const Key &key) const;
    void clear();
    void reserve(size_t n);
    size_t erase(const Key &key);
    Value *erase(const Value *at);
    pair<Value *, bool> insert(const Value &x);
    template <class I> void insert(I from, I to);
    template <class... X> pair<Value *, bool> emplace(X &&...xs);
    template <class... X> pair<Value *, bool> try_emplace(const Key &key, X &&...xs);
};
template <class K, class V> struct KvMap : KvNodes<K, pair<const K, V>> {
    typedef V mapped_type;
    KvMap();
    KvMap(initializer_list<pair<const K, V>> xs);
    V &operator[](const K &key);
    V &at(const K &key);
    const V &at(const K &key) const;
};
template <class K> struct KvSet : KvNodes<K, K> {
    KvSet();
    KvSet(initializer_list<K> xs);
    template <class I> KvSet(I from, I to);
    template <class F> explicit KvSet(F compare);
};
template <class K, class V, class L = less<K>> struct map : KvMap<K, V> { using KvMap<K, V>::KvMap; };
template <class K, class V, class L = less<K>> struct multimap : KvMap<K, V> { using KvMap<K, V>::KvMap; };
template <class K, class V, class H = hash<K>, class E = void, class A = void> struct unordered_map : KvMap<K, V> { using KvMap<K, V>::KvMap; };
template <class K, class L = less<K>> struct set : KvSet<K> { using KvSet<K>::KvSet; };
template <class K, class L = less<K>> struct multiset : KvSet<K> { using KvSet<K>::KvSet; };
template <class K, class H = hash<K>, class E = void> struct unordered_set : KvSet<K> { using KvSet<K>::KvSet; };
template <class T> struct deque : vector<T> { using vector<T>::vector; void push_front(const T &x); void pop_front(); };
template <class T> struct list : deque<T> { using deque<T>::deque; };
template <class T, class C = deque<T>> struct queue { void push(const T &x); template <class... X> void emplace(X &&...xs); void pop(); T &front(); T &back(); size_t size() const; bool empty() const; };
template <class T, class C = deque<T>> struct stack { void push(const T &x); template <class... X> void emplace(X &&...xs); void pop(); T &top(); size_t size() const; bool empty() const; };
template <class T, class C = vector<T>, class L = less<T>> struct priority_queue { void push(const T &x); template <class... X> void emplace(X &&...xs); void pop(); const T &top() const; size_t size() const; bool empty() const; };
struct nullopt_t {};
inline constexpr nullopt_t nullopt{};
template <class T> struct optional {
    optional();
    optional(nullopt_t);
    optional(const T &x);
    bool has_value() const;
    explicit operator bool() const;
    T &value();
    const T &value() const;
    T value_or(const T &x) const;
    T &operator*();
    const T &operator*() const;
    T *operator->();
    const T *operator->() const;
};
template <class C> auto begin(C &c) -> decltype(c.begin()) { return c.begin(); }
template <class C> auto end(C &c) -> decltype(c.end()) { return c.end(); }
template <class T, size_t N> constexpr T *begin(T (&a)[N]) { return a; }
template <class T, size_t N> constexpr T *end(T (&a)[N]) { return a + N; }
template <class C> auto size(const C &c) -> decltype(c.size()) { return c.size(); }
struct type_info { const char *name() const; bool operator==(const type_info &o) const; size_t hash_code() const; };
template <class T> struct KvPointer {
    T *get() const;
    T *operator->() const;
    T &operator*() const;
    T &operator[](size_t i) const;
    T *release();
    void reset(T *q = nullptr);
    explicit operator bool() const;
    bool operator==(nullptr_t) const;
    bool operator!=(nullptr_t) const;
};
template <class T> struct KvElement { typedef T type; };
template <class T> struct KvElement<T[]> { typedef T type; };
template <class T> struct default_delete { void operator()(T *p) const; };
template <class T, class D = default_delete<T>> struct unique_ptr : KvPointer<typename KvElement<T>::type> {
    unique_ptr(nullptr_t);
    explicit unique_ptr(typename KvElement<T>::type *q = nullptr);
    template <class U> unique_ptr(typename KvElement<T>::type *q, U deleter);
    template <class U> unique_ptr(unique_ptr<U> &&o);
};
template <class T> struct shared_ptr : KvPointer<typename KvElement<T>::type> {
    shared_ptr();
    shared_ptr(nullptr_t);
    template <class U> explicit shared_ptr(U *q);
    template <class U, class D> shared_ptr(U *q, D deleter);
    template <class U> shared_ptr(const shared_ptr<U> &o);
    long use_count() const;
};
template <class T> struct weak_ptr { weak_ptr(); template <class U> weak_ptr(const shared_ptr<U> &o); shared_ptr<T> lock() const; };
template <class T, class... A> unique_ptr<T> make_unique(A &&...xs);
template <class T, class... A> shared_ptr<T> make_shared(A &&...xs);
template <class T> struct reference_wrapper {
    reference_wrapper(T &x);
    T &get() const;
    operator T &() const;
    template <class... A> auto operator()(A &&...xs) const -> decltype(get()(static_cast<A &&>(xs)...));
};
template <class T> reference_wrapper<T> ref(T &x);
template <class T> reference_wrapper<const T> cref(const T &x);
template <class F> struct function;
template <class R, class... A> struct function<R(A...)> {
    function();
    template <class F> function(F f);
    R operator()(A... xs) const;
    explicit operator bool() const;
};

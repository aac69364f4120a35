//! CUDA's functions of numbers that are exact.

use super::Drawer;
use super::types::Ty::{self, *};

/// A call with a letter for each operand, the operands' types, and the result's.
type Intrinsic = (&'static str, &'static [Ty], Ty);

const INTEGERS: &[Intrinsic] = &[
    ("__mulhi(A, B)", &[Int, Int], Int),
    ("__umulhi(A, B)", &[UInt, UInt], UInt),
    ("__mul64hi(A, B)", &[LongLong, LongLong], LongLong),
    ("__umul64hi(A, B)", &[ULongLong, ULongLong], ULongLong),
    ("__mul24(A, B)", &[Int, Int], Int),
    ("__umul24(A, B)", &[UInt, UInt], UInt),
    ("__popc(A)", &[UInt], Int),
    ("__popcll(A)", &[ULongLong], Int),
    ("__clz(A)", &[Int], Int),
    ("__clzll(A)", &[LongLong], Int),
    ("__ffs(A)", &[Int], Int),
    ("__ffsll(A)", &[LongLong], Int),
    ("__brev(A)", &[UInt], UInt),
    ("__brevll(A)", &[ULongLong], ULongLong),
    ("__sad(A, B, C)", &[Int, Int, UInt], UInt),
    ("__usad(A, B, C)", &[UInt, UInt, UInt], UInt),
    ("__hadd(A, B)", &[Int, Int], Int),
    ("__rhadd(A, B)", &[Int, Int], Int),
    ("__uhadd(A, B)", &[UInt, UInt], UInt),
    ("__urhadd(A, B)", &[UInt, UInt], UInt),
    ("__byte_perm(A, B, C)", &[UInt, UInt, UInt], UInt),
    ("__funnelshift_l(A, B, C)", &[UInt, UInt, UInt], UInt),
    ("__funnelshift_r(A, B, C)", &[UInt, UInt, UInt], UInt),
    ("__funnelshift_lc(A, B, C)", &[UInt, UInt, UInt], UInt),
    ("__funnelshift_rc(A, B, C)", &[UInt, UInt, UInt], UInt),
    ("min(A, B)", &[Int, Int], Int),
    ("max(A, B)", &[UInt, UInt], UInt),
    ("min(A, B)", &[LongLong, LongLong], LongLong),
    ("max(A, B)", &[ULongLong, ULongLong], ULongLong),
    ("umin(A, B)", &[UInt, UInt], UInt),
    ("llmax(A, B)", &[LongLong, LongLong], LongLong),
    ("abs(A)", &[Int], Int),
    ("llabs(A)", &[LongLong], LongLong),
    ("__float_as_int((float)(A))", &[Int], Int),
    ("__float_as_uint((float)(A))", &[LongLong], UInt),
    ("__double_as_longlong((double)(A))", &[ULongLong], LongLong),
    ("__double2hiint((double)(A))", &[Int], Int),
    ("__double2loint((double)(A))", &[Int], Int),
    ("(int)__int2float_rn(A)", &[Short], Int),
    ("(short)((A) >> 8 * sizeof(char))", &[Int], Short),
    (
        "(long long)((__int128)(A) * (B) >> 40)",
        &[LongLong, Int],
        LongLong,
    ),
    (
        "(unsigned long long)((unsigned __int128)(A) * (B) % 1000003)",
        &[ULongLong, ULongLong],
        ULongLong,
    ),
    ("(int)((A) % 1000003 / -7)", &[LongLong], Int),
    ("((A) / 4294967295ull)", &[ULongLong], ULongLong),
    ("((A) % -4611686018427387904)", &[LongLong], LongLong),
];

/// Of floats, to floats.
const FLOATS: &[Intrinsic] = &[
    ("sqrtf(A)", &[Float], Float),
    ("sqrt(A)", &[Double], Double),
    ("floorf(A)", &[Float], Float),
    ("ceilf(A)", &[Float], Float),
    ("truncf(A)", &[Float], Float),
    ("rintf(A)", &[Float], Float),
    ("roundf(A)", &[Float], Float),
    ("floor(A)", &[Double], Double),
    ("round(A)", &[Double], Double),
    ("fabsf(A)", &[Float], Float),
    ("fabs(A)", &[Double], Double),
    ("copysignf(A, B)", &[Float, Float], Float),
    ("fmodf(A, B)", &[Float, Float], Float),
    ("fmod(A, B)", &[Double, Double], Double),
    ("fmaf(A, B, C)", &[Float, Float, Float], Float),
    ("fma(A, B, C)", &[Double, Double, Double], Double),
    // Which zero is the lesser is nobody's promise.
    ("(fminf(A, B) + 0.0f)", &[Float, Float], Float),
    ("(fmax(A, B) + 0.0)", &[Double, Double], Double),
    ("(max(A, B) + 0.0f)", &[Float, Float], Float),
    ("fdimf(A, B)", &[Float, Float], Float),
    ("__fadd_rn(A, B)", &[Float, Float], Float),
    ("__fmul_rn(A, B)", &[Float, Float], Float),
    ("__ddiv_rn(A, B)", &[Double, Double], Double),
    ("__fsqrt_rn(A)", &[Float], Float),
    ("__saturatef(A)", &[Float], Float),
    ("__half2float(__float2half(A))", &[Float], Float),
    (
        "__half2float(__float2half_rn(A) * __float2half(B))",
        &[Float, Float],
        Float,
    ),
    (
        "__half2float(__hadd(__half(A), __half(B)))",
        &[Float, Float],
        Float,
    ),
    (
        "__half2float(__hsub(__float2half(A), __int2half_rn(3)))",
        &[Float],
        Float,
    ),
    ("(float)(__half(A) / __half(B))", &[Float, Float], Float),
    ("__half2float(-__half(A))", &[Double], Float),
    ("__low2float(__floats2half2_rn(A, B))", &[Float, Float], Float),
    (
        "__high2float(__hmul2(__floats2half2_rn(A, B), __float2half2_rn(0.5f)))",
        &[Float, Float],
        Float,
    ),
    ("(float)(A)", &[Double], Float),
    ("(double)(A)", &[Float], Double),
    ("(float)(A)", &[LongLong], Float),
    ("(float)(A)", &[ULongLong], Float),
    ("(double)(A)", &[ULongLong], Double),
    ("__int_as_float(A)", &[Int], Float),
    ("__longlong_as_double(A)", &[LongLong], Double),
    ("__hiloint2double(A, B)", &[Int, Int], Double),
    ("(A) / (B)", &[Float, Float], Float),
    ("(A) / (B)", &[Double, Double], Double),
];

/// Of floats, to integers and truth values.
const OF_FLOATS: &[Intrinsic] = &[
    ("isnan(A)", &[Float], Bool),
    ("isinf(A)", &[Double], Bool),
    ("isfinite(A)", &[Float], Bool),
    ("not_itself(A)", &[Float], Bool),
    ("!(A)", &[Float], Bool),
    ("(bool)(A)", &[Double], Bool),
    ("((A) ? 3 : 4)", &[Float], Int),
    ("ordered(A, B)", &[Float, Double], Bool),
    ("__hlt(__float2half(A), __float2half(B))", &[Float, Float], Bool),
    ("(__half(A) == __half(B))", &[Float, Float], Bool),
    ("(int)__half_as_ushort(__float2half(near(A)))", &[Float], Int),
    ("__float2int_rn(near(A))", &[Float], Int),
    ("__float2int_rd(near(A) - 50.0f)", &[Float], Int),
    ("__float2uint_rz(near(A))", &[Float], UInt),
    ("__double2ll_ru(near(A))", &[Double], LongLong),
    ("(int)lrintf(near(A))", &[Float], Int),
    ("(unsigned char)near(A)", &[Double], UChar),
    ("(signed char)(near(A) - 100.0f)", &[Double], SChar),
];

impl Drawer {
    /// A function of integers.
    pub(super) fn intrinsic(&mut self, depth: usize) -> (String, Ty) {
        let chosen = self.random.pick(INTEGERS);
        self.applied(chosen, depth)
    }

    /// A function of floats that gives a float.
    pub(super) fn float_intrinsic(&mut self, depth: usize) -> (String, Ty) {
        let chosen = self.random.pick(FLOATS);
        let (text, ty) = self.applied(chosen, depth);
        (format!("({text})"), ty)
    }

    /// A function of floats that gives an integer.
    pub(super) fn of_floats(&mut self, depth: usize) -> (String, Ty) {
        let chosen = self.random.pick(OF_FLOATS);
        self.applied(chosen, depth)
    }

    fn applied(&mut self, (text, types, result): Intrinsic, depth: usize) -> (String, Ty) {
        let operands: Vec<String> = types
            .iter()
            .map(|ty| {
                let value = if ty.is_float() {
                    self.float(depth).0
                } else {
                    self.integer(depth).0
                };
                format!("({})({value})", ty.name())
            })
            .collect();
        let mut written = String::new();
        for letter in text.chars() {
            match letter {
                'A'..='C' => written.push_str(&operands[letter as usize - 'A' as usize]),
                _ => written.push(letter),
            }
        }
        (written, result)
    }
}

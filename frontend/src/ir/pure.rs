//! Pure functions: the one list of their names.

use serde::{Deserialize, Serialize};

/// A pure function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PureFn {
    /// One of the languages' libraries.
    Library(Function),
    /// A component of what the host put into an image: any function of the place will do.
    Texel(usize),
    /// A component of what a filter makes of what the host put there.
    Sampled(usize),
    /// What an image holds once a colour is written to it.
    Written,
    /// An output of assembly, by its text.
    Assembly(String),
}

impl PureFn {
    /// Its name.
    pub fn name(&self) -> String {
        match self {
            PureFn::Library(function) => function.name().to_owned(),
            PureFn::Texel(component) => format!("texel_{component}"),
            PureFn::Sampled(component) => format!("sampled_{component}"),
            PureFn::Written => "texel_of".to_owned(),
            PureFn::Assembly(text) => text.clone(),
        }
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $group:ident: $($name:ident)*;)*) => {
        /// A function of the languages' libraries, by its plain C name without the suffix of its precision.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[expect(missing_docs, non_camel_case_types, reason = "the names are the functions' own")]
        pub enum Function {
            $($($name,)*)*
        }

        impl Function {
            $($(#[$doc])* pub const $group: &[Function] = &[$(Function::$name),*];)*

            /// All of them.
            pub const ALL: &[&[Function]] = &[$(Function::$group),*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Function::$name => stringify!($name),)*)*
                }
            }
        }
    };
}

functions! {
    /// C's mathematical functions, which both languages share.
    MATH:
        acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt ceil copysign cos cosh cospi cyl_bessel_i0
        cyl_bessel_i1 erf erfc erfcinv erfcx erfinv exp exp10 exp2 expm1 fdim floor fma fmod hypot ilogb j0 j1 jn ldexp lgamma
        llrint llround log log10 log1p log2 logb lrint lround nearbyint nextafter norm3d norm4d normcdf normcdfinv pow powi rcbrt
        remainder rhypot rint rnorm3d rnorm4d round roundeven rsqrt scalbln scalbn sin sinh sinpi sqrt tan tanh tanpi tgamma trunc
        y0 y1 yn isnan isinf isfinite isnormal signbit nan;
    /// OpenCL's own (OpenCL C 3.0, 6.15.2 and 6.15.4).
    OPENCL_MATH: mad maxmag minmag mix powr pown rootn recip degrees radians sign smoothstep step;
    /// Of bits and integers, in both languages.
    INTEGER: brev clz ctz ffs mulhi popc;
    /// OpenCL's own of integers (OpenCL C 3.0, 6.15.3).
    OPENCL_INTEGER:
        abs_diff add_sat sub_sat hadd rhadd clamp mad_hi mad_sat rotate upsample bitfield_insert bitfield_extract_signed
        bitfield_extract_unsigned bit_reverse dot_acc_sat;
    /// OpenCL's comparisons and tests (OpenCL C 3.0, 6.15.6).
    RELATIONAL:
        isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered bitselect;
    /// OpenCL's conversions that round or saturate (OpenCL C 3.0, 6.4.3).
    CONVERSIONS: convert_rte convert_rtp convert_rtn convert_sat convert_sat_rte convert_sat_rtp convert_sat_rtn;
    /// What an image is like (OpenCL C 3.0, 6.15.15.6).
    IMAGES:
        image_width image_height image_depth image_dim image_array_size image_channel_data_type image_channel_order
        image_num_mip_levels image_num_samples;
    /// CUDA's own of integers and of the parts of numbers (CUDA Math API, "Integer Intrinsics", "Type Casting Intrinsics").
    CUDA:
        fns byte_perm funnelshift_l funnelshift_r funnelshift_lc funnelshift_rc dp4a dp2a_lo dp2a_hi double2hiint double2loint
        hiloint2double saturate;
    /// CUDA's several integers in one (CUDA Math API, "SIMD Intrinsics").
    SIMD:
        vadd2 vadd4 vsub2 vsub4 vabsdiffs2 vabsdiffs4 vabsdiffu2 vabsdiffu4 vmaxs2 vmaxs4 vmaxu2 vmaxu4 vmins2 vmins4 vminu2
        vminu4 vavgs2 vavgs4 vavgu2 vavgu4 vhaddu2 vhaddu4 vcmpeq2 vcmpeq4 vcmpne2 vcmpne4 vcmpges2 vcmpges4 vcmpgeu2 vcmpgeu4
        vcmpgts2 vcmpgts4 vcmpgtu2 vcmpgtu4 vcmples2 vcmples4 vcmpleu2 vcmpleu4 vcmplts2 vcmplts4 vcmpltu2 vcmpltu4 vsads2 vsads4
        vsadu2 vsadu4 vaddss2 vaddss4 vaddus2 vaddus4 vsubss2 vsubss4 vsubus2 vsubus4 vneg2 vneg4 vabs2 vabs4 vabsss2 vabsss4
        vnegss2 vnegss4 viaddmax_s16x2 viaddmax_s32 viaddmax_u16x2 viaddmax_u32 viaddmin_s16x2 viaddmin_s32 viaddmin_u16x2
        viaddmin_u32 vimax3_s16x2 vimax3_s32 vimax3_u16x2 vimax3_u32 vimin3_s16x2 vimin3_s32 vimin3_u16x2 vimin3_u32;
    /// CUDA's arithmetic and conversions that round up, down or toward zero (CUDA Math API, "Single Precision Intrinsics").
    ROUNDING:
        fadd_rz fadd_ru fadd_rd fsub_rz fsub_ru fsub_rd fmul_rz fmul_ru fmul_rd fdiv_rz fdiv_ru fdiv_rd fmaf_rz fmaf_ru fmaf_rd
        fsqrt_rz fsqrt_ru fsqrt_rd frcp_rz frcp_ru frcp_rd dadd_rz dadd_ru dadd_rd dsub_rz dsub_ru dsub_rd dmul_rz dmul_ru dmul_rd
        ddiv_rz ddiv_ru ddiv_rd fma_rz fma_ru fma_rd dsqrt_rz dsqrt_ru dsqrt_rd drcp_rz drcp_ru drcp_rd int2float_rz int2float_ru
        int2float_rd uint2float_rz uint2float_ru uint2float_rd ll2float_rz ll2float_ru ll2float_rd ull2float_rz ull2float_ru
        ull2float_rd double2float_rz double2float_ru double2float_rd ll2double_rz ll2double_ru ll2double_rd ull2double_rz
        ull2double_ru ull2double_rd;
    /// What the prelude's bodies stand on, and what lowering makes of operators.
    PRELUDE: fabs inf rounded float_to_fp8 fp8_to_float random_bits random_seed frexp_exponent frexp_mantissa;
}

impl Function {
    /// The one of a group that has this name.
    pub fn named(name: &str, group: &[Function]) -> Option<Function> {
        group.iter().copied().find(|function| function.name() == name)
    }

    /// What it makes of the bits of an integer of `width` bits, if it is a function of these (CUDA Math API, "Integer Intrinsics"; OpenCL
    /// C 3.0, 6.15.3).
    pub fn of_bits(self, bits: u128, width: u32) -> Option<u128> {
        Some(match self {
            Function::clz => u128::from(bits.leading_zeros().saturating_sub(128 - width)),
            Function::ctz => u128::from(bits.trailing_zeros().min(width)),
            // The place of the lowest bit that is set, from 1.
            Function::ffs if bits == 0 => 0,
            Function::ffs => u128::from(bits.trailing_zeros()) + 1,
            Function::popc => u128::from(bits.count_ones()),
            Function::brev => bits.reverse_bits() >> (128 - width.max(1)),
            _ => return None,
        })
    }
}

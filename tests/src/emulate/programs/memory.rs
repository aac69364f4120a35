//! Memory that is looked at as several types, rows of pointers, and shared memory in parts.

use super::Drawer;
use super::types::Ty;

/// Views of bytes that begin at `@`: 32 of them.
const VIEWS: [(&str, Ty, usize); 11] = [
    ("(@)[#]", Ty::UChar, 32),
    ("((unsigned short *)(@))[#]", Ty::UShort, 16),
    ("((int *)(@ + 16))[#]", Ty::Int, 4),
    ("(*(unsigned *)(@ + 4 * (#)))", Ty::UInt, 8),
    ("((long long *)(@))[#]", Ty::LongLong, 4),
    ("((int4 *)(@))[#].y", Ty::Int, 2),
    ("((uchar4 *)(@))[#].z", Ty::UChar, 8),
    ("((short2 *)&(@)[16])[#].x", Ty::Short, 4),
    ("((signed char *)(@) + 3)[#]", Ty::SChar, 16),
    ("(*((unsigned long long *)(@) + 1 + (#)))", Ty::ULongLong, 2),
    ("((int4 *)(@) + 1)->w", Ty::Int, 1),
];

impl Drawer {
    /// Variables that overlap, and what the kernel hands over at its end.
    pub(super) fn overlaps(&mut self) {
        self.scope.out.push_str(
            "    alignas(16) unsigned char raw[32];\n    for (int n = 0; n < 32; n++) raw[n] = n * 37 + t;\n    \
             alignas(16) float4 reals[2] = {};\n    int left[8] = {1, -2, 3, -4}, right[8] = {p, 6, 7, -8};\n    \
             int *lines[2] = {left, right + 1}, **to = lines;\n    const int *view = left;\n",
        );
        let raw = self.group();
        self.views("raw", raw);
        let reals = self.group();
        self.same("reals[#].y", Ty::Float, 2, false, reals);
        self.same("((float *)reals)[#]", Ty::Float, 8, false, reals);
        self.same("((float2 *)&reals[0].x)[#].x", Ty::Float, 4, false, reals);
        self.same("(&reals->z)[#]", Ty::Float, 4, false, reals);
        let lines = self.group();
        for (text, length) in [
            ("lines[#][1]", 2),
            ("(*to)[#]", 4),
            ("(*(to + 1))[#]", 4),
            ("to[1][2]", 1),
            ("left[#]", 8),
            ("(1 + *to)[#]", 2),
        ] {
            self.same(text, Ty::Int, length, false, lines);
        }
        self.same("view[#]", Ty::Int, 8, true, lines);
    }

    fn views(&mut self, base: &str, group: usize) {
        for (text, ty, length) in VIEWS {
            self.same(&text.replace('@', base), ty, length, false, group);
        }
    }

    /// A part of shared memory for each thread: all types in one place, or one array after the other.
    pub(super) fn carve(&mut self) {
        self.scope
            .out
            .push_str("    extern __shared__ unsigned char bytes[];\n");
        if self.random.percent(50) {
            self.scope
                .out
                .push_str("    for (int n = 0; n < 32; n++) bytes[32 * t + n] = n + t;\n");
            let group = self.group();
            self.views("bytes + 32 * t", group);
            self.carved = Some("((short *)bytes)[16 * (@) + 3]");
        } else {
            self.scope.out.push_str(
                "    const int all = blockDim.x * blockDim.y;\n    double *doubles = (double *)bytes;\n    \
                 int *ints = (int *)(doubles + all);\n    short2 *pairs = (short2 *)&ints[2 * all];\n    \
                 unsigned char *octets = bytes + 20 * all;\n    doubles[t] = t;\n    ints[2 * t] = ints[2 * t + 1] = -t;\n    \
                 pairs[t] = make_short2(t, 3);\n    for (int n = 0; n < 4; n++) octets[4 * t + n] = n;\n",
            );
            self.cell("doubles[t]", Ty::Double, 1, false);
            self.cell("(ints + 2 * t)[#]", Ty::Int, 2, false);
            self.cell("pairs[t].y", Ty::Short, 1, false);
            self.cell("octets[4 * t + (#)]", Ty::UChar, 4, false);
            self.carved = Some("ints[2 * (@) + 1]");
        }
    }

    /// A statement on memory; what it changes is no part of any expression of it.
    pub(super) fn memory_statement(&mut self) -> String {
        let n = self.random.below(4);
        let length = self.random.number(0, 12);
        let choices = [
            format!("memcpy(raw + {n}, raw + 16, {length})"),
            format!("memset(&raw[{n}], t, {length})"),
            format!("memcpy(&left[t & 3], raw + {}, 4 * (t & 1) + 4)", 4 * n),
            "memmove(left + 1, left, 16)".to_owned(),
            "{ int *kept = to[0]; to[0] = to[1]; to[1] = kept; }".to_owned(),
            format!("*to = {} + (t & 3)", self.random.pick(&["left", "right"])),
            "lines[1] = &lines[0][1] - 1".to_owned(),
            format!("to[{}]++, --to[{}]", n & 1, n & 1),
            "{ int *walk = left + (t & 1); *walk++ = 4; *++walk -= 2; walk[-1] ^= 5; for (int *end = left + 8; walk < end; walk += 2) *walk += 1; }".to_owned(),
            "reals[1] = reals[0]".to_owned(),
            "*(float3 *)&reals[t & 1] = make_float3(1.5f, -2, t)".to_owned(),
            "*(int2 *)(raw + 8) = make_int2(p, q)".to_owned(),
            "((int4 *)raw)[1] = *(int4 *)raw".to_owned(),
            "{ int word; memcpy(&word, raw + 5, sizeof word); left[2] += word; }".to_owned(),
            "{ unsigned short halves[2] = {(unsigned short)t, 7}; right[4] = *(int *)halves; }".to_owned(),
            "{ int *const *fixed = to; right[7] = fixed[1] - right; left[0] = *fixed == left || view < left + 3; }".to_owned(),
            "{ unsigned char *from = raw; while (from < raw + 9) *from++ += 3; left[3] = (int)(from - raw); }".to_owned(),
        ];
        self.random.pick(&choices)
    }
}

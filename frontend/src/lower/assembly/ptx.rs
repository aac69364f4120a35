//! Reads the template of an `asm` statement as instructions (PTX ISA, "Syntax" and "Instruction Statements",
//! docs.nvidia.com/cuda/parallel-thread-execution).

/// An instruction, or a declaration of registers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Statement {
    /// `.reg .pred p, q;`: the type without its dot, and the names.
    Registers(String, Vec<String>),
    /// An instruction.
    Instruction(Instruction),
}

/// `@!p ld.global.u32 %0, [%1];`
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Instruction {
    /// The predicate that it is done under, and whether that is when it is false.
    pub guard: Option<(String, bool)>,
    /// The name with all its modifiers.
    pub name: String,
    /// Its operands.
    pub operands: Vec<Operand>,
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    /// `%0`: an operand of the statement.
    Given(usize),
    /// A register that the template declares.
    Register(String),
    /// `%laneid`: a special register, without its percent sign.
    Special(String),
    /// An integer.
    Int(i128),
    /// A number with a point, or with its bits in hexadecimal.
    Float(f64),
    /// `{a, b}`
    Vector(Vec<Operand>),
    /// `[a + 16]`
    Address(Box<Operand>, i64),
    /// `!p`
    Not(Box<Operand>),
    /// `p|q`: two targets.
    Two(Box<Operand>, Box<Operand>),
    /// `_`: a target that is not wanted.
    Sink,
}

/// The statements of a template; `None` where it has what is not read: labels, branches, directives other than `.reg`. `names`
/// are those of the operands, `%[name]`.
pub(super) fn parse(template: &str, names: &[Option<String>]) -> Option<Vec<Statement>> {
    let mut list = Vec::new();
    for piece in pieces(&without_comments(template))? {
        if let Some(rest) = piece.strip_prefix(".reg") {
            list.push(registers(rest)?);
        } else {
            list.push(Statement::Instruction(instruction(&piece, names)?));
        }
    }
    Some(list)
}

/// The text without `//` and `/* */`.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        out.push_str(&rest[..at]);
        let comment = &rest[at..];
        let length = if comment.starts_with("//") {
            comment.find('\n').unwrap_or(comment.len())
        } else if comment.starts_with("/*") {
            comment.find("*/").map_or(comment.len(), |end| end + 2)
        } else {
            out.push('/');
            1
        };
        rest = &comment[length..];
    }
    out.push_str(rest);
    out
}

/// The statements between semicolons; the braces of blocks are dropped, those of vectors kept.
fn pieces(text: &str) -> Option<Vec<String>> {
    let mut list = Vec::new();
    let mut now = String::new();
    let mut vector = 0;
    for sign in text.chars() {
        match sign {
            '{' if now.trim().is_empty() => {}
            '{' => {
                vector += 1;
                now.push(sign);
            }
            '}' if vector > 0 => {
                vector -= 1;
                now.push(sign);
            }
            '}' if now.trim().is_empty() => {}
            '}' => return None,
            ';' if vector == 0 => list.push(std::mem::take(&mut now).trim().to_owned()),
            _ => now.push(sign),
        }
    }
    list.push(now.trim().to_owned());
    list.retain(|piece| !piece.is_empty());
    (vector == 0).then_some(list)
}

/// ` .b32 a, b` and ` .b32 r<4>`.
fn registers(text: &str) -> Option<Statement> {
    let text = text.trim_start().strip_prefix('.')?;
    let (ty, names) = text.split_once(char::is_whitespace)?;
    let mut list = Vec::new();
    for name in names.split(',').map(str::trim) {
        match name.split_once('<') {
            Some((stem, count)) => {
                let count: usize = count.strip_suffix('>')?.trim().parse().ok()?;
                list.extend((0..count.min(1024)).map(|n| format!("{stem}{n}")));
            }
            None => list.push(name.to_owned()),
        }
    }
    list.iter()
        .all(|name| is_name(name))
        .then(|| Statement::Registers(ty.to_owned(), list))
}

fn is_name(text: &str) -> bool {
    let text = text.strip_prefix('%').unwrap_or(text);
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

fn instruction(piece: &str, names: &[Option<String>]) -> Option<Instruction> {
    let (guard, rest) = match piece.strip_prefix('@') {
        Some(rest) => {
            let (name, rest) = rest.trim_start().split_once(char::is_whitespace)?;
            let (name, negated) = match name.strip_prefix('!') {
                Some(name) => (name, true),
                None => (name, false),
            };
            (Some((name.to_owned(), negated)), rest.trim_start())
        }
        None => (None, piece),
    };
    let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':');
    if !begins || !name.chars().all(fits) || name.ends_with(':') {
        return None;
    }
    let operands = split(rest)?;
    let operands = operands.iter().map(|text| operand(text, names));
    Some(Instruction {
        guard,
        name: name.to_owned(),
        operands: operands.collect::<Option<Vec<_>>>()?,
    })
}

/// What stands between the outer commas.
fn split(text: &str) -> Option<Vec<String>> {
    let mut list = Vec::new();
    let (mut depth, mut now) = (0, String::new());
    for sign in text.chars() {
        match sign {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            _ => {}
        }
        match sign {
            ',' if depth == 0 => list.push(std::mem::take(&mut now).trim().to_owned()),
            _ => now.push(sign),
        }
    }
    if depth != 0 {
        return None;
    }
    if !now.trim().is_empty() || !list.is_empty() {
        list.push(now.trim().to_owned());
    }
    Some(list)
}

fn operand(text: &str, names: &[Option<String>]) -> Option<Operand> {
    let inside = |open: char, close: char| text.strip_prefix(open)?.strip_suffix(close);
    if text == "_" {
        return Some(Operand::Sink);
    }
    if let Some(inner) = inside('{', '}') {
        let parts = split(inner)?;
        let parts = parts.iter().map(|part| operand(part, names));
        return Some(Operand::Vector(parts.collect::<Option<Vec<_>>>()?));
    }
    if let Some(inner) = inside('[', ']') {
        return address(inner.trim(), names);
    }
    if let Some(inner) = text.strip_prefix('!') {
        return Some(Operand::Not(Box::new(operand(inner.trim(), names)?)));
    }
    if let Some((a, b)) = text.split_once('|') {
        let (a, b) = (operand(a.trim(), names)?, operand(b.trim(), names)?);
        return Some(Operand::Two(Box::new(a), Box::new(b)));
    }
    if let Some(special) = text.strip_prefix("%%") {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        return special
            .chars()
            .all(plain)
            .then(|| Operand::Special(special.to_owned()));
    }
    if let Some(given) = text.strip_prefix('%') {
        if let Ok(n) = given.parse() {
            return Some(Operand::Given(n));
        }
        let name = given.strip_prefix('[')?.strip_suffix(']')?;
        let at = names.iter().position(|known| known.as_deref() == Some(name))?;
        return Some(Operand::Given(at));
    }
    number(text).or_else(|| is_name(text).then(|| Operand::Register(text.to_owned())))
}

/// `%1`, `%1 + 16`, `%1+-8`.
fn address(text: &str, names: &[Option<String>]) -> Option<Operand> {
    let (base, offset) = match text.split_once('+') {
        Some((base, offset)) => match operand(offset.trim(), names)? {
            Operand::Int(n) => (base.trim(), i64::try_from(n).ok()?),
            _ => return None,
        },
        None => (text, 0),
    };
    match operand(base, names)? {
        base @ (Operand::Given(_) | Operand::Register(_)) => Some(Operand::Address(Box::new(base), offset)),
        _ => None,
    }
}

/// A literal (PTX ISA, "Constants").
fn number(text: &str) -> Option<Operand> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let lower = digits.to_ascii_lowercase();
    let bits = |digits: &str| u64::from_str_radix(digits, 16).ok();
    if let Some(digits) = lower.strip_prefix("0f").filter(|rest| rest.len() == 8) {
        let bits = u32::try_from(bits(digits)?).ok()?;
        return Some(Operand::Float(f32::from_bits(bits).into()));
    }
    if let Some(digits) = lower.strip_prefix("0d").filter(|rest| rest.len() == 16) {
        return Some(Operand::Float(f64::from_bits(bits(digits)?)));
    }
    let plain = lower.trim_end_matches('u');
    let value = if let Some(digits) = plain.strip_prefix("0x") {
        i128::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = plain.strip_prefix("0b") {
        i128::from_str_radix(digits, 2).ok()
    } else if plain.len() > 1 && plain.starts_with('0') && plain.chars().all(|c| c.is_ascii_digit()) {
        i128::from_str_radix(plain, 8).ok()
    } else {
        plain.parse().ok()
    };
    match value {
        Some(value) => Some(Operand::Int(if negative { -value } else { value })),
        None => text.parse().ok().map(Operand::Float),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Option<Instruction> {
        match parse(text, &[])?.pop()? {
            Statement::Instruction(found) => Some(found),
            Statement::Registers(..) => None,
        }
    }

    #[test]
    fn statements_are_read() {
        let text =
            "{ .reg .pred p; // a guard\n setp.ne.b32 p, %2, 0; @!p ld.global.v2.u32 {%0, _}, [%1 + 8]; }";
        let list = parse(text, &[]).expect("it is read");
        assert_eq!(list[0], Statement::Registers("pred".into(), vec!["p".into()]));
        let Statement::Instruction(load) = &list[2] else {
            panic!("{list:?}");
        };
        assert_eq!(load.guard, Some(("p".to_owned(), true)));
        assert_eq!(load.name, "ld.global.v2.u32");
        let expected = [
            Operand::Vector(vec![Operand::Given(0), Operand::Sink]),
            Operand::Address(Box::new(Operand::Given(1)), 8),
        ];
        assert_eq!(load.operands, expected);
    }

    #[test]
    fn operands_are_read() {
        let names = [None, Some("out".to_owned())];
        for (text, expected) in [
            ("%[out]", Some(Operand::Given(1))),
            ("%%tid.x", Some(Operand::Special("tid.x".into()))),
            ("0x1F", Some(Operand::Int(31))),
            ("-8", Some(Operand::Int(-8))),
            ("017", Some(Operand::Int(15))),
            ("0b101", Some(Operand::Int(5))),
            ("0f3F800000", Some(Operand::Float(1.0))),
            ("1.5", Some(Operand::Float(1.5))),
            ("[%0+-8]", Some(Operand::Address(Box::new(Operand::Given(0)), -8))),
            ("!p", Some(Operand::Not(Box::new(Operand::Register("p".into()))))),
            ("[buffer, {%1, %2}]", None),
            ("%[other]", None),
            ("a b", None),
        ] {
            assert_eq!(operand(text, &names), expected, "{text}");
        }
        let two = one("shfl.sync.idx.b32 %0|p, %1, %2, 0x1f, -1;").expect("it is read");
        assert_eq!(
            two.operands[0],
            Operand::Two(
                Box::new(Operand::Given(0)),
                Box::new(Operand::Register("p".into()))
            )
        );
    }

    #[test]
    fn registers_may_be_many() {
        let list = parse(".reg .b32 r<3>, s;", &[]).expect("it is read");
        let names = ["r0", "r1", "r2", "s"].map(str::to_owned).to_vec();
        assert_eq!(list, [Statement::Registers("b32".into(), names)]);
    }

    #[test]
    fn what_is_no_list_of_instructions_is_not_read() {
        for text in [
            "LAB: bra LAB;",
            "bra $done; $done:",
            ".shared .b32 x;",
            "ld.u32 %0, [%1;",
            "add.u32 %0 { ;",
            "}",
            "add.u32 %0, %1, %2 }",
            "MOV x;",
        ] {
            let read = parse(text, &[]);
            let is_branch = |list: &Vec<Statement>| {
                list.iter()
                    .any(|statement| matches!(statement, Statement::Instruction(i) if i.name == "bra"))
            };
            assert!(
                read.as_ref().is_none_or(is_branch) || text == "}",
                "{text}: {read:?}"
            );
        }
    }
}

//! Operators and methods that make strings of strings, as Python has them.

use super::text::Text;
use super::value::Value;

/// A method or a function: its inputs, those with names, and where it is called.
type Maker = fn(&[Value], &[(&str, Value)], usize) -> Option<Value>;

/// What is known of Python's own; methods begin with a dot, and their object is the first input.
const MAKERS: [(&str, Maker); 24] = [
    (".format", |inputs, named, at| match inputs {
        [Value::Text(text), rest @ ..] => format(text, rest, named, at).map(Value::Text),
        _ => None,
    }),
    (".replace", |inputs, named, _| match inputs {
        [Value::Text(text), Value::Text(from), Value::Text(to)] if named.is_empty() => {
            (!from.as_str().is_empty()).then(|| Value::Text(text.replace(from.as_str(), to)))
        }
        _ => None,
    }),
    (".join", |inputs, _, _| match inputs {
        [Value::Text(between), Value::List(items)] => join(between, items).map(Value::Text),
        _ => None,
    }),
    (".substitute", |inputs, named, at| {
        substitute(inputs, named, true, at)
    }),
    (".safe_substitute", |inputs, named, at| {
        substitute(inputs, named, false, at)
    }),
    (".strip", |inputs, _, _| stripped(inputs, true, true)),
    (".lstrip", |inputs, _, _| stripped(inputs, true, false)),
    (".rstrip", |inputs, _, _| stripped(inputs, false, true)),
    (".encode", same_text),
    (".decode", same_text),
    ("str.encode", same_text),
    ("bytes", same_text),
    ("str", |inputs, named, at| match inputs {
        [value] if named.is_empty() => printed(value, at).map(Value::Text),
        _ => None,
    }),
    ("int", |inputs, _, _| match inputs {
        [Value::Int(value)] => Some(Value::Int(*value)),
        _ => None,
    }),
    ("dict", |inputs, named, _| {
        let pairs = named
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()));
        inputs.is_empty().then(|| Value::Dict(pairs.collect()))
    }),
    ("textwrap.dedent", |inputs, _, _| match inputs {
        [Value::Text(text)] => Some(Value::Text(text.dedent())),
        _ => None,
    }),
    ("string.Template", template),
    ("Template", template),
    ("min", |inputs, _, _| {
        integers(inputs)?.into_iter().min().map(Value::Int)
    }),
    ("max", |inputs, _, _| {
        integers(inputs)?.into_iter().max().map(Value::Int)
    }),
    ("tuple", same_list),
    ("list", same_list),
    ("ctypes.c_char_p", same_text),
    (".copy", same_list),
];

/// Whether a function is one of Python's that is known here.
pub fn is_function(dotted: &str) -> bool {
    MAKERS.iter().any(|(known, _)| *known == dotted)
}

/// What a call gives, if that is known.
pub fn call(name: &str, inputs: &[Value], named: &[(&str, Value)], at: usize) -> Option<Value> {
    let (_, maker) = MAKERS.iter().find(|(known, _)| *known == name)?;
    maker(inputs, named, at)
}

fn same_text(inputs: &[Value], _: &[(&str, Value)], _: usize) -> Option<Value> {
    let encodings = ["utf-8", "utf8", "ascii"];
    match inputs {
        [Value::Text(text)] => Some(Value::Text(text.clone())),
        [Value::Text(text), Value::Text(encoding)]
            if encodings.contains(&encoding.as_str().to_ascii_lowercase().as_str()) =>
        {
            Some(Value::Text(text.clone()))
        }
        _ => None,
    }
}

fn same_list(inputs: &[Value], named: &[(&str, Value)], _: usize) -> Option<Value> {
    match inputs {
        [Value::List(items)] if named.is_empty() => Some(Value::List(items.clone())),
        _ => None,
    }
}

fn template(inputs: &[Value], named: &[(&str, Value)], _: usize) -> Option<Value> {
    match inputs {
        [Value::Text(text)] if named.is_empty() => Some(Value::Template(text.clone())),
        _ => None,
    }
}

fn integers(inputs: &[Value]) -> Option<Vec<i128>> {
    let whole = |value: &Value| match value {
        Value::Int(value) => Some(*value),
        _ => None,
    };
    inputs.iter().map(whole).collect()
}

fn stripped(inputs: &[Value], start: bool, end: bool) -> Option<Value> {
    let [Value::Text(text)] = inputs else { return None };
    let all = text.as_str();
    let from = if start {
        all.len() - all.trim_start().len()
    } else {
        0
    };
    let to = if end { all.trim_end().len() } else { all.len() };
    Some(Value::Text(text.slice(from..to.max(from))))
}

fn join(between: &Text, items: &[Value]) -> Option<Text> {
    let mut all = Text::default();
    for (n, item) in items.iter().enumerate() {
        let Value::Text(item) = item else { return None };
        if n > 0 {
            all.append(between);
        }
        all.append(item);
    }
    Some(all)
}

/// What `str` makes of a value; lines keep their places, all else stands where it is put in.
pub fn printed(value: &Value, at: usize) -> Option<Text> {
    let text = match value {
        Value::Text(text) => return Some(text.put_in(at)),
        Value::Int(value) => value.to_string(),
        Value::Float(spelling) => spelling.clone(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Nothing => "None".to_owned(),
        Value::List(_) | Value::Dict(_) | Value::Template(_) => return None,
    };
    Some(Text::at_once(&text, at))
}

/// `left operator right`.
pub fn operate(left: &Value, operator: &str, right: &Value, at: usize) -> Option<Value> {
    match (left, operator, right) {
        (Value::Int(a), _, Value::Int(b)) => arithmetic(*a, operator, *b).map(Value::Int),
        (Value::Text(a), "+", Value::Text(b)) => {
            let mut all = a.clone();
            all.append(b);
            Some(Value::Text(all))
        }
        (Value::List(a), "+", Value::List(b)) => Some(Value::List(a.iter().chain(b).cloned().collect())),
        (Value::Text(text), "*", Value::Int(times)) => {
            let times = usize::try_from(*times).ok().filter(|times| *times <= 64)?;
            let mut all = Text::default();
            (0..times).for_each(|_| all.append(text));
            Some(Value::Text(all))
        }
        (Value::Text(text), "%", right) => percent(text, right, at).map(Value::Text),
        _ => None,
    }
}

fn arithmetic(a: i128, operator: &str, b: i128) -> Option<i128> {
    match operator {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        // Python rounds down.
        "//" if b != 0 => a.checked_div_euclid(b).filter(|_| b > 0),
        "%" if b > 0 => a.checked_rem_euclid(b),
        "**" => a.checked_pow(u32::try_from(b).ok()?),
        "<<" => a.checked_mul(1_i128.checked_shl(u32::try_from(b).ok().filter(|b| *b < 100)?)?),
        ">>" => Some(a >> u32::try_from(b).ok().filter(|b| *b < 100)?),
        "|" => Some(a | b),
        "&" => Some(a & b),
        _ => None,
    }
}

/// Puts values into a text: `next` says how long a mark is at a place, and what stands for it.
fn filled(
    text: &Text,
    sign: &[char],
    mut next: impl FnMut(&str, usize) -> Option<(usize, Text)>,
) -> Option<Text> {
    let (mut all, mut at) = (Text::default(), 0);
    let code = text.as_str();
    while let Some(found) = code[at..].find(sign).map(|n| n + at) {
        all.append(&text.slice(at..found));
        let (length, value) = next(&code[found..], found)?;
        all.append(&value);
        at = found + length;
    }
    all.append(&text.slice(at..code.len()));
    Some(all)
}

/// `str.format`, of holes without a format.
fn format(text: &Text, inputs: &[Value], named: &[(&str, Value)], at: usize) -> Option<Text> {
    let mut automatic = 0;
    filled(text, &['{', '}'], |rest, found| {
        let place = text.place(found).unwrap_or(at);
        if rest.starts_with("{{") || rest.starts_with("}}") {
            return Some((2, text.slice(found..found + 1)));
        }
        let end = rest.strip_prefix('{')?.find('}')? + 1;
        let (name, format) = match rest[1..end].split_once(':') {
            Some((name, format)) => (name, format),
            None => (&rest[1..end], ""),
        };
        let value = match (name, name.parse::<usize>()) {
            ("", _) => {
                automatic += 1;
                inputs.get(automatic - 1)
            }
            (_, Ok(index)) => inputs.get(index),
            _ => named
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value),
        };
        let fits = |value: &&Value| format.is_empty() || format == "d" && matches!(value, Value::Int(_));
        Some((end + 1, printed(value.filter(fits)?, place)?))
    })
}

/// `text % values`, of `%s`, `%d`, `%i` and `%(name)s`.
fn percent(text: &Text, right: &Value, at: usize) -> Option<Text> {
    let one = std::slice::from_ref(right);
    let (list, names): (&[Value], &[(String, Value)]) = match right {
        Value::List(values) => (values, &[]),
        Value::Dict(pairs) => (&[], pairs),
        _ => (one, &[]),
    };
    let mut taken = 0;
    let all = filled(text, &['%'], |rest, found| {
        let place = text.place(found).unwrap_or(at);
        if rest.starts_with("%%") {
            return Some((2, text.slice(found..found + 1)));
        }
        let (value, start) = match rest.strip_prefix("%(") {
            Some(inner) => {
                let (name, _) = inner.split_once(')')?;
                let value = names.iter().find(|(known, _)| known == name)?;
                (&value.1, name.len() + 3)
            }
            None => {
                taken += 1;
                (list.get(taken - 1)?, 1)
            }
        };
        let whole = matches!(value, Value::Int(_));
        match rest[start..].chars().next()? {
            's' => Some((start + 1, printed(value, place)?)),
            'd' | 'i' if whole => Some((start + 1, printed(value, place)?)),
            _ => None,
        }
    })?;
    // Python complains of values that are left.
    (taken == list.len()).then_some(all)
}

/// `Template.substitute`: `$name` and `${name}`.
fn substitute(inputs: &[Value], named: &[(&str, Value)], all_of_them: bool, at: usize) -> Option<Value> {
    let (text, listed): (&Text, &[(String, Value)]) = match inputs {
        [Value::Template(text)] => (text, &[]),
        [Value::Template(text), Value::Dict(pairs)] => (text, pairs),
        _ => return None,
    };
    let find = |name: &str| {
        let named = named
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value);
        named.or_else(|| {
            listed
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, value)| value)
        })
    };
    let filled = filled(text, &['$'], |rest, found| {
        let place = text.place(found).unwrap_or(at);
        if rest.starts_with("$$") {
            return Some((2, text.slice(found..found + 1)));
        }
        let is_word = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        let word = |text: &str| text.len() - text.trim_start_matches(is_word).len();
        let (name, length) = match rest.strip_prefix("${") {
            Some(inner) => {
                let name = &inner[..word(inner)];
                inner[name.len()..]
                    .starts_with('}')
                    .then_some((name, name.len() + 3))?
            }
            None => (&rest[1..1 + word(&rest[1..])], 1 + word(&rest[1..])),
        };
        match find(name) {
            Some(value) => Some((length, printed(value, place)?)),
            None if all_of_them => None,
            None => Some((length.max(1), text.slice(found..found + length.max(1)))),
        }
    });
    filled.map(Value::Text)
}

//! The vocabulary: what the names of directives and clauses mean to a proof that the threads of one construct do not race.
//!
//! OpenMP 5.2 and OpenACC 3.3. What is not listed is not read.

/// Who defines a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// OpenMP.
    Omp,
    /// OpenACC.
    Acc,
}

impl Family {
    /// By the first word of a pragma.
    pub fn of(word: &str) -> Option<Family> {
        [Family::Omp, Family::Acc]
            .into_iter()
            .find(|family| family.word() == word)
    }

    /// The first word of its pragmas.
    pub fn word(self) -> &'static str {
        match self {
            Family::Omp => "omp",
            Family::Acc => "acc",
        }
    }
}

/// What a directive is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A loop whose iterations are not ordered among each other.
    Loop,
    /// A loop whose iterations run in the lanes of one thread.
    Simd,
    /// The same if a clause says that the iterations are independent; else the compiler has to find out.
    IfIndependent,
    /// The next statement is one access to memory that no other atomic access may interrupt.
    Atomic,
    /// The next statement excludes others of its name.
    Critical,
    /// It moves data or declares something: nothing runs at the same time because of it.
    Inert,
    /// A region that several threads run.
    Around,
    /// One of the threads runs the next statement, and all wait for it.
    Single,
    /// The first of the threads runs it, and nobody waits.
    Master,
    /// Each section in it is run by one of the threads.
    Sections,
    /// A section.
    Section,
    /// All threads wait for each other.
    Barrier,
    /// A fence.
    Flush,
    /// Not read.
    Unread,
}

/// Names of OpenMP's directives. `for` and its kin stand for all combined forms that end in them.
const OMP: &[(&str, Kind)] = &[
    ("parallel for", Kind::Loop),
    ("parallel for simd", Kind::Loop),
    ("parallel loop", Kind::Loop),
    ("for", Kind::Loop),
    ("for simd", Kind::Loop),
    ("distribute", Kind::Loop),
    ("distribute simd", Kind::Loop),
    ("distribute parallel for", Kind::Loop),
    ("distribute parallel for simd", Kind::Loop),
    ("teams distribute", Kind::Loop),
    ("teams distribute simd", Kind::Loop),
    ("teams distribute parallel for", Kind::Loop),
    ("teams distribute parallel for simd", Kind::Loop),
    ("teams loop", Kind::Loop),
    ("loop", Kind::Loop),
    ("simd", Kind::Simd),
    ("parallel", Kind::Around),
    ("parallel sections", Kind::Around),
    ("teams", Kind::Around),
    ("", Kind::Inert),
    ("single", Kind::Single),
    ("master", Kind::Master),
    ("masked", Kind::Master),
    ("sections", Kind::Sections),
    ("section", Kind::Section),
    ("barrier", Kind::Barrier),
    ("flush", Kind::Flush),
    ("atomic", Kind::Atomic),
    ("critical", Kind::Critical),
    ("target data", Kind::Inert),
    ("target enter data", Kind::Inert),
    ("target exit data", Kind::Inert),
    ("target update", Kind::Inert),
    ("declare target", Kind::Inert),
    ("begin declare target", Kind::Inert),
    ("end declare target", Kind::Inert),
    ("declare simd", Kind::Inert),
    ("requires", Kind::Inert),
    ("threadprivate", Kind::Inert),
];

/// Names of OpenACC's.
const ACC: &[(&str, Kind)] = &[
    ("parallel loop", Kind::Loop),
    ("loop", Kind::Loop),
    ("kernels loop", Kind::IfIndependent),
    ("parallel", Kind::Around),
    ("kernels", Kind::Inert),
    ("serial", Kind::Inert),
    ("serial loop", Kind::Inert),
    ("atomic", Kind::Atomic),
    ("data", Kind::Inert),
    ("enter data", Kind::Inert),
    ("exit data", Kind::Inert),
    ("host_data", Kind::Inert),
    ("update", Kind::Inert),
    ("declare", Kind::Inert),
    ("routine", Kind::Inert),
    ("wait", Kind::Inert),
    ("cache", Kind::Inert),
    ("init", Kind::Inert),
    ("shutdown", Kind::Inert),
    ("set", Kind::Inert),
];

/// Words that names of directives are made of.
const NAME_WORDS: &[&str] = &[
    "parallel",
    "for",
    "do",
    "simd",
    "target",
    "teams",
    "distribute",
    "loop",
    "sections",
    "section",
    "single",
    "master",
    "masked",
    "critical",
    "atomic",
    "ordered",
    "barrier",
    "task",
    "taskloop",
    "taskgroup",
    "taskwait",
    "taskyield",
    "flush",
    "data",
    "update",
    "enter",
    "exit",
    "declare",
    "begin",
    "end",
    "requires",
    "threadprivate",
    "scan",
    "scope",
    "cancel",
    "cancellation",
    "depobj",
    "interop",
    "dispatch",
    "metadirective",
    "tile",
    "unroll",
    "assume",
    "assumes",
    "error",
    "nothing",
    "allocate",
    "allocators",
    "workshare",
    "kernels",
    "serial",
    "host_data",
    "routine",
    "wait",
    "cache",
    "init",
    "shutdown",
    "set",
];

/// What a clause means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It says how the work is shared out, or moves data.
    None,
    /// The variables in it are each thread's own, of any value at first.
    Private,
    /// The same, with the value that they had before.
    FirstPrivate,
    /// The variables are each thread's own, and what they hold in the end is put together.
    Reduction,
    /// The number of loops that are one.
    Collapse,
    /// As private, and what the last iteration left is there afterwards.
    LastPrivate,
    /// Each thread's own, as far from what it was as the iteration is from the first.
    Linear,
    /// OpenACC's `tile`: the number of loops is that of the sizes.
    Tile,
    /// The sharing of what no clause names.
    Default,
    /// Iterations may run at the same time.
    Independent,
    /// Iterations run one after the other.
    Sequential,
    /// The compiler finds out whether they may run at the same time.
    Auto,
    /// Perhaps only one thread runs it, by a value.
    Condition,
    /// How many threads run it.
    Threads,
    /// What comes next does not wait; the construct itself is as it is.
    NoWait,
    /// How an atomic access is made.
    AtomicForm,
    /// An order of memory of an atomic access, or a hint.
    Order,
}

/// Clauses of both families; those that mean something else in the other have its name.
const CLAUSES: &[(Option<Family>, &[&str], Effect)] = &[
    (None, &["private"], Effect::Private),
    (None, &["firstprivate"], Effect::FirstPrivate),
    (Some(Family::Omp), &["lastprivate"], Effect::LastPrivate),
    (Some(Family::Omp), &["linear"], Effect::Linear),
    (None, &["reduction"], Effect::Reduction),
    (None, &["collapse"], Effect::Collapse),
    (Some(Family::Acc), &["tile"], Effect::Tile),
    (None, &["default"], Effect::Default),
    (Some(Family::Acc), &["independent"], Effect::Independent),
    (Some(Family::Acc), &["seq"], Effect::Sequential),
    (Some(Family::Acc), &["auto"], Effect::Auto),
    (None, &["if"], Effect::Condition),
    (Some(Family::Omp), &["num_threads"], Effect::Threads),
    (Some(Family::Omp), &["nowait"], Effect::NoWait),
    (Some(Family::Acc), &["async"], Effect::NoWait),
    (
        Some(Family::Omp),
        &[
            "shared",
            "schedule",
            "dist_schedule",
            "thread_limit",
            "num_teams",
            "proc_bind",
            "map",
            "device",
            "is_device_ptr",
            "has_device_addr",
            "use_device_ptr",
            "use_device_addr",
            "aligned",
            "nontemporal",
            "simdlen",
            "bind",
            "order",
            "defaultmap",
            "allocate",
        ],
        Effect::None,
    ),
    (
        Some(Family::Acc),
        &[
            "gang",
            "worker",
            "vector",
            "num_gangs",
            "num_workers",
            "vector_length",
            "copy",
            "copyin",
            "copyout",
            "create",
            "present",
            "deviceptr",
            "no_create",
            "attach",
            "detach",
            "delete",
            "wait",
            "self",
            "pcopy",
            "pcopyin",
            "pcopyout",
            "pcreate",
            "present_or_copy",
            "present_or_copyin",
            "present_or_copyout",
            "present_or_create",
        ],
        Effect::None,
    ),
    (None, &["read", "write", "update", "capture"], Effect::AtomicForm),
    (
        Some(Family::Omp),
        &["seq_cst", "acq_rel", "release", "acquire", "relaxed", "hint"],
        Effect::Order,
    ),
];

/// A clause: its name, and what stands in its parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The name.
    pub name: String,
    /// Between its parentheses, if it has some.
    pub arguments: Option<String>,
    /// What it means; `None` if it is not read.
    pub effect: Option<Effect>,
}

impl Clause {
    /// The variables that it names; what stands before a colon is an operator or a modifier. `None` if parts of variables are among
    /// them.
    pub fn variables(&self) -> Option<Vec<String>> {
        let arguments = self.arguments.as_deref()?;
        // `reduction(+ : x)`, `lastprivate(conditional: x)`; of `linear(x : 2)` the variables come first.
        let list = match (self.name.as_str(), arguments.split_once(':')) {
            ("linear", Some((list, _))) => list,
            (_, Some((_, list))) => list,
            (_, None) => arguments,
        };
        let names = list.split(',').map(str::trim);
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        names.map(|name| is_name(name).then(|| name.to_owned())).collect()
    }
}

/// A directive, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// Its name, `target teams distribute parallel for`.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its clauses.
    pub clauses: Vec<Clause>,
}

impl Parsed {
    /// Of the text after `omp` or `acc`.
    pub fn of(family: Family, text: &str) -> Parsed {
        let mut parts = parts(text).into_iter().peekable();
        let mut names: Vec<String> = Vec::new();
        while let Some((word, arguments)) = parts.peek().cloned() {
            let starts_clauses = match (names.first().map(String::as_str), family) {
                (Some("atomic"), _) => true,
                (Some("loop" | "parallel" | "kernels" | "serial"), Family::Acc) => word != "loop",
                (Some(_), _) => {
                    !NAME_WORDS.contains(&word.as_str()) || word == "update" && names[0] != "target"
                }
                (None, _) => !NAME_WORDS.contains(&word.as_str()),
            };
            if starts_clauses {
                break;
            }
            names.push(word);
            if arguments.is_some() {
                break;
            }
            parts.next();
        }
        let name = names.join(" ");
        let table = match family {
            Family::Omp => OMP,
            Family::Acc => ACC,
        };
        let find = |name: &str| table.iter().find(|(known, _)| *known == name);
        // What runs on the device runs the same way.
        let on_device = name.strip_prefix("target").map(str::trim_start);
        let own = find(&name).or_else(|| find(on_device.filter(|_| family == Family::Omp)?));
        let kind = own
            .filter(|_| !name.is_empty())
            .map_or(Kind::Unread, |(_, kind)| *kind);
        let clause = |(name, arguments): (String, Option<String>)| {
            let is_it = |(of, names, _): &&(Option<Family>, &[&str], Effect)| {
                of.is_none_or(|of| of == family) && names.contains(&name.as_str())
            };
            let effect = CLAUSES.iter().find(is_it).map(|(_, _, effect)| *effect);
            Clause {
                name,
                arguments,
                effect,
            }
        };
        Parsed {
            name,
            kind,
            clauses: parts.map(clause).collect(),
        }
    }

    /// The clauses with a meaning.
    pub fn with(&self, effect: Effect) -> impl Iterator<Item = &Clause> {
        self.clauses
            .iter()
            .filter(move |clause| clause.effect == Some(effect))
    }

    /// The clauses that are not read.
    pub fn unread(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|clause| clause.effect.is_none())
    }

    /// Whether there is such a clause.
    pub fn has(&self, effect: Effect) -> bool {
        self.with(effect).next().is_some()
    }
}

/// Words, each with what stands in parentheses behind it.
fn parts(text: &str) -> Vec<(String, Option<String>)> {
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    let mut rest = text.trim_start_matches([' ', ',']);
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if end == 0 {
            let mut chars = rest.chars();
            let odd = chars.next().map(String::from).unwrap_or_default();
            found.push((odd, None));
            rest = chars.as_str();
        } else {
            let (word, behind) = rest.split_at(end);
            let (arguments, behind) = parenthesised(behind);
            found.push((word.to_owned(), arguments));
            rest = behind;
        }
        rest = rest.trim_start_matches([' ', ',']);
    }
    found
}

/// What stands in parentheses at the start of a text, and the rest.
fn parenthesised(text: &str) -> (Option<String>, &str) {
    let inner = text.trim_start();
    if !inner.starts_with('(') {
        return (None, text);
    }
    let mut depth = 0;
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return (Some(inner[1..at].trim().to_owned()), &inner[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    (Some(inner[1..].to_owned()), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_clauses_are_told_apart() {
        let one = Parsed::of(
            Family::Omp,
            "target teams distribute parallel for collapse(2) map(to: a[0:n], b) private ( x,y )",
        );
        assert_eq!(one.name, "target teams distribute parallel for");
        assert_eq!(one.kind, Kind::Loop);
        let names: Vec<&str> = one.clauses.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["collapse", "map", "private"]);
        assert_eq!(
            one.clauses[2].variables(),
            Some(vec!["x".to_owned(), "y".to_owned()])
        );
        let loops = Parsed::of(Family::Acc, "loop gang vector collapse(2)");
        assert_eq!((loops.name.as_str(), loops.kind), ("loop", Kind::Loop));
        assert_eq!(
            Parsed::of(Family::Acc, "kernels loop independent").kind,
            Kind::IfIndependent
        );
        assert_eq!(Parsed::of(Family::Omp, "atomic capture").kind, Kind::Atomic);
        assert_eq!(Parsed::of(Family::Omp, "target update to(a)").kind, Kind::Inert);
    }

    #[test]
    fn what_is_not_known_is_not_read() {
        for text in [
            "taskloop",
            "parallel for ordered",
            "task depend(in: x)",
            "frob",
            "target teams frob",
            "",
        ] {
            let parsed = Parsed::of(Family::Omp, text);
            let unread = parsed.unread().next().is_some();
            assert!(parsed.kind == Kind::Unread || unread, "{text}");
        }
    }

    #[test]
    fn variables_are_named_behind_the_operator() {
        let named = |text: &str| Parsed::of(Family::Omp, text).clauses[0].variables();
        assert_eq!(named("for reduction(+ : s)"), Some(vec!["s".to_owned()]));
        assert_eq!(named("for linear(j : 2)"), Some(vec!["j".to_owned()]));
        assert_eq!(named("for reduction(+ : a[0:n])"), None);
    }
}

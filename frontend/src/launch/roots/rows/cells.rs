//! The cells of tables of pointers: what host code puts where.

use super::*;

/// A pointer that is put into a part of a table.
#[derive(Clone)]
pub(super) struct Cell<'u> {
    pub(super) steps: Vec<Step>,
    pub(super) value: Cursor<'u>,
    /// The innermost loop around.
    pub(super) within: Option<usize>,
}

impl<'u> Cell<'u> {
    /// All of a table, by a value.
    pub(super) fn whole(value: Cursor<'u>) -> Cell<'u> {
        Cell {
            steps: Vec::new(),
            value,
            within: None,
        }
    }
}

/// How the names of the toolkit's functions begin that put no pointers into a table which they are handed.
const READERS: [&str; 12] = [
    "cudaFree",
    "cudaHost",
    "cudaMem",
    "cudaPointer",
    "cuMem",
    "hipFree",
    "hipHost",
    "hipMem",
    "free",
    "printf",
    "fprintf",
    "data",
];
/// Deepest call of a function of the file that fills a table.
const MOST_FILLERS: usize = 4;
/// Most variables from which a value of a table is followed back.
const MOST_READ: usize = 3;
/// The names of a container's functions that put something behind all that it has.
const APPENDS: [&str; 2] = ["push_back", "emplace_back"];
/// Those of functions whose last argument becomes many elements.
pub(in crate::launch) const REPEATS: [&str; 5] = ["fill", "fill_n", "uninitialized_fill", "assign", "resize"];
/// Those of a container's functions that tell where its elements are.
pub(super) const BEGINS: [&str; 3] = ["data", "begin", "get"];
/// Functions of libraries that give the address which they are handed, or that of a container's elements.
const PASSES: [&str; 4] = ["raw_pointer_cast", "to_address", "data", "begin"];

impl<'u> Walk<'_, '_, 'u> {
    /// The pointers that a variable itself gets.
    pub(super) fn own_cells(&self, variable: Cursor<'u>) -> Vec<Cell<'u>> {
        let mut cells = Vec::new();
        for flow in self
            .flows
            .into(variable)
            .iter()
            .filter(|flow| flow.steps.is_empty())
        {
            if let Source::Value(value) = flow.source {
                let whole = Cell::whole(value);
                expand(whole, &mut cells);
            }
        }
        cells
    }

    /// The pointers that are put into parts of a variable, or behind it.
    pub(super) fn cells_of(&self, owner: Owner, variable: Cursor<'u>) -> Table<'u> {
        let mut cells = Vec::new();
        let mut unfollowed = self.cells_into((variable, &[]), &mut cells, MOST_FILLERS);
        for call in self.flows.repeats() {
            let first = object_of(call).or(call.arguments().first().copied());
            let mut named = Vec::new();
            first.iter().for_each(|first| variables_in(*first, &mut named));
            if named.iter().any(|filled| key(*filled) == key(variable))
                && let Some(value) = call.arguments().last()
            {
                repeat(*value, &mut cells);
                if self.reads(*value, (variable, &[]), MOST_READ) {
                    unfollowed = Some(call);
                }
            }
        }
        // What the variable itself leads to is no part of it.
        cells.retain(|cell| !cell.steps.is_empty());
        Table {
            owner,
            variable,
            cells,
            unfollowed,
            is_copied: false,
        }
    }

    /// Adds what flows into a variable that stands for a table from `prefix` on; what puts something there that is not followed.
    fn cells_into(
        &self,
        (variable, prefix): (Cursor<'u>, &[Step]),
        cells: &mut Vec<Cell<'u>>,
        depth: usize,
    ) -> Option<Cursor<'u>> {
        let mut unfollowed = None;
        for flow in self.flows.into(variable) {
            let steps = [prefix, &flow.steps].concat();
            let is_whole = steps.is_empty();
            let cell = |value| Cell {
                steps: steps.clone(),
                value,
                within: flow.loops.last().copied(),
            };
            match flow.source {
                // `h[1] = h[0]`, also where that is a record; what a function puts there that it is handed.
                Source::Value(value)
                    if depth < MOST_FILLERS && is_handed(value)
                        || self.reads(value, (variable, &steps), MOST_READ) =>
                {
                    unfollowed = Some(value);
                }
                Source::Value(value) => expand(cell(value), cells),
                Source::Called(call) if APPENDS.contains(&call.spelling().as_str()) => {
                    let behind = Step::Element(Err(format!("{:x}", call.statement_identity())));
                    for argument in call.arguments() {
                        expand(cell(argument).at(behind.clone()), cells);
                    }
                }
                // New memory is like nothing else.
                source if allocates(source) => {}
                Source::Lent(call, n) => {
                    let filler = self.filler(call, n).filter(|_| depth > 0);
                    let is_reader = || {
                        let name = call.spelling();
                        let of_toolkit = call.referenced().is_some_and(is_the_languages);
                        of_toolkit && READERS.iter().any(|start| name.starts_with(start))
                    };
                    match filler {
                        Some(parameter) => {
                            // Any element, or the one whose address it is.
                            let any = Step::Element(Err("*".to_owned()));
                            let start = steps.strip_suffix(&[any]).unwrap_or(&steps);
                            let inner = self.cells_into((parameter, start), cells, depth - 1);
                            unfollowed = unfollowed.or(inner);
                        }
                        None if is_whole || is_reader() => {}
                        None => unfollowed = Some(call),
                    }
                }
                Source::Called(call) if !is_whole => unfollowed = Some(call),
                Source::Unknown if !is_whole || is_array(variable) => unfollowed = Some(variable),
                Source::Called(_) | Source::Unknown => {}
            }
        }
        unfollowed
    }

    /// Whether a value is another part of a table than this, directly or by variables.
    fn reads(&self, value: Cursor<'u>, (table, steps): (Cursor<'u>, &[Step]), depth: usize) -> bool {
        let value = assigned(value);
        let of_moved = || {
            let parts = value.expressions().into_iter();
            let is_moved = value.kind() == CXCursor_BinaryOperator;
            parts.filter(move |part| is_moved && part.ty().canonical().kind() == CXType_Pointer)
        };
        if let Some((variable, of_value)) = place(None, value) {
            if key(variable) == key(table) {
                return !of_value.is_empty() && of_value != steps;
            }
            let mut flows = self.flows.into(variable).iter();
            return depth > 0
                && of_value.is_empty()
                && flows.any(|flow| match flow.source {
                    Source::Value(inner) if flow.steps.is_empty() => {
                        self.reads(inner, (table, &[]), depth - 1)
                    }
                    Source::Value(_) | Source::Lent(..) | Source::Called(_) | Source::Unknown => false,
                });
        }
        of_moved().any(|part| self.reads(part, (table, steps), depth))
    }

    /// The parameter of a function of the file's that gets a table, if its body is seen.
    fn filler(&self, call: Cursor<'u>, n: usize) -> Option<Cursor<'u>> {
        let function = call
            .referenced()
            .filter(|f| !is_the_languages(*f))?
            .definition()?;
        let n = position(call, function, n)?;
        function.arguments().get(n).copied()
    }
}

impl Cell<'_> {
    /// A part of it.
    fn at(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}

/// Whether a value is what a function is handed.
fn is_handed(value: Cursor<'_>) -> bool {
    let value = strip(value);
    let variable = value
        .referenced()
        .filter(|_| value.kind() == CXCursor_DeclRefExpr);
    variable.is_some_and(|variable| variable.kind() == CXCursor_ParmDecl)
}

/// What is assigned by `b = c` in `a = b = c`.
pub(super) fn assigned(c: Cursor<'_>) -> Cursor<'_> {
    let c = strip(c);
    match c.expressions()[..] {
        [_, value]
            if c.kind() == CXCursor_BinaryOperator && c.binary_operator() == CXBinaryOperator_Assign =>
        {
            assigned(value)
        }
        _ => c,
    }
}

fn is_array(variable: Cursor<'_>) -> bool {
    variable.ty().canonical().kind() == CXType_ConstantArray
}

/// Two cells of many that get one pointer.
fn repeat<'u>(value: Cursor<'u>, cells: &mut Vec<Cell<'u>>) {
    for n in 0..2 {
        let cell = Cell {
            steps: vec![Step::Element(Ok(n))],
            value,
            within: None,
        };
        expand(cell, cells);
    }
}

/// The variable that an expression names, or a part of it.
pub(in crate::launch) fn variable_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    Some(place(None, copied(c))?.0)
}

/// What a copy takes the bytes of.
pub(super) fn copied(c: Cursor<'_>) -> Cursor<'_> {
    let whole = || {
        let c = strip(c);
        let begins = BEGINS.contains(&c.spelling().as_str());
        match (object_of(c), &c.arguments()[..]) {
            (Some(object), _) if begins => strip(object),
            (None, [inner]) if PASSES.contains(&c.spelling().as_str()) => copied(*inner),
            _ => c,
        }
    };
    addressed(c).unwrap_or_else(whole)
}

/// The pointers of a value that is put into a part of a table.
pub(super) fn expand<'u>(cell: Cell<'u>, cells: &mut Vec<Cell<'u>>) {
    let value = strip(cell.value);
    let ty = value.ty().canonical();
    let is_pointer =
        |ty: Type<'_>| ty.kind() == CXType_Pointer && ty.pointee().canonical().kind() != CXType_Pointer;
    let parts = match value.kind() {
        CXCursor_InitListExpr => value.expressions(),
        CXCursor_CallExpr if is_constructor(value) => match value.arguments()[..] {
            // So many times the same.
            [count, one, ..] if is_number_type(count.ty()) && is_pointer(one.ty().canonical()) => {
                vec![one, one]
            }
            _ => value.arguments(),
        },
        _ => {
            cells.extend(is_pointer(ty).then_some(Cell { value, ..cell }));
            return;
        }
    };
    let fields = ty.fields();
    for (n, part) in parts.into_iter().enumerate() {
        let step = match fields.get(n) {
            Some(field) => Step::Field(field.spelling()),
            None => Step::Element(Ok(n as i128)),
        };
        let part = Cell {
            value: part,
            ..cell.clone()
        };
        expand(part.at(step), cells);
    }
}

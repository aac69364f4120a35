//! Syntax tree to IR, one kernel at a time.
//!
//! As compilers do without optimisation, every local variable first lives in a private object and every access is a
//! load or store; [`crate::promote`] then turns what can be into variables.

mod allocation;
mod around;
mod assembly;
mod atomic_constructs;
mod atomics;
mod bindings;
mod builder;
mod call;
mod canonical;
mod captures;
mod clusters;
mod computes;
mod constant_callee;
mod constructed;
mod constructs;
mod contents;
mod destroy;
mod dynamic;
mod entry;
mod expr;
mod fields;
mod files;
mod followed;
mod geometry;
mod group_copy;
mod guards;
mod host_code;
mod images;
mod indirect;
mod init;
mod kernel;
mod lambda;
mod layout;
mod led;
mod links;
mod locks;
mod loops;
mod lvalue;
mod made;
mod method;
mod models;
mod numbers_of_objects;
mod of_file;
pub(crate) mod ops;
mod phases;
mod place;
mod print;
mod range;
mod reads;
mod schedules;
mod sharing;
mod special;
mod specs;
mod stmt;
mod stored;
mod teams;
mod types;
mod unit;
mod vector;
mod worksharing;

pub(crate) use around::is_new_memory;
pub(crate) use atomic_constructs::written;
pub use builder::Naming;
pub(crate) use canonical::{Canonical, counted};
pub use files::Files;
pub use kernel::unread_kernel;
pub use models::{UNKNOWN_FLAGS, spaces_of_flags};
pub use stored::Stores;
pub(crate) use unit::called_elsewhere;
pub use unit::lower;
pub use worksharing::lower_loop;

use crate::clang::{Cursor, Type};
use crate::directives::Directive;
use crate::ir::build;
use crate::ir::{BlockId, CallId, Expr, Language, Loc, ObjectId, Space, Synchronises, Ty, VarId};
use crate::repair::damage::Damage;
use builder::Builder;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// Deepest nesting of inlined calls.
const MAX_DEPTH: usize = 64;
/// Most statements of a kernel, inlined functions included.
const MAX_STATEMENTS: usize = 100_000;
/// Deepest nesting of one function in itself; a call that is deeper is a hole, which counts where a thread can reach it.
const RECURSION_DEPTH: usize = 16;
/// Most inlined calls of functions that call themselves: those that branch grow fast.
const RECURSIVE_CALLS: usize = 40;

/// What an expression gives.
#[derive(Clone, Debug)]
enum Value {
    /// Nothing.
    Void,
    /// A scalar.
    Scalar(Expr),
    /// A vector's components.
    Vector(Vec<Expr>),
    /// An aggregate, at an address; whoever keeps it copies it.
    Memory(Expr),
}

/// A place in memory that an l-value names.
#[derive(Clone)]
struct Place<'u> {
    /// Where it starts.
    addr: Expr,
    /// What lies there.
    ty: Type<'u>,
    /// For components of a vector: which; `ty` is then the vector of them, or their scalar.
    lanes: Option<Vec<u32>>,
    /// For bit-fields: which bits of the unit that starts at `addr`.
    bit_field: Option<fields::BitField>,
    /// Declared volatile.
    volatile: bool,
    /// It is a part of a record.
    in_record: bool,
    /// The l-value.
    loc: Loc,
}

/// What `this` points to.
#[derive(Clone)]
struct This<'u> {
    /// The pointer.
    addr: Expr,
    /// The class of the method.
    class: Type<'u>,
}

/// Where a function's result goes.
#[derive(Clone)]
enum ResultSlot {
    Nothing,
    Scalar(VarId),
    Vector(Vec<VarId>),
    Memory(Expr),
}

/// A function being lowered: the kernel, or one inlined.
struct Frame<'u> {
    /// The function's definition.
    definition: Cursor<'u>,
    /// The same, to compare.
    function: usize,
    /// Where its result goes.
    result: ResultSlot,
    /// The result's type.
    result_type: Option<Type<'u>>,
    /// Where `return` goes; the kernel's goes nowhere.
    exit: Option<BlockId>,
    /// The object of a method.
    this: Option<This<'u>>,
    /// The user's call that it came by.
    call: Option<CallId>,
    /// For code of the prelude: the user's expression that it stands for.
    site: Option<Loc>,
    /// Targets of `break`, innermost last, and how many scopes stay open there.
    breaks: Vec<(BlockId, usize)>,
    /// Targets of `continue`.
    continues: Vec<(BlockId, usize)>,
    /// What the open scopes destroy, innermost last.
    scopes: Vec<Vec<destroy::Ending<'u>>>,
    /// Labels by name.
    labels: HashMap<String, BlockId>,
    /// Blocks of the `case` labels of the switches around, by the label's identity.
    cases: HashMap<usize, BlockId>,
    /// What is claimed of the function.
    contract: specs::Contract<'u>,
}

impl<'u> Frame<'u> {
    /// The frame of code that no call leads to.
    fn outermost(function: Cursor<'u>) -> Frame<'u> {
        Frame {
            definition: function,
            function: function.identity(),
            result: ResultSlot::Nothing,
            result_type: None,
            exit: None,
            this: None,
            call: None,
            site: None,
            breaks: Vec::new(),
            continues: Vec::new(),
            scopes: Vec::new(),
            labels: HashMap::new(),
            cases: HashMap::new(),
            contract: specs::Contract::default(),
        }
    }
}

/// Lowers one kernel.
struct Lowerer<'u, 'f> {
    files: &'f mut Files<'u>,
    language: Language,
    b: Builder,
    /// Where each declaration lives.
    env: HashMap<usize, Expr>,
    /// Objects of variables at file scope.
    globals: HashMap<usize, ObjectId>,
    /// The one object of all `extern __shared__` arrays.
    dynamic_shared: Option<ObjectId>,
    /// What closures hold, by their class; `None` if that is not known.
    closures: HashMap<usize, Option<lambda::Closure<'u>>>,
    frames: Vec<Frame<'u>>,
    /// Calls of functions that were being inlined already.
    recursive_calls: usize,
    /// Functions whose address was taken; their addresses count up from [`indirect::FIRST_ADDRESS`].
    functions: Vec<Cursor<'u>>,
    /// The functions that `constexpr` pointers to functions hold, by the pointer's declaration.
    constant_callees: HashMap<usize, Cursor<'u>>,
    /// Group copies that joined the event of an earlier one.
    joined_copies: HashSet<Loc>,
    /// Lists of events that were waited for, and how often something had been put there by then.
    waited_events: Vec<(Expr, usize)>,
    /// How many places were numbered ([`Model::Place`](crate::builtin::Model::Place)).
    places: i128,
    /// Assembly whose text is not certain, by the statement: each a function of its own.
    assemblies: HashMap<usize, usize>,
    /// What clang lost.
    damage: &'f Damage,
    /// The directives of a unit whose loop this is.
    directives: &'f [Directive<'u>],
    /// Those that it is in the statements of, by offset.
    entered: Vec<u32>,
    /// The threads are those of one team, and not the iterations of one loop.
    team: bool,
    /// Which thread of a team does what one thread does.
    choices: Vec<crate::ir::Param>,
    /// The first iterations of loops that the team shares out, by where their directives stand.
    shifts: HashMap<u32, Expr>,
    /// The statement of the directive that is lowered.
    construct: Option<Cursor<'u>>,
    /// What is found may not come about, for a reason.
    doubt: Option<String>,
    /// Its locks.
    locks: locks::Locks,
    /// Variables of the file of which a construct gives each thread its own, and where those are that functions name.
    originals: HashMap<usize, Expr>,
    /// Integers that are each thread's own or only read: names, addresses and types.
    linear: Vec<(String, Expr, Ty)>,
    /// The sizes of the rows of arrays of variable length, innermost first.
    rows: HashMap<usize, Vec<Expr>>,
    /// Variables of the file that keep what they start with.
    kept: HashSet<usize>,
    /// What the expression around leaves behind.
    temporaries: destroy::Temporaries<'u>,
    /// Where the object goes that the next call gives, if it goes somewhere.
    home: Option<Expr>,
    /// The block behind a jump, which nothing leads to.
    dead: Option<BlockId>,
    /// Links between records.
    links: links::Links<'u>,
    /// Of which classes objects are.
    wholes: dynamic::Wholes<'u>,
    /// Depth of nested expressions and statements.
    depth: usize,
}

impl<'u, 'f> Lowerer<'u, 'f> {
    /// In front of a function of its own, at a place.
    fn new(
        files: &'f mut Files<'u>,
        language: Language,
        frame: Frame<'u>,
        loc: Loc,
        damage: &'f Damage,
        directives: &'f [Directive<'u>],
    ) -> Lowerer<'u, 'f> {
        Lowerer {
            files,
            language,
            b: Builder::new(loc),
            env: HashMap::new(),
            globals: HashMap::new(),
            dynamic_shared: None,
            closures: HashMap::new(),
            frames: vec![frame],
            recursive_calls: 0,
            functions: Vec::new(),
            constant_callees: HashMap::new(),
            joined_copies: HashSet::new(),
            waited_events: Vec::new(),
            places: 0,
            assemblies: HashMap::new(),
            damage,
            directives,
            entered: Vec::new(),
            team: false,
            choices: Vec::new(),
            shifts: HashMap::new(),
            construct: None,
            doubt: None,
            locks: locks::Locks::default(),
            originals: HashMap::new(),
            linear: Vec::new(),
            rows: HashMap::new(),
            kept: HashSet::new(),
            temporaries: destroy::Temporaries::default(),
            home: None,
            dead: None,
            links: links::Links::default(),
            wholes: dynamic::Wholes::default(),
            depth: 0,
        }
    }
}

impl<'u> Lowerer<'u, '_> {
    /// The place of a node.
    fn loc(&mut self, cursor: Cursor<'u>) -> Loc {
        let (call, site) = self.frames.last().map_or((None, None), |f| (f.call, f.site));
        let span = cursor.range().and_then(|range| self.files.span(&range));
        match (span, site) {
            (Some(span), _) => Loc { span, call },
            (None, Some(site)) => site,
            (None, None) => self.b.last,
        }
    }

    /// Records what clang lost of a function: anything may happen there.
    fn parse_errors(&mut self, function: Cursor<'u>) {
        self.unread_directives(function);
        let damage = self.damage;
        if damage.bears_on_nothing() {
            return;
        }
        let files = RefCell::new(&mut *self.files);
        let text = || files.borrow_mut().text(function).unwrap_or_default();
        let mut macros = |name: &str| {
            let definitions = files.borrow_mut().macro_definitions(name).into_iter();
            definitions.map(|(_, body)| body).collect()
        };
        let doubts = damage.of_function(function, text, &mut macros);
        self.b.asked.extend(doubts.asked().iter().cloned());
        for (place, reason) in doubts.lost() {
            let call = self.frame().call;
            let span = self.files.span(place).unwrap_or(self.b.last.span);
            self.anything(Loc { span, call }, reason);
        }
    }

    /// Anything may happen here: a write to whatever other threads may see, a barrier.
    fn anything(&mut self, loc: Loc, reason: &str) {
        let writes = self.visible_objects();
        self.b.anything_hole(loc, reason, writes, Synchronises::Perhaps);
    }

    /// The addresses of all objects so far that other threads may see.
    fn visible_objects(&self) -> Vec<Expr> {
        let seen = |id: &ObjectId| !matches!(self.b.objects[*id].space, Space::Private | Space::Constant);
        self.b.objects.indices().filter(seen).map(build::object).collect()
    }

    /// The innermost function.
    fn frame(&mut self) -> &mut Frame<'u> {
        self.frames.last_mut().expect("a kernel is a frame of its own")
    }

    /// An unknown value of a type, for a reason.
    fn unknown(&mut self, loc: Loc, reason: &str, ty: Type<'u>, writes: Vec<Expr>) -> Value {
        match types::shape(ty) {
            types::Shape::Scalar(ty) => Value::Scalar(self.b.unknown(loc, reason, ty, writes)),
            types::Shape::Reference(_) => Value::Scalar(self.b.unknown(loc, reason, Ty::Ptr, writes)),
            types::Shape::Vector(elem, lanes) => {
                let first = self.b.unknown(loc, reason, elem, writes);
                let mut all = vec![first];
                for _ in 1..lanes {
                    all.push(self.b.unknown(loc, reason, elem, Vec::new()));
                }
                Value::Vector(all)
            }
            types::Shape::Record(_) | types::Shape::Array(..) => {
                let addr = self.temporary(loc, "unknown", ty);
                let mut writes = writes;
                writes.push(addr.clone());
                self.b.effect_hole(loc, reason, writes);
                Value::Memory(addr)
            }
            types::Shape::Void | types::Shape::Opaque => {
                self.b.effect_hole(loc, reason, writes);
                Value::Void
            }
        }
    }
}

//! Kernels and reports built by hand, for tests of what comes after the frontend and the solver.

use crate::config::{Configuration, Options, configurations};
use crate::report::{FileReport, KernelReport, Report};
use crate::toolchain::Toolchain;
use crate::verdict::{self, Judged, Status};
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::host::HostProgram;
use kverify_frontend::ir::{
    Block, Call, CallId, Expr, ExprKind, FileId, Kernel, Language, Loc, Module, Object, ObjectId,
    ObjectSource, Param, Scope, SourceFile, Space, Span, Stmt, StmtKind, TermKind, Terminator, Ty, Var,
    VarId,
};
use kverify_smt::answer::{
    Action, Approximation, Assumption, Cell, Finding, Kind, Place, Stats, Taken, ThreadAt, Unknown, Variant,
    Witness,
};
use std::sync::Arc;

/// The text that the hand-built reports speak of.
pub const TEXT: &str = "\
__device__ float left(const float *tile) { return tile[threadIdx.x + 1]; }

__global__ void shift(float *out, const int *idx, int n) {
  __shared__ float tile[256];
  for (int i = 0; i < n; i++) {
    tile[threadIdx.x] = i;
    out[idx[threadIdx.x]] = left(tile);
  }
}
";

/// The span of the `n`th occurrence of `what` in a text.
pub fn span_in(text: &str, file: u32, what: &str, n: usize) -> Span {
    let start = text.match_indices(what).nth(n).expect("the text holds it").0;
    let place = |at: usize| {
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = at - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
        (
            u32::try_from(line).expect("short"),
            u32::try_from(column).expect("short"),
        )
    };
    let end = start + what.len();
    let ((line, column), (end_line, end_column)) = (place(start), place(end));
    let offset = |at: usize| u32::try_from(at).expect("short");
    Span {
        file: FileId(file),
        start: offset(start),
        end: offset(end),
        line,
        column,
        end_line,
        end_column,
    }
}

/// A place outside of inlined calls.
pub fn loc(span: Span) -> Loc {
    Loc { span, call: None }
}

/// A kernel that does nothing, with these scalar or pointer parameters.
pub fn kernel(text: &str, name: &str, params: &[(&str, Ty)]) -> Kernel {
    let span = span_in(text, 0, name, 0);
    let mut vars: IndexVec<VarId, Var> = IndexVec::new();
    let mut objects: IndexVec<ObjectId, Object> = IndexVec::new();
    let params = params
        .iter()
        .enumerate()
        .map(|(i, (name, ty))| Param {
            name: (*name).to_owned(),
            var: vars.push(Var {
                name: (*name).to_owned(),
                ty: *ty,
                user: true,
            }),
            ty: *ty,
            pointee: (*ty == Ty::Ptr).then_some(4),
            object: (*ty == Ty::Ptr).then(|| {
                objects.push(object(
                    name,
                    Space::Global,
                    ObjectSource::Param(u32::try_from(i).expect("few")),
                    span,
                ))
            }),
        })
        .collect();
    let term = Terminator {
        loc: loc(span),
        kind: TermKind::Return,
    };
    let mut blocks = IndexVec::new();
    let entry = blocks.push(Block {
        stmts: Vec::new(),
        term,
        loop_stmt: None,
    });
    Kernel {
        params,
        objects,
        vars,
        blocks,
        entry,
        ..Kernel::new(name, Language::Cuda, span)
    }
}

fn object(name: &str, space: Space, source: ObjectSource, span: Span) -> Object {
    Object {
        name: name.to_owned(),
        space,
        size: None,
        elem: Ty::I32,
        source,
        read_only: false,
        init: None,
        init_assumed: false,
        init_unread: false,
        starts_otherwise: false,
        linked: None,
        row: None,
        span,
    }
}

/// The kernel of [`TEXT`], of whose body only the loop's counting up to `n` is there; nothing reads its last parameter, `spare`.
pub fn shift_kernel() -> Kernel {
    let params = [
        ("out", Ty::Ptr),
        ("idx", Ty::Ptr),
        ("n", Ty::I32),
        ("spare", Ty::I32),
    ];
    let mut kernel = kernel(TEXT, "shift", &params);
    let i = kernel.vars.push(Var {
        name: "i".to_owned(),
        ty: Ty::I32,
        user: true,
    });
    kernel.blocks[kernel.entry].stmts.push(Stmt {
        loc: loc(span_in(TEXT, 0, "for (int i = 0; i < n; i++)", 0)),
        kind: StmtKind::Assign {
            dst: i,
            value: Expr {
                ty: Ty::I32,
                kind: ExprKind::Var(kernel.params[2].var),
            },
        },
    });
    let declaration = span_in(TEXT, 0, "tile", 2);
    kernel
        .objects
        .push(object("tile", Space::Shared, ObjectSource::Variable, declaration));
    kernel.calls.push(Call {
        loc: loc(span_in(TEXT, 0, "left(tile)", 0)),
        callee: "left".to_owned(),
    });
    kernel
}

/// A race on `tile` between the store and the load of [`TEXT`].
pub fn race() -> Finding {
    let the_loop = loc(span_in(TEXT, 0, "for (int i = 0; i < n; i++)", 0));
    let thread = |x: u64, offset: i128| ThreadAt {
        block: [0; 3],
        thread: [x, 0, 0],
        iterations: vec![(the_loop, 2)],
        offset: Some(offset),
    };
    let read = Loc {
        span: span_in(TEXT, 0, "tile[threadIdx.x + 1]", 0),
        call: Some(CallId(0)),
    };
    let approximation = Approximation {
        message: "the contents of `idx` are any".to_owned(),
        loc: read,
    };
    Finding {
        space: Some(Space::Shared),
        variant: Some(Variant::ReadWrite),
        object: Some(ObjectId(2)),
        approximations: vec![approximation.clone(), approximation],
        ..Finding::new(
            Kind::DataRace,
            Scope::Block,
            [
                Place {
                    loc: loc(span_in(TEXT, 0, "tile[threadIdx.x]", 0)),
                    action: Action::Write,
                },
                Place {
                    loc: read,
                    action: Action::Read,
                },
            ],
            Witness {
                block_dim: [8, 1, 1],
                grid_dim: [1, 1, 1],
                global_offset: [0; 3],
                threads: [thread(4, 16), thread(3, 16)],
                scalars: vec![(2, 8), (3, 7)],
                cells: vec![Cell {
                    object: ObjectId(1),
                    row: 0,
                    offset: 12,
                    ty: Ty::I32,
                    bits: 0xffff_ffff,
                }],
            },
        )
    }
}

/// A report on one file with one kernel.
pub fn report(findings: &[(Finding, Status)], unknowns: &[&str], options: &Options) -> Report {
    let kernel = shift_kernel();
    let configuration: Configuration = configurations(&kernel, options, &[]).remove(0);
    let findings: Vec<Judged> = findings
        .iter()
        .map(|(finding, status)| Judged {
            severity: verdict::severity(finding, &kernel, options),
            finding: finding.clone(),
            status: *status,
            notes: Vec::new(),
            ignored: None,
            outside: false,
            known: false,
            inputs: None,
            often: false,
            harm: None,
        })
        .collect();
    let reasons: Vec<Unknown> = unknowns
        .iter()
        .map(|message| Unknown {
            message: (*message).to_owned(),
            loc: Some(loc(span_in(TEXT, 0, "left(tile)", 0))),
        })
        .collect();
    let no_alias = Assumption {
        id: Taken::NoAlias,
        text: "out and idx do not overlap (--may-alias drops this)".to_owned(),
    };
    let mut file = FileReport::new("shift.cu".into(), Language::Cuda);
    let mut files = IndexVec::new();
    files.push(SourceFile {
        path: "shift.cu".to_owned(),
        text: TEXT.to_owned(),
    });
    let module = Module {
        included: Vec::new(),
        read: Default::default(),
        language: Language::Cuda,
        files,
        diagnostics: Vec::new(),
        kernels: vec![kernel.clone()],
        called_by: Default::default(),
        functions: Vec::new(),
        apart: Default::default(),
        host: HostProgram::default(),
    };
    file.take_module(module, false);
    file.kernels.push(KernelReport {
        verdict: verdict::verdict(&findings, &reasons),
        assumptions: verdict::assumptions(vec![no_alias], &kernel, &configuration, &findings),
        kernel: Arc::new(kernel),
        configuration,
        findings,
        reasons,
        advice: None,
        conditions: Vec::new(),
        stats: Stats {
            obligations: 4,
            discharged: 3,
            queries: 2,
            ..Stats::default()
        },
        replay_seconds: 0.0,
        seconds: 0.125,
        cached: false,
        lost: false,
    });
    let toolchain = Toolchain {
        kverify: "0.1.0",
        z3: "5.4.0".to_owned(),
        libclang: "18.1.1".to_owned(),
    };
    Report {
        toolchain,
        files: vec![file],
        cancelled: false,
        load_seconds: 0.0,
        baseline: None,
    }
}

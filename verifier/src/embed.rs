//! The library for programs that stay: editors and build servers, which verify again and again, want results as they
//! come, and lose interest in some.
//!
//! A [`Verifier`] is configured once; [`Verifier::verify`] may be called from any number of threads at a time. Nothing
//! is printed, nothing is kept between calls, and no state is shared but the loaded libraries. `examples/embed.rs` is
//! a small client.
//!
//! # Versions
//!
//! [`VERSION`] counts what breaks a client that compiles and behaves well today. Without that, the interface only
//! grows: [`Event`] is non-exhaustive, so a `match` needs a last arm; [`Options`] gets fields, so it is written with
//! `..Options::default()`; and reports are made here, not by clients.

use crate::plan::{self, UsageError};
use crate::report::{FileReport, KernelReport, Report};
use crate::verdict::Judged;
use crate::{Configuration, Options, toolchain, verify_watched};
use kverify_frontend::Source;
use kverify_frontend::ir::Kernel;
use kverify_smt::Cancel;
use std::fmt;

/// The version of this interface.
pub const VERSION: u32 = 1;

/// What a run tells while it goes on, from any of its threads. `file` is the position among the sources.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A file was read and parsed: its errors, its warnings and its text are there, its kernels not yet verified.
    Parsed {
        /// Which.
        file: usize,
        /// What is known of it.
        report: &'a FileReport,
    },
    /// All files are parsed, and so many answers will follow: one for each kernel and launch.
    Planned {
        /// How many.
        answers: usize,
        /// How many of each file.
        by_file: &'a [usize],
    },
    /// A kernel's turn has come.
    Started {
        /// Its file.
        file: usize,
        /// The kernel.
        kernel: &'a Kernel,
        /// The launches that are considered.
        configuration: &'a Configuration,
    },
    /// Something was found, and replayed; the kernel's answer is still to come.
    Found {
        /// The kernel's file.
        file: usize,
        /// The kernel.
        kernel: &'a Kernel,
        /// The finding.
        finding: &'a Judged,
    },
    /// A kernel's answer. None is told for a kernel whose verification was cancelled.
    Verified {
        /// The kernel's file.
        file: usize,
        /// The answer's position among all, in the order of the report.
        position: usize,
        /// The answer.
        report: &'a KernelReport,
    },
}

/// Who watches a run, and who may stop it. The default is nobody.
#[derive(Clone, Default)]
pub struct Watch<'a> {
    /// Is told what happens, from several threads at a time and in no fixed order of kernels.
    pub observer: Option<&'a (dyn Fn(Event<'_>) + Sync)>,
    /// Stops the run when it is used.
    pub cancel: Option<Cancel>,
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("observer", &self.observer.is_some())
            .field("cancel", &self.cancel)
            .finish()
    }
}

impl Watch<'_> {
    /// Whether the run's results are no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }

    pub(crate) fn tell(&self, event: Event<'_>) {
        if let Some(observer) = self.observer {
            observer(event);
        }
    }
}

/// A verifier with its options. Clones are independent; sharing one between threads is as good.
///
/// ```
/// use kverify::embed::{Event, Verifier};
/// use kverify::{Cancel, Options, Source};
///
/// let verifier = Verifier::new(Options { block: Some([64, 1, 1]), ..Options::default() })?;
/// let buffer = Source {
///     path: "editor/unsaved.cu".into(),
///     text: Some("__global__ void set(int *a) { a[0] = threadIdx.x; }".into()),
/// };
/// let report = verifier.verify(&[buffer], &Cancel::new(), &|event| {
///     if let Event::Found { kernel, finding, .. } = event {
///         assert_eq!((kernel.name.as_str(), finding.status), ("set", kverify::Status::Confirmed));
///     }
/// })?;
/// assert_eq!(report.files[0].kernels[0].verdict, kverify::Verdict::Violated);
/// # Ok::<(), kverify::UsageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Verifier {
    options: Options,
}

impl Verifier {
    /// Takes the options over, and sees to it that Z3 and libclang are there.
    ///
    /// # Errors
    /// If an option is out of its range, an assumption is no expression, or a library is missing or too old.
    pub fn new(options: Options) -> Result<Verifier, UsageError> {
        plan::check_ranges(&options)?;
        plan::read_assumes(&options)?;
        toolchain::toolchain().map_err(UsageError::Toolchain)?;
        Ok(Verifier { options })
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Verifies every kernel of every source, and tells `observer` what happens meanwhile.
    ///
    /// A source with a text is a buffer: its path is not read, but names it, and relative includes are looked for
    /// beside it. Buffers of included files are [`kverify_frontend::Options::unsaved`].
    ///
    /// When `cancel` is used, the call returns soon: [`Report::cancelled`] is set, kernels without an answer are
    /// unknown, and files that were not parsed have an error that says so. Clang cannot be stopped: a parse that it is
    /// at goes on by itself until it ends, and its result is dropped.
    ///
    /// # Errors
    /// If the options cannot be met: no kernel has the name asked for, or an assumption fits no kernel. Whatever is
    /// wrong with a source is in its [`FileReport`].
    pub fn verify(
        &self,
        sources: &[Source],
        cancel: &Cancel,
        observer: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<Report, UsageError> {
        let watch = Watch {
            observer: Some(observer),
            cancel: Some(cancel.clone()),
        };
        verify_watched(sources, &self.options, &watch)
    }
}

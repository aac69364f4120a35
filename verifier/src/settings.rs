//! Settings as flags, `kverify.toml` and editors give them: each may be left out, and a later layer wins over an earlier.

use crate::assume::Assume;
use crate::config::{Options, parse_block, parse_grid};
use crate::program::HostCode;
use crate::report::visible::on_one_line;
use crate::rules;
use crate::verdict::Severity;
use kverify_frontend::entries::Wish;
use kverify_frontend::ir::Language;
use kverify_frontend::standards;
use kverify_smt::answer::Arith;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The settings of one layer. In `kverify.toml`, the file itself is one, and each `[[path]]` another.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Settings {
    /// In a `[[path]]`: the files it is for, as globs relative to the folder of `kverify.toml`.
    #[serde(rename = "match")]
    pub matches: Vec<String>,
    /// At the top: files that are never verified, as globs relative to the folder of `kverify.toml`.
    pub exclude: Vec<String>,
    /// At the top: settings for some files; where several match, the later win.
    pub path: Vec<Settings>,
    /// Threads of a block, where neither a flag nor the kernel's source says so: `256`, `"16,16"` or `[16, 16]`.
    pub block: Option<Shape>,
    /// Blocks of the launch, where neither a flag nor the kernel's source says so.
    pub grid: Option<Shape>,
    /// Facts about scalar parameters and launch sizes; those that do not fit a kernel are left out for it.
    pub assume: Vec<String>,
    /// How many elements the buffers of pointer parameters hold: `out=n`; those that do not fit a kernel are left out for it.
    pub array_size: Vec<String>,
    /// Whose launches of a kernel count: those of the whole project's host code, of the kernel's own file, or none.
    pub host: Option<HostName>,
    /// Pointer parameters may point into the same buffer.
    pub may_alias: Option<bool>,
    /// Threads that run in lock-step.
    pub lockstep: Option<u32>,
    /// Compute capability: `80` or `"sm_80"`.
    pub cuda_arch: Option<Architecture>,
    /// Arithmetic of the queries.
    pub arith: Option<ArithName>,
    /// How much work one kernel may cost, as a multiple of the usual.
    pub effort: Option<f64>,
    /// Seconds for one kernel, however much work is left: a last resort.
    pub timeout: Option<f64>,
    /// Warnings are errors.
    pub strict: Option<bool>,
    /// Notes on what is slow: bank conflicts, accesses that are not coalesced, barriers that order nothing, divergent branches.
    pub perf: Option<bool>,
    /// How much findings of a rule matter.
    pub severity: BTreeMap<String, SeverityName>,
    /// The language, where the file's ending does not tell.
    pub language: Option<LanguageName>,
    /// The standard of C++, or of C for C sources: `"c++20"`.
    pub std: Option<String>,
    /// The standard of OpenCL C: `"CL1.2"`.
    pub cl_std: Option<String>,
    /// Macros, `"NAME"` or `"NAME=VALUE"`.
    pub define: Vec<String>,
    /// Folders of included files, relative to the folder of `kverify.toml`.
    pub include: Vec<PathBuf>,
    /// A CUDA toolkit whose headers to use where kverify has none of its own.
    pub cuda_path: Option<PathBuf>,
    /// Instantiations of kernel templates, such as `"reduce<float, 256>"`.
    pub instantiate: Vec<String>,
    /// Functions that are no kernels, to be verified as if every thread of a block called them: `"scale<float>"`.
    pub entry: Vec<String>,
}

/// Most seconds for one kernel that a file may ask for: whoever runs kverify waits for them.
const MOST_SECONDS: f64 = 600.0;

/// A launch shape in one of its spellings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Shape {
    /// `256`
    Number(u64),
    /// `"16,16"`
    Text(String),
    /// `[16, 16]`
    List(Vec<u64>),
}

/// A compute capability in one of its spellings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Architecture {
    /// `80`
    Number(u32),
    /// `"sm_80"`
    Text(String),
}

/// How much findings matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SeverityName {
    Error,
    Warning,
    Note,
}

/// Whose launches count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HostName {
    /// Those in any file of the project.
    Project,
    /// Those in the kernel's own file.
    File,
    /// None: every launch is considered.
    None,
}

/// Arithmetic of the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArithName {
    /// Integers, then bit-vectors where the indices ask for them.
    Auto,
    /// Integers only.
    Int,
    /// Bit-vectors only: overflow included.
    Bv,
}

/// A source language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum LanguageName {
    Cuda,
    Opencl,
}

/// Whether a layer stands above the kernel's source or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Flags win over what the source says of launches.
    Flag,
    /// A project's file only fills what the source leaves open.
    Project,
}

impl Shape {
    fn text(&self) -> String {
        match self {
            Shape::Number(size) => size.to_string(),
            Shape::Text(text) => text.clone(),
            Shape::List(sizes) => sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
        }
    }
}

impl Architecture {
    /// The number, `80`.
    ///
    /// # Errors
    /// If it is none.
    pub fn number(&self) -> Result<u32, String> {
        match self {
            Architecture::Number(number) => Ok(*number),
            Architecture::Text(text) => {
                let digits = text.trim_start_matches("sm_").trim_start_matches("compute_");
                digits
                    .parse()
                    .map_err(|_| format!("`{text}` is no compute capability; write \"sm_80\" or 80"))
            }
        }
    }
}

impl From<SeverityName> for Severity {
    fn from(name: SeverityName) -> Severity {
        match name {
            SeverityName::Error => Severity::Error,
            SeverityName::Warning => Severity::Warning,
            SeverityName::Note => Severity::Note,
        }
    }
}

impl Settings {
    /// Checks what can be checked without a kernel.
    ///
    /// # Errors
    /// Names the setting and says what is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        let named = |name: &'static str| move |error: String| on_one_line(&format!("`{name}`: {error}"));
        if let Some(block) = &self.block {
            parse_block(&block.text()).map_err(named("block"))?;
        }
        if let Some(grid) = &self.grid {
            parse_grid(&grid.text()).map_err(named("grid"))?;
        }
        if let Some(architecture) = &self.cuda_arch {
            architecture.number().map_err(named("cuda-arch"))?;
        }
        for (name, standard, language) in [
            ("std", &self.std, Language::Cuda),
            ("cl-std", &self.cl_std, Language::OpenCl),
        ] {
            if let Some(standard) = standard {
                standards::check(standard, language).map_err(named(name))?;
            }
        }
        for text in &self.assume {
            Assume::parse(text).map_err(|error| error.to_string().replace("--assume", "`assume`"))?;
        }
        for text in self.array_sizes()? {
            Assume::parse(&text).map_err(|error| error.to_string().replace("--assume", "`array-size`"))?;
        }
        for text in &self.entry {
            Wish::parse(text).map_err(named("entry"))?;
        }
        for rule in self.severity.keys() {
            rules::find(rule).map_err(|error| on_one_line(&format!("`severity`: {error}")))?;
        }
        let mut options = Options::default();
        self.apply(&mut options, Rank::Project)?;
        if options.timeout > MOST_SECONDS {
            return Err(format!(
                "`timeout`: more than {MOST_SECONDS} seconds for one kernel only a flag may say"
            ));
        }
        crate::plan::check_ranges(&options).map_err(|error| error.to_string())
    }

    /// `out=n` as the fact that it is.
    fn array_sizes(&self) -> Result<Vec<String>, String> {
        let fact = |text: &String| match text.split_once('=') {
            Some((name, size)) if !name.trim().is_empty() => {
                Ok(format!("elements({}) == ({size})", name.trim()))
            }
            _ => Err(format!(
                "`array-size`: write the name and the number of elements, `out=n`, not `{text}`"
            )),
        };
        self.array_size.iter().map(fact).collect()
    }

    /// Lays these settings over the options.
    ///
    /// # Errors
    /// If a value cannot be used; [`Settings::check`] finds that out before.
    pub fn apply(&self, options: &mut Options, rank: Rank) -> Result<(), String> {
        let block = self
            .block
            .as_ref()
            .map(|shape| parse_block(&shape.text()))
            .transpose()?;
        let grid = self
            .grid
            .as_ref()
            .map(|shape| parse_grid(&shape.text()))
            .transpose()?;
        let sizes = self.array_sizes()?;
        let project = &mut options.project_facts;
        match rank {
            Rank::Flag => {
                options.block = block.or(options.block);
                options.grid = grid.or(options.grid);
                options.assumes.extend(self.assume.iter().cloned().chain(sizes));
            }
            Rank::Project => {
                project.block = block.or(project.block);
                project.grid = grid.or(project.grid);
                project.assumes.extend(self.assume.iter().cloned().chain(sizes));
            }
        }
        set(&mut options.host, self.host.map(HostCode::from));
        set(&mut options.may_alias, self.may_alias);
        set(&mut options.lockstep, self.lockstep);
        set(&mut options.effort, self.effort);
        set(&mut options.timeout, self.timeout);
        set(&mut options.strict, self.strict);
        set(&mut options.perf, self.perf);
        set(&mut options.arith, self.arith.map(Arith::from));
        for (rule, severity) in &self.severity {
            options.severities.insert(rule.clone(), (*severity).into());
        }
        let parse = &mut options.parse;
        if let Some(architecture) = &self.cuda_arch {
            parse.cuda_arch = Some(architecture.number()?);
        }
        parse.language = self.language.map(Language::from).or(parse.language);
        parse.standard = self.std.clone().or_else(|| parse.standard.take());
        parse.opencl_standard = self.cl_std.clone().or_else(|| parse.opencl_standard.take());
        parse.cuda_path = self.cuda_path.clone().or_else(|| parse.cuda_path.take());
        parse.defines.extend(self.define.iter().cloned());
        parse.instantiate.extend(self.instantiate.iter().cloned());
        parse.entries.extend(self.entry.iter().cloned());
        // The nearer layer's folders are looked in first.
        parse.include_dirs.splice(0..0, self.include.iter().cloned());
        Ok(())
    }

    /// What is set, as `name = value` of TOML.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let mut entries: Vec<(&'static str, String)> = Vec::new();
        let mut entry = |name: &'static str, value: Option<String>| {
            entries.extend(value.map(|value| (name, value)));
        };
        let quoted = |text: &String| format!("{text:?}");
        let list = |texts: &[String]| {
            (!texts.is_empty())
                .then(|| format!("[{}]", texts.iter().map(quoted).collect::<Vec<_>>().join(", ")))
        };
        entry("block", self.block.as_ref().map(Shape::text));
        entry("grid", self.grid.as_ref().map(Shape::text));
        entry("assume", list(&self.assume));
        entry("array-size", list(&self.array_size));
        entry("host", self.host.map(|host| format!("{host:?}").to_lowercase()));
        entry("may-alias", self.may_alias.map(|yes| yes.to_string()));
        entry("lockstep", self.lockstep.map(|n| n.to_string()));
        let architecture = self.cuda_arch.as_ref().and_then(|arch| arch.number().ok());
        entry("cuda-arch", architecture.map(|n| n.to_string()));
        entry(
            "arith",
            self.arith.map(|arith| format!("{arith:?}").to_lowercase()),
        );
        entry("effort", self.effort.map(|times| times.to_string()));
        entry("timeout", self.timeout.map(|seconds| seconds.to_string()));
        entry("strict", self.strict.map(|yes| yes.to_string()));
        entry("perf", self.perf.map(|yes| yes.to_string()));
        for (rule, severity) in &self.severity {
            let severity = format!("{severity:?}").to_lowercase();
            entry("severity", Some(format!("{{ {rule} = {severity:?} }}")));
        }
        entry(
            "language",
            self.language
                .map(|language| format!("{language:?}").to_lowercase()),
        );
        entry("std", self.std.as_ref().map(quoted));
        entry("cl-std", self.cl_std.as_ref().map(quoted));
        entry("define", list(&self.define));
        let folders: Vec<String> = self
            .include
            .iter()
            .map(|folder| folder.display().to_string())
            .collect();
        entry("include", list(&folders));
        entry(
            "cuda-path",
            self.cuda_path.as_ref().map(|path| path.display().to_string()),
        );
        entry("instantiate", list(&self.instantiate));
        entry("entry", list(&self.entry));
        entries
    }
}

/// Settings that a later layer replaces; the others add up.
pub fn is_single(name: &str) -> bool {
    ![
        "assume",
        "array-size",
        "severity",
        "define",
        "include",
        "instantiate",
        "entry",
    ]
    .contains(&name)
}

fn set<T>(value: &mut T, layer: Option<T>) {
    if let Some(layer) = layer {
        *value = layer;
    }
}

impl From<HostName> for HostCode {
    fn from(name: HostName) -> HostCode {
        match name {
            HostName::Project => HostCode::Project,
            HostName::File => HostCode::File,
            HostName::None => HostCode::None,
        }
    }
}

impl From<ArithName> for Arith {
    fn from(name: ArithName) -> Arith {
        match name {
            ArithName::Auto => Arith::Auto,
            ArithName::Int => Arith::Int,
            ArithName::Bv => Arith::Bv,
        }
    }
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Language {
        match name {
            LanguageName::Cuda => Language::Cuda,
            LanguageName::Opencl => Language::OpenCl,
        }
    }
}

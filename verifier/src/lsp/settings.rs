//! What the editor's user sets: the `initializationOptions` and the `kverify` section of the client's configuration.

use crate::Options;
use crate::config::{parse_block, parse_grid};
use crate::program::HostCode;
use crate::settings::{Architecture, Settings as Layer, Shape};
use kverify_frontend::ir::Language;
use kverify_frontend::standards;
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

/// The settings, each like the flag of its name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Settings {
    /// Threads of a block: `256`, `16,16`.
    pub block: Option<String>,
    /// Blocks of the launch.
    pub grid: Option<String>,
    /// Facts about parameters and launch sizes.
    pub assume: Vec<String>,
    /// `NAME[=VALUE]`.
    pub defines: Vec<String>,
    /// Include folders.
    pub include_paths: Vec<PathBuf>,
    /// The standard of C++, or of C for C sources.
    pub std: Option<String>,
    /// The standard of OpenCL C.
    pub cl_std: Option<String>,
    /// Compute capability times ten.
    pub cuda_arch: Option<u32>,
    /// A CUDA toolkit whose headers to use where kverify has none of its own.
    pub cuda_path: Option<PathBuf>,
    /// Threads that run in lock-step.
    pub lockstep: Option<u32>,
    /// Warnings are errors.
    pub strict: bool,
    /// Hints on what is slow.
    pub perf: bool,
    /// Seconds for one kernel.
    pub timeout: Option<f64>,
    /// Milliseconds without an edit before the text is verified.
    pub debounce: Option<u64>,
}

/// Seconds for one kernel while someone is typing: what takes longer is for the command line.
const TIMEOUT: f64 = 10.0;
const DEBOUNCE: Duration = Duration::from_millis(40);

impl Settings {
    /// Reads settings; `null` and nothing are the defaults.
    ///
    /// # Errors
    /// Says which setting is unknown or has a wrong value.
    pub fn read(value: Option<Value>) -> Result<Settings, String> {
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return Ok(Settings::default());
        };
        let settings: Settings =
            serde_json::from_value(value).map_err(|error| format!("the settings cannot be read: {error}"))?;
        let standard = |name: &Option<String>, language| {
            let name = name.as_deref()?;
            Some(standards::check(name, language).map(|()| [0; 3]))
        };
        for (name, outcome) in [
            ("block", settings.block.as_deref().map(parse_block)),
            ("grid", settings.grid.as_deref().map(parse_grid)),
            ("std", standard(&settings.std, Language::Cuda)),
            ("clStd", standard(&settings.cl_std, Language::OpenCl)),
        ] {
            if let Some(Err(error)) = outcome {
                return Err(format!("the setting `{name}` cannot be used: {error}"));
            }
        }
        Ok(settings)
    }

    /// The settings as the layer above `kverify.toml`: what flags are on the command line.
    pub fn layer(&self) -> Layer {
        let shape = |text: &Option<String>| text.clone().map(Shape::Text);
        Layer {
            block: shape(&self.block),
            grid: shape(&self.grid),
            assume: self.assume.clone(),
            define: self.defines.clone(),
            include: self.include_paths.clone(),
            std: self.std.clone(),
            cl_std: self.cl_std.clone(),
            cuda_arch: self.cuda_arch.map(Architecture::Number),
            cuda_path: self.cuda_path.clone(),
            lockstep: self.lockstep,
            strict: self.strict.then_some(true),
            perf: self.perf.then_some(true),
            timeout: self.timeout,
            ..Layer::default()
        }
    }

    /// Options before any layer.
    pub fn base() -> Options {
        Options {
            timeout: TIMEOUT,
            host: HostCode::Project,
            ..Options::default()
        }
    }

    /// How long the text must rest before it is verified.
    pub fn debounce(&self) -> Duration {
        self.debounce.map_or(DEBOUNCE, Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_the_flags() {
        let settings = Settings::read(Some(
            json!({ "block": "16,16", "assume": ["n > 0"], "strict": true }),
        ));
        let layer = settings.expect("settings").layer();
        assert_eq!(
            (layer.block, layer.strict),
            (Some(Shape::Text("16,16".to_owned())), Some(true))
        );
        assert_eq!(layer.assume, ["n > 0"]);
        assert_eq!(Settings::read(Some(Value::Null)), Ok(Settings::default()));
        assert_eq!(Settings::read(None), Ok(Settings::default()));
    }

    #[test]
    fn wrong_settings_are_refused_in_words() {
        for (value, words) in [
            (json!({ "blok": "64" }), "blok"),
            (json!({ "block": "0" }), "runs nothing"),
            (json!({ "std": "c++" }), "no standard"),
            (json!({ "clStd": "c++17" }), "CL1.2"),
            (json!({ "timeout": "soon" }), "settings cannot be read"),
            (json!([1]), "settings cannot be read"),
        ] {
            let error = Settings::read(Some(value)).expect_err(words);
            assert!(error.contains(words), "{error}");
        }
    }
}

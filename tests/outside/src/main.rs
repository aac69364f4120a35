//! Verifies a text under a launch, with results as they come, and a report as data.

use kverify::embed::{Event, Verifier};
use kverify::{Cancel, Options, Source, Status, Verdict};
use std::sync::Mutex;

const TEXT: &str = "\
__global__ void own(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void shared(int *a) { a[0] = threadIdx.x; }
";

fn main() -> Result<(), kverify::UsageError> {
    let options = Options {
        block: Some([64, 1, 1]),
        ..Options::default()
    };
    let verifier = Verifier::new(options.clone())?;
    let buffer = Source {
        path: "unsaved.cu".into(),
        text: Some(TEXT.to_owned()),
    };
    let found = Mutex::new(Vec::new());
    let report = verifier.verify(&[buffer.clone()], &Cancel::new(), &|event| {
        if let Event::Found { kernel, finding, .. } = event {
            let mut found = found.lock().expect("nobody panics");
            found.push((kernel.name.clone(), finding.status));
        }
    })?;
    let verdicts: Vec<Verdict> = report.files[0].kernels.iter().map(|kernel| kernel.verdict).collect();
    assert_eq!(verdicts, [Verdict::Proved, Verdict::Violated]);
    let found = found.into_inner().expect("nobody panics");
    assert!(found.contains(&("shared".to_owned(), Status::Confirmed)), "{found:?}");
    let document = kverify::report::json::document(&report, false);
    assert_eq!(document.files[0].kernels.len(), 2);
    let again = kverify::verify(&[buffer], &options)?;
    assert_eq!(again.files[0].kernels.len(), 2);
    println!("{verdicts:?}");
    Ok(())
}

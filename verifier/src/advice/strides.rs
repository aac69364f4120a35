//! For which values of a parameter an access is slow: counted for each of many.

use super::accesses::measure;
use super::count::Tally;
use super::launch::Launch;
use kverify_frontend::ir::{Kernel, Ty};
use kverify_smt::requests::Requests;

/// The values that are counted.
const VALUES: std::ops::RangeInclusive<i128> = 1..=128;

/// Parameters that are tried.
const MOST_PARAMS: usize = 4;

/// The condition, where one parameter that nobody fixes decides and a simple one fits all values that were counted.
pub fn condition(kernel: &Kernel, launch: &Launch, requests: &Requests) -> Option<String> {
    let is_open = |n: &u32| launch.inputs.scalars.iter().any(|(of, _)| of == n) && !launch.fixed.contains(n);
    let params = (0..).zip(&kernel.params).filter(|(n, param)| {
        matches!(param.ty, Ty::Int { .. })
            && param.object.is_none()
            && is_open(n)
            && kernel.exprs().any(|expr| expr.mentions(param.var))
    });
    let values: Vec<i128> = VALUES.collect();
    params.take(MOST_PARAMS).find_map(|(n, param)| {
        let counted = launch.requests_for(kernel, requests.site, n, &values)?;
        let of = measure(kernel, &counted);
        let tallies = counted.by_values.iter().map(|groups| Tally::of(groups, of));
        let slow: Vec<bool> = tallies.map(|tally| tally.is_slow()).collect();
        let when = pattern(&slow)?;
        let [first, last] = [VALUES.start(), VALUES.end()];
        Some(format!(
            "of all values of `{}` from {first} to {last}, {when} (counted)",
            param.name
        ))
    })
}

/// Which of the values from 1 on these are, in words; nothing where all or none are, or no simple words say it.
fn pattern(slow: &[bool]) -> Option<String> {
    let fits = |holds: &dyn Fn(usize) -> bool| slow.iter().enumerate().all(|(n, slow)| *slow == holds(n + 1));
    if fits(&|_| true) || fits(&|_| false) {
        return None;
    }
    let multiple = [2, 4, 8, 16, 32]
        .into_iter()
        .find(|m| fits(&|n| n.is_multiple_of(*m)));
    if let Some(m) = multiple {
        return Some(format!("multiples of {m} alone are slow"));
    }
    let from = slow.iter().position(|slow| *slow)? + 1;
    fits(&|n| n >= from).then(|| format!("those from {from} on are slow"))
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn simple_conditions_are_said() {
        let of = |holds: &dyn Fn(usize) -> bool| pattern(&(1..=128).map(holds).collect::<Vec<_>>());
        assert_eq!(
            of(&|n| n % 2 == 0).as_deref(),
            Some("multiples of 2 alone are slow")
        );
        assert_eq!(of(&|n| n >= 3).as_deref(), Some("those from 3 on are slow"));
        assert_eq!(of(&|_| true), None);
        assert_eq!(of(&|n| n == 7), None);
    }
}

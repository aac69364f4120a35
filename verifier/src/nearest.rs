//! What was perhaps meant by a name that is none.

/// The known name that takes the fewest edits to reach, if they are few enough for a typing error.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let distances = known
        .into_iter()
        .map(|other| (strsim::damerau_levenshtein(&lower, &other.to_lowercase()), other));
    let (distance, other) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= name.chars().count() / 2 + 1 && distance < other.chars().count()).then_some(other)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_are_recognised_and_other_words_are_not() {
        let known = ["saxpy", "scale", "reduce"];
        assert_eq!(nearest("saxpi", known), Some("saxpy"));
        assert_eq!(nearest("RECUDE", known), Some("reduce"));
        assert_eq!(nearest("xyzzyxyzzy", known), None);
        assert_eq!(nearest("a", []), None);
    }
}

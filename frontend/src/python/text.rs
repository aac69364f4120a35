//! Texts that know where in the Python file each of their bytes stands.

use std::ops::Range;

/// A string of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    text: String,
    /// The offset in the file of each byte: for what an escape or a template makes, that of the escape or of the hole.
    at: Vec<u32>,
    /// It grew beyond [`LONGEST`], and more was left out.
    is_cut: bool,
}

/// Bytes of a text; nobody writes longer programs, but three lines of a file can ask for one.
const LONGEST: usize = 4 << 20;

impl Text {
    /// A text whose bytes all stand at one place.
    pub fn at_once(text: &str, at: usize) -> Text {
        Text {
            text: text.to_owned(),
            at: vec![number(at); text.len()],
            is_cut: false,
        }
    }

    /// Whether it is longer than what is followed.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Appends a character that stands somewhere, byte for byte if it is written there as it is.
    pub fn push(&mut self, sign: char, at: usize, verbatim: bool) {
        self.text.push(sign);
        let step = usize::from(verbatim);
        self.at
            .extend((0..sign.len_utf8()).map(|n| number(at + n * step)));
    }

    pub fn append(&mut self, other: &Text) {
        self.is_cut |= other.is_cut || self.text.len() + other.text.len() > LONGEST;
        if self.is_cut {
            return;
        }
        self.text.push_str(&other.text);
        self.at.extend(&other.at);
    }

    pub fn slice(&self, range: Range<usize>) -> Text {
        Text {
            text: self.text[range.clone()].to_owned(),
            at: self.at[range].to_vec(),
            is_cut: self.is_cut,
        }
    }

    /// Where the byte at an offset stands in the file.
    pub fn place(&self, offset: usize) -> Option<usize> {
        self.at.get(offset).map(|at| *at as usize)
    }

    /// The text as a part of another: a few words stand where they are put in, lines keep their own places.
    pub fn put_in(&self, at: usize) -> Text {
        if self.is_cut || self.text.contains('\n') {
            return self.clone();
        }
        Text::at_once(&self.text, at)
    }

    /// `str.replace`, once there is something to look for.
    pub fn replace(&self, from: &str, to: &Text) -> Text {
        let (mut all, mut done) = (Text::default(), 0);
        for (at, found) in self.text.match_indices(from) {
            all.append(&self.slice(done..at));
            all.append(&to.put_in(self.place(at).unwrap_or(0)));
            done = at + found.len();
        }
        all.append(&self.slice(done..self.text.len()));
        all
    }

    /// `textwrap.dedent`: without the white space that all lines begin with that hold anything else.
    pub fn dedent(&self) -> Text {
        let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let lines = || self.text.split_inclusive('\n');
        let mut filled = lines().filter(|line| !line.trim().is_empty());
        let first = filled.next().map_or("", |line| &line[..indent(line)]);
        let common = filled.fold(first.len(), |common, line| {
            let same = line
                .bytes()
                .zip(first.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            common.min(same)
        });
        let (mut all, mut start) = (Text::default(), 0);
        for line in lines() {
            let end = start + line.len();
            let from = match line.trim_matches([' ', '\t', '\n']) {
                "" => end - usize::from(line.ends_with('\n')),
                _ => start + common,
            };
            all.append(&self.slice(from..end));
            start = end;
        }
        all
    }

    /// Has the places within each declaration go forward only, as all that compares places of one function takes for granted: where a
    /// template's parts were written in another order, a part stands where the one before it ends.
    pub fn settle(&mut self) {
        let code = crate::plain::blank(&self.text);
        let (mut depth, mut least) = (0_i32, 0);
        for (byte, at) in code.iter().zip(&mut self.at) {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth > 0 || *byte == b'}' {
                *at = (*at).max(least);
                least = *at;
            } else if matches!(byte, b';' | b'\n') {
                least = 0;
            }
        }
    }
}

fn number(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

//! What requests of warps cost.
//!
//! Shared memory has 32 banks of 4 bytes. Words of one bank are served one after the other, lanes that read one word at once; lanes
//! that ask for 8 bytes are served in two halves of the warp, for 16 in four quarters. Global memory is moved in sectors of 32 bytes.
//! CUDA C++ Programming Guide, "Shared Memory" and "Device Memory Accesses" of the compute capabilities; CUDA C++ Best Practices
//! Guide, "Coalesced Access to Global Memory".

use kverify_smt::requests::Group;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const BANKS: i64 = 32;
const WORD: i64 = 4;
const SECTOR: i64 = 32;

/// The widest access of a lane, bytes.
const WIDEST: u32 = 16;

/// Lanes that ask for bytes at once: the number of bytes of each, and the lanes with their offsets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Of each lane.
    pub bytes: u32,
    /// Lane and byte offset.
    pub lanes: Vec<(u32, i64)>,
}

/// What of a memory is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Passes through the banks of shared memory.
    Passes,
    /// Sectors of global memory, of offsets that lack a multiple of so many bytes.
    Sectors(Option<u64>),
}

/// What one request costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Words of the worst bank, or sectors.
    pub most: u32,
    /// What it would be at best.
    pub least: u32,
    /// Passes or sectors altogether.
    pub spent: u32,
    /// The same at best.
    pub ideal: u32,
}

/// What the requests of a site cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many.
    pub requests: u64,
    /// Passes or sectors.
    pub spent: u64,
    /// What these would be at best.
    pub ideal: u64,
    /// Of the worst request, and what it could be.
    pub worst: [u32; 2],
    /// The worst request: the block's index, and two threads of it, counted x first.
    pub at: Option<(u32, [u32; 2])>,
}

impl Tally {
    /// Counts.
    pub fn of(groups: &[Group], of: Of) -> Tally {
        let mut tally = Tally::default();
        for group in groups {
            for request in requests(group) {
                tally.add(&request, of, (group.block, group.warp));
            }
        }
        tally
    }

    fn add(&mut self, request: &Request, of: Of, (block, warp): (u32, u32)) {
        let cost = cost(request, of);
        self.requests += 1;
        self.spent += u64::from(cost.spent);
        self.ideal += u64::from(cost.ideal);
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        let is_worse =
            self.at.is_none() || product(cost.most, self.worst[1]) > product(self.worst[0], cost.least);
        if is_worse {
            self.worst = [cost.most, cost.least];
            self.at = Some((block, apart(request, of).map(|lane| warp * 32 + lane)));
        }
    }

    /// Whether the worst is worth a word.
    pub fn is_slow(&self) -> bool {
        self.at.is_some() && self.worst[0] >= 2 * self.worst[1]
    }
}

/// The requests of a warp's group: the parts of a vector make one, where each lane's are aligned to the whole.
pub fn requests(group: &Group) -> Vec<Request> {
    let mut pieces: Vec<_> = group.pieces.iter().collect();
    pieces.sort_by_key(|piece| piece.order);
    let mut out = Vec::new();
    let mut rest = pieces.as_slice();
    while let Some(first) = rest.first() {
        let mut joined = (1, first.bytes);
        let mut bytes = first.bytes;
        for (n, pair) in rest.windows(2).enumerate() {
            let follows =
                |(a, b): (&(u32, i64), &(u32, i64))| a.0 == b.0 && a.1 + i64::from(pair[0].bytes) == b.1;
            let alike = pair[0].lanes.len() == pair[1].lanes.len();
            if !alike
                || !pair[0].lanes.iter().zip(&pair[1].lanes).all(follows)
                || bytes + pair[1].bytes > WIDEST
            {
                break;
            }
            bytes += pair[1].bytes;
            let is_aligned = first
                .lanes
                .iter()
                .all(|(_, offset)| offset.rem_euclid(i64::from(bytes)) == 0);
            if bytes.is_power_of_two() && is_aligned {
                joined = (n + 2, bytes);
            }
        }
        out.push(Request {
            bytes: joined.1,
            lanes: first.lanes.clone(),
        });
        rest = &rest[joined.0..];
    }
    out
}

/// What a request costs.
pub fn cost(request: &Request, of: Of) -> Cost {
    match of {
        Of::Passes => passes(request),
        Of::Sectors(floating) => sectors(request, floating),
    }
}

fn passes(request: &Request) -> Cost {
    let mut cost = Cost {
        most: 0,
        least: 1,
        spent: 0,
        ideal: 0,
    };
    for lanes in request.parts() {
        let degree = banks(request.bytes, lanes).values().map(BTreeSet::len).max();
        let degree = degree.unwrap_or(0) as u32;
        cost.most = cost.most.max(degree);
        cost.spent += degree;
        cost.ideal += 1;
    }
    cost
}

impl Request {
    /// The lanes that are served together.
    fn parts(&self) -> impl Iterator<Item = &[(u32, i64)]> {
        let width = match self.bytes {
            0..=4 => 32,
            5..=8 => 16,
            _ => 8,
        };
        self.lanes.chunk_by(move |a, b| a.0 / width == b.0 / width)
    }
}

/// The words that are asked for, by bank.
fn banks(bytes: u32, lanes: &[(u32, i64)]) -> BTreeMap<i64, BTreeSet<i64>> {
    let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for (_, offset) in lanes {
        for word in offset.div_euclid(WORD)..=(offset + i64::from(bytes) - 1).div_euclid(WORD) {
            banks.entry(word.rem_euclid(BANKS)).or_default().insert(word);
        }
    }
    banks
}

/// Where the base is not known, as few as it may be.
fn sectors(request: &Request, floating: Option<u64>) -> Cost {
    let bytes = i64::from(request.bytes);
    let starts: BTreeSet<i64> = request.lanes.iter().map(|(_, offset)| *offset).collect();
    let mut touched = 0;
    let mut end = i64::MIN;
    for &start in &starts {
        touched += (start + bytes - start.max(end)).max(0);
        end = end.max(start + bytes);
    }
    let count = |shift: i64| {
        let sectors = starts.iter().flat_map(|start| {
            let first = (start + shift).div_euclid(SECTOR);
            first..=(start + shift + bytes - 1).div_euclid(SECTOR)
        });
        sectors.collect::<BTreeSet<i64>>().len() as u32
    };
    let step = floating.map_or(SECTOR, |step| {
        i64::try_from(step).unwrap_or(SECTOR).clamp(1, SECTOR)
    });
    let shifts = (0..SECTOR).step_by(step as usize);
    let spent = shifts.map(count).min().unwrap_or(0);
    let least = touched.unsigned_abs().div_ceil(SECTOR.unsigned_abs()) as u32;
    Cost {
        most: spent,
        least,
        spent,
        ideal: least,
    }
}

/// Two lanes that show it: of one bank and different words, or of different sectors.
fn apart(request: &Request, of: Of) -> [u32; 2] {
    let first = request.lanes.first().map_or(0, |(lane, _)| *lane);
    let word = |offset: i64| offset.div_euclid(WORD);
    let pair = match of {
        Of::Sectors(_) => {
            let far = request.lanes.iter().find(|(_, offset)| {
                request
                    .lanes
                    .first()
                    .is_some_and(|(_, own)| offset.abs_diff(*own) >= SECTOR.unsigned_abs())
            });
            far.map(|(lane, _)| [first, *lane])
        }
        Of::Passes => request.parts().find_map(|lanes| {
            let words = banks(request.bytes, lanes);
            let most = words
                .values()
                .max_by_key(|words| words.len())
                .filter(|words| words.len() > 1)?;
            let holds = |wanted: i64| {
                let last = |offset: i64| word(offset + i64::from(request.bytes) - 1);
                let found = lanes
                    .iter()
                    .find(|(_, o)| (word(*o)..=last(*o)).contains(&wanted));
                found.map(|(lane, _)| *lane)
            };
            Some([holds(*most.first()?)?, holds(*most.last()?)?])
        }),
    };
    pair.unwrap_or([first, first])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(bytes: u32, offset: impl Fn(i64) -> i64) -> Request {
        Request {
            bytes,
            lanes: (0..32).map(|lane| (lane, offset(i64::from(lane)))).collect(),
        }
    }

    fn degree(bytes: u32, offset: impl Fn(i64) -> i64) -> u32 {
        passes(&request(bytes, offset)).most
    }

    #[test]
    fn words_of_one_bank_are_served_one_after_the_other() {
        assert_eq!(degree(4, |lane| 4 * lane), 1);
        assert_eq!(degree(4, |lane| 8 * lane), 2);
        assert_eq!(degree(4, |lane| 12 * lane), 1);
        assert_eq!(degree(4, |lane| 128 * lane), 32);
        assert_eq!(degree(4, |lane| 132 * lane), 1);
        // One word for all, and bytes of one word.
        assert_eq!(degree(4, |_| 128), 1);
        assert_eq!(degree(1, |lane| lane), 1);
        assert_eq!(degree(2, |lane| 64 * lane), 16);
    }

    #[test]
    fn wide_accesses_are_served_in_parts() {
        assert_eq!(degree(8, |lane| 8 * lane), 1);
        assert_eq!(degree(16, |lane| 16 * lane), 1);
        assert_eq!(degree(8, |lane| 16 * lane), 2);
        assert_eq!(degree(16, |lane| 128 * lane), 8);
        let halves = passes(&request(8, |lane| 8 * lane));
        assert_eq!((halves.spent, halves.ideal), (2, 2));
    }

    #[test]
    fn sectors_are_counted_against_the_bytes_that_are_asked_for() {
        let of = |bytes, offset: &dyn Fn(i64) -> i64| {
            let cost = sectors(&request(bytes, offset), None);
            [cost.spent, cost.least]
        };
        assert_eq!(of(4, &|lane| 4 * lane), [4, 4]);
        assert_eq!(of(4, &|lane| 4 * lane + 4), [5, 4]);
        assert_eq!(of(4, &|lane| 8 * lane), [8, 4]);
        assert_eq!(of(4, &|lane| 256 * lane), [32, 4]);
        assert_eq!(of(4, &|_| 12), [1, 1]);
        assert_eq!(of(16, &|lane| 16 * lane), [16, 16]);
        let anywhere = sectors(&request(4, |lane| 4 * lane + 4), Some(4));
        assert_eq!(anywhere.spent, 4);
    }
}

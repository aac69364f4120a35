//! Pseudo-random numbers: the same for the same seed.

/// Pseudo-random numbers (xorshift64*).
#[derive(Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random::from_state(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1);
        random.below(2);
        random.below(2);
        random
    }

    /// The sequence that follows a state, which must not be 0.
    pub fn from_state(state: u64) -> Random {
        Random { state }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
    }

    /// True in so many of 100 cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// A number of the range, ends included.
    pub fn number(&mut self, from: i128, to: i128) -> i128 {
        from + self.below((to - from + 1) as usize) as i128
    }

    /// One of them.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

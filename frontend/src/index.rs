//! Newtype indices and the vectors they index.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index into one [`IndexVec`].
pub trait Idx: Copy + Eq + Ord + fmt::Debug + 'static {
    /// The index with position `n`.
    fn new(n: usize) -> Self;
    /// The position.
    fn index(self) -> usize;
}

/// Declares a newtype index.
#[macro_export]
macro_rules! newtype_index {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);
        impl $crate::index::Idx for $name {
            fn new(n: usize) -> Self {
                $name(u32::try_from(n).expect("more than 2^32 items"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }
    };
}

/// A vector indexed by a newtype.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    marker: PhantomData<fn(I) -> I>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        IndexVec {
            raw: Vec::new(),
            marker: PhantomData,
        }
    }
    /// Appends `item` and returns its index.
    pub fn push(&mut self, item: T) -> I {
        let id = I::new(self.raw.len());
        self.raw.push(item);
        id
    }
    /// Number of items.
    pub fn len(&self) -> usize {
        self.raw.len()
    }
    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }
    /// The item at `id`, if there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.raw.get(id.index())
    }
    /// All indices, in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.raw.len()).map(I::new)
    }
    /// All items, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.raw.iter()
    }
    /// All items, in order.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.raw.iter_mut()
    }
    /// All items with their indices, in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.raw.iter().enumerate().map(|(n, t)| (I::new(n), t))
    }
    /// The plain slice.
    pub fn as_slice(&self) -> &[T] {
        &self.raw
    }
}

impl<I, T: Serialize> Serialize for IndexVec<I, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.raw.serialize(serializer)
    }
}
impl<'de, I, T: Deserialize<'de>> Deserialize<'de> for IndexVec<I, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|raw| IndexVec {
            raw,
            marker: PhantomData,
        })
    }
}
impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}
impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(iter: A) -> Self {
        IndexVec {
            raw: iter.into_iter().collect(),
            marker: PhantomData,
        }
    }
}
impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.raw[id.index()]
    }
}
impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.raw[id.index()]
    }
}
impl<I: Idx, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.raw).finish()
    }
}

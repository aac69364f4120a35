//! Memory order: what an atomic operation or a fence orders, for whom, and in which spaces. The one place that says so.
//!
//! A *release* side lets go what its thread did before: an atomic write that releases, or an atomic write after a fence that
//! does. An *acquire* side lets it in for what its thread does later: an atomic read that acquires, or one before a fence
//! that does. If the read sees the write, or a read-modify-write that goes back to it (its release sequence), and the scope
//! of each of the up to four operations holds both threads, then what was let go happens before what comes after
//! (C++17 [intro.races], [atomics.fences]; PTX ISA, "Release and Acquire Patterns", "Morally strong operations", "Causality
//! Order"; OpenCL 3.0 API, 3.3.6, "Memory Ordering Rules").
//!
//! A release sequence is the write, later writes of the same thread to the cell, and read-modify-writes of any thread; another
//! thread's store ends it.

use super::{Language, Scope, Space};
use serde::{Deserialize, Serialize};

/// A C++11 memory order. `memory_order_consume` is [`MemoryOrder::Acquire`], as in all implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are C++'s")]
pub enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl MemoryOrder {
    /// Whether a write with it, or a fence before one, lets go.
    pub fn releases(self) -> bool {
        match self {
            MemoryOrder::Release | MemoryOrder::AcqRel | MemoryOrder::SeqCst => true,
            MemoryOrder::Relaxed | MemoryOrder::Acquire => false,
        }
    }

    /// Whether a read with it, or a fence after one, lets in.
    pub fn acquires(self) -> bool {
        match self {
            MemoryOrder::Acquire | MemoryOrder::AcqRel | MemoryOrder::SeqCst => true,
            MemoryOrder::Relaxed | MemoryOrder::Release => false,
        }
    }

    /// That of one who counts. Who says no order counts as in the last-block example of the CUDA C++ Programming Guide, which has no fence
    /// after the count ("Memory Fence Functions"): it lets in. Who says that it releases says that it does not.
    pub fn of_count(self) -> MemoryOrder {
        match self {
            MemoryOrder::Relaxed => MemoryOrder::Acquire,
            MemoryOrder::Release | MemoryOrder::Acquire | MemoryOrder::AcqRel | MemoryOrder::SeqCst => self,
        }
    }

    /// The order of a compare-and-exchange that fails, where only the other is stated (C++17 [atomics.types.operations]).
    pub fn of_failure(self) -> MemoryOrder {
        match self {
            MemoryOrder::Relaxed | MemoryOrder::Release => MemoryOrder::Relaxed,
            MemoryOrder::Acquire | MemoryOrder::AcqRel => MemoryOrder::Acquire,
            MemoryOrder::SeqCst => MemoryOrder::SeqCst,
        }
    }
}

/// A set of memory spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spaces {
    /// Shared (local) memory.
    pub shared: bool,
    /// Global memory.
    pub global: bool,
    /// Images.
    pub image: bool,
}

impl Spaces {
    /// All of them, as `__syncthreads()` orders.
    pub const ALL: Spaces = Spaces {
        shared: true,
        global: true,
        image: true,
    };

    /// None of them.
    pub const NONE: Spaces = Spaces {
        shared: false,
        global: false,
        image: false,
    };

    /// Whether objects that live in `space` are covered. What a thread has for itself needs no order.
    pub fn cover(self, space: Space) -> bool {
        match space {
            Space::Shared => self.shared,
            Space::Image => self.image,
            Space::Global | Space::Constant | Space::Private => self.global,
        }
    }
}

/// What an atomic operation or a fence orders, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ordering {
    /// Its memory order.
    pub order: MemoryOrder,
    /// Which threads it is atomic for, or whose accesses a fence orders with each other.
    pub scope: Scope,
    /// In which spaces. An atomic operation orders that of its own cell in any case, and no other in OpenCL, unless it is
    /// sequentially consistent (OpenCL 3.0 API, 3.3.6.2).
    pub spaces: Spaces,
}

impl Ordering {
    /// Of CUDA's and PTX's operations, which order all spaces.
    pub const fn all(order: MemoryOrder, scope: Scope) -> Ordering {
        Ordering {
            order,
            scope,
            spaces: Spaces::ALL,
        }
    }

    /// Of an atomic operation: in OpenCL it orders its own cell's space, and the others if it is sequentially consistent.
    pub fn of_operation(language: Language, order: MemoryOrder, scope: Scope) -> Ordering {
        let spaces = match language {
            Language::OpenCl if order != MemoryOrder::SeqCst => Spaces::NONE,
            Language::OpenCl | Language::Cuda => Spaces::ALL,
        };
        Ordering { order, scope, spaces }
    }

    /// The same with the space of an atomic operation's own cell.
    pub fn on(self, cell: Space) -> Ordering {
        let spaces = Spaces {
            shared: self.spaces.shared || cell == Space::Shared,
            global: self.spaces.global || !matches!(cell, Space::Shared | Space::Image),
            image: self.spaces.image || cell == Space::Image,
        };
        Ordering { spaces, ..self }
    }

    /// Whether it lets go accesses to `edge.data` by way of a cell in `edge.cell`, for threads as far apart as `edge.apart`.
    pub fn releases(self, edge: Edge) -> bool {
        self.order.releases() && self.reaches(edge)
    }

    /// Whether it lets them in.
    pub fn acquires(self, edge: Edge) -> bool {
        self.order.acquires() && self.reaches(edge)
    }

    /// Fences of both spaces order both by way of a cell in either (OpenCL 3.0 API, 3.3.6.3); others the cell's own only.
    fn reaches(self, edge: Edge) -> bool {
        self.scope >= edge.apart && self.spaces.cover(edge.cell) && self.spaces.cover(edge.data)
    }
}

/// What a release side and an acquire side would have to order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Where the atomic cell lives.
    pub cell: Space,
    /// Where the ordered accesses go.
    pub data: Space,
    /// The smallest scope that holds both threads.
    pub apart: Scope,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERS: [MemoryOrder; 5] = [
        MemoryOrder::Relaxed,
        MemoryOrder::Acquire,
        MemoryOrder::Release,
        MemoryOrder::AcqRel,
        MemoryOrder::SeqCst,
    ];

    #[test]
    fn orders_are_one_sided_or_both() {
        let which = |f: fn(MemoryOrder) -> bool| ORDERS.map(f);
        assert_eq!(which(MemoryOrder::releases), [false, false, true, true, true]);
        assert_eq!(which(MemoryOrder::acquires), [false, true, false, true, true]);
        // Who fails has only read.
        assert!(ORDERS.iter().all(|o| o.of_failure() != MemoryOrder::Release));
    }

    #[test]
    fn an_operation_orders_its_own_space_and_a_fence_what_it_names() {
        let edge = |cell, data| Edge {
            cell,
            data,
            apart: Scope::Block,
        };
        let local = Ordering {
            order: MemoryOrder::Release,
            scope: Scope::Block,
            spaces: Spaces::NONE,
        }
        .on(Space::Shared);
        assert!(local.releases(edge(Space::Shared, Space::Shared)));
        assert!(!local.releases(edge(Space::Shared, Space::Global)));
        assert!(!local.acquires(edge(Space::Shared, Space::Shared)));
        let wide = Ordering::all(MemoryOrder::AcqRel, Scope::Grid);
        assert!(wide.acquires(edge(Space::Shared, Space::Global)));
        let narrow = Ordering::all(MemoryOrder::SeqCst, Scope::Thread);
        assert!(!narrow.releases(edge(Space::Global, Space::Global)));
    }
}

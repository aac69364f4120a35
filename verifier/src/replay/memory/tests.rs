//! Cells, bounds, pointers and contents at entry.

use super::super::fill::Fill;
use super::super::testing::{Builder, object};
use super::*;
use kverify_smt::answer::Cell;

fn inputs(cells: Vec<Cell>) -> Inputs {
    Inputs {
        cells,
        fill: Fill::Zeros,
        ..Builder::new().inputs(1, 1)
    }
}

fn at(region: RegionId, offset: i64) -> Target {
    Target { region, offset }
}

#[test]
fn bytes_come_back_as_stored() {
    let kernel = Builder::new().kernel;
    let mut kernel = kernel;
    let o = kernel.objects.push(object("A", Space::Global, None, Ty::I32));
    let mut memory = Memory::new(&kernel, &inputs(Vec::new()), 100);
    let r = memory.region(o, 0, Owner::Launch).unwrap();
    for offset in [0, 3, 254, -6, 1 << 35] {
        memory.store(at(r, offset), 0x0102_0304_0506_0708, 8, false);
        assert_eq!(
            memory.load(at(r, offset), Ty::U64).0,
            0x0102_0304_0506_0708,
            "{offset}"
        );
        assert_eq!(memory.load(at(r, offset + 2), Ty::U16).0, 0x0506);
    }
}

#[test]
fn witness_cells_come_first() {
    let mut kernel = Builder::new().kernel;
    let o = kernel.objects.push(object("A", Space::Global, None, Ty::I32));
    let cell = Cell {
        object: o,
        row: 0,
        offset: 8,
        ty: Ty::I32,
        bits: 77,
    };
    let mut memory = Memory::new(
        &kernel,
        &Inputs {
            fill: Fill::Index,
            ..inputs(vec![cell])
        },
        100,
    );
    let r = memory.region(o, 0, Owner::Launch).unwrap();
    assert_eq!(memory.load(at(r, 8), Ty::I32).0, 77);
    assert_eq!(memory.load(at(r, 12), Ty::I32).0, 3);
}

#[test]
fn limits_and_bounds_are_reported() {
    let mut kernel = Builder::new().kernel;
    let o = kernel.objects.push(object("s", Space::Shared, Some(16), Ty::I32));
    let mut memory = Memory::new(&kernel, &inputs(Vec::new()), 1);
    let r = memory.region(o, 0, Owner::Block(0)).unwrap();
    assert!(memory.load(at(r, 12), Ty::I32).1.uninitialised);
    assert!(!memory.load(at(r, 12), Ty::I32).1.uninitialised, "only once");
    assert!(memory.load(at(r, 14), Ty::I32).1.out_of_bounds);
    assert!(memory.store(at(r, 4096), 1, 4, false).exhausted);
}

#[test]
fn pointers_in_memory_lead_to_rows_of_their_own() {
    let mut kernel = Builder::new().kernel;
    let o = kernel.objects.push(object("rows", Space::Global, None, Ty::Ptr));
    let mut memory = Memory::new(&kernel, &inputs(Vec::new()), 100);
    let r = memory.region(o, 0, Owner::Launch).unwrap();
    let (first, _) = memory.load(at(r, 0), Ty::Ptr);
    let (second, _) = memory.load(at(r, 8), Ty::Ptr);
    assert_ne!(first, second);
    assert_eq!(memory.load(at(r, 0), Ty::Ptr).0, first);
    let row = memory.target(first as u64).unwrap();
    assert_ne!(row.region, r);
    assert_eq!(row.offset, 0);
}

#[test]
fn leaving_the_region_is_noticed() {
    let address = Memory::address(at(3, 10));
    assert_eq!(
        Memory::offset_pointer(address, -20),
        (Memory::address(at(3, -10)), true)
    );
    assert!(!Memory::offset_pointer(address, i64::MIN).1);
    assert!(!Memory::offset_pointer(address, 1 << 39).1);
}

#[test]
fn zeroed_objects_hold_zeros_but_for_fixed_cells_and_under_any_name() {
    let mut kernel = Builder::new().kernel;
    let [a, b, other] = ["a", "b", "other"].map(|name| {
        let id = kernel.objects.push(object(name, Space::Global, None, Ty::I32));
        let var = kernel.vars.push(kverify_frontend::ir::Var {
            name: name.to_owned(),
            ty: Ty::Ptr,
            user: true,
        });
        kernel.params.push(kverify_frontend::ir::Param {
            name: name.to_owned(),
            var,
            ty: Ty::Ptr,
            object: Some(id),
            pointee: None,
        });
        id
    });
    let cell = Cell {
        object: a,
        row: 0,
        offset: 4,
        ty: Ty::I32,
        bits: 9,
    };
    let inputs = Inputs {
        fill: Fill::Ones,
        zeroed: vec![b],
        aliases: vec![vec![0, 1]],
        ..inputs(vec![cell])
    };
    let mut memory = Memory::new(&kernel, &inputs, 100);
    let is = memory.alias(b);
    assert_eq!(is, a);
    let r = memory.region(is, 0, Owner::Launch).unwrap();
    assert_eq!(memory.load(at(r, 0), Ty::I32).0, 0);
    assert_eq!(memory.load(at(r, 4), Ty::I32).0, 9);
    assert!(!memory.open_cells, "nothing was left to choose");
    let r = memory.region(other, 0, Owner::Launch).unwrap();
    assert_eq!(memory.load(at(r, 0), Ty::I32).0, 1);
    assert!(memory.open_cells);
}

//! What is given of arrays: lists and single elements.

use super::{ByHandError, integer, known, scalar, wrong};
use crate::replay::Inputs;
use kverify_frontend::ir::{Kernel, Object, ObjectId, Space, Ty};
use kverify_smt::answer::Cell;

/// Elements that one array may be given.
const MOST_ELEMENTS: u64 = 1 << 20;

/// `NAME=LIST` or `NAME[INDEX]=VALUE`.
pub(super) fn set_array(kernel: &Kernel, inputs: &mut Inputs, text: &str) -> Result<(), ByHandError> {
    let Some((target, list)) = text.split_once('=') else {
        return wrong(format!("`{text}` is not NAME=LIST"));
    };
    let (name, index) = match target.trim().strip_suffix(']').and_then(|t| t.split_once('[')) {
        Some((name, index)) => (name.trim(), Some(integer(index.trim())?)),
        None => (target.trim(), None),
    };
    let (id, ty) = array(kernel, name)?;
    if let Some(index) = index {
        set_cell(inputs, id, ty, index, scalar(ty, list.trim())?);
        return Ok(());
    }
    let (elements, open) = elements(ty, list)?;
    inputs.cells.retain(|cell| cell.object != id || cell.row != 0);
    for (index, bits) in (0..).zip(&elements) {
        let offset = i128::from(ty.bytes()) * index;
        inputs.cells.push(Cell {
            object: id,
            row: 0,
            offset,
            ty,
            bits: *bits,
        });
    }
    inputs.sizes.retain(|(object, _)| *object != id);
    if !open {
        resize(inputs, id, u64::from(ty.bytes()) * elements.len() as u64);
    }
    Ok(())
}

pub(super) fn resize(inputs: &mut Inputs, object: ObjectId, bytes: u64) {
    inputs.sizes.retain(|(o, _)| *o != object);
    inputs.sizes.push((object, bytes));
}

fn set_cell(inputs: &mut Inputs, object: ObjectId, ty: Ty, index: i128, bits: u128) {
    let offset = i128::from(ty.bytes()).saturating_mul(index);
    inputs
        .cells
        .retain(|cell| (cell.object, cell.row, cell.offset) != (object, 0, offset));
    inputs.cells.push(Cell {
        object,
        row: 0,
        offset,
        ty,
        bits,
    });
}

/// The array of that name: a parameter's first, then a variable's.
fn array(kernel: &Kernel, name: &str) -> Result<(ObjectId, Ty), ByHandError> {
    let shared = |object: &Object| object.space != Space::Private;
    let by_param = kernel
        .params
        .iter()
        .find(|p| p.name == name)
        .and_then(|p| p.object);
    let found = by_param.or_else(|| {
        let mut objects = kernel.objects.iter_enumerated();
        objects
            .find(|(_, o)| shared(o) && o.name == name)
            .map(|(id, _)| id)
    });
    let Some(id) = found else {
        return wrong(format!(
            "`{}` has no array `{name}`{}",
            kernel.name,
            known(
                kernel
                    .objects
                    .iter()
                    .filter(|o| shared(o))
                    .map(|o| o.name.as_str())
            )
        ));
    };
    let ty = kernel.objects.get(id).map_or(Ty::I32, |object| object.elem);
    match ty {
        Ty::Ptr => wrong(format!("`{name}` holds pointers; they cannot be given by hand")),
        _ if ty.bytes() == 0 => wrong(format!("the elements of `{name}` have no size")),
        _ => Ok((id, ty)),
    }
}

/// The elements of a list, and whether it is open at its end.
pub(super) fn elements(ty: Ty, list: &str) -> Result<(Vec<u128>, bool), ByHandError> {
    let mut elements = Vec::new();
    let mut open = false;
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        if open {
            return wrong(format!("nothing can follow `...` in `{list}`"));
        }
        if item == "..." {
            open = true;
        } else {
            push_item(&mut elements, ty, item)?;
        }
    }
    if elements.is_empty() && !open {
        return wrong("an array needs at least one element".to_owned());
    }
    Ok((elements, open))
}

fn push_item(elements: &mut Vec<u128>, ty: Ty, item: &str) -> Result<(), ByHandError> {
    let room = MOST_ELEMENTS - elements.len() as u64;
    let too_many = |n: u64| {
        wrong(format!(
            "{n} more elements in `{item}` are too many; {MOST_ELEMENTS} are the most"
        ))
    };
    if let Some((first, last)) = item.split_once("..") {
        let (first, last) = (integer(first.trim())?, integer(last.trim())?);
        let count = last.abs_diff(first).saturating_add(1);
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        if count > room {
            return too_many(count);
        }
        let step = if last < first { -1 } else { 1 };
        for n in 0..i128::from(count) {
            elements.push(scalar(ty, &(first + step * n).to_string())?);
        }
        return Ok(());
    }
    let (value, times) = match item.split_once('*') {
        Some((value, times)) => {
            let times = times.trim().parse::<u64>();
            let times = times.map_err(|_| ByHandError(format!("`{item}` is not VALUE*TIMES")))?;
            (value.trim(), times)
        }
        None => (item, 1),
    };
    if times > room {
        return too_many(times);
    }
    let bits = scalar(ty, value)?;
    elements.extend(std::iter::repeat_n(bits, times as usize));
    Ok(())
}

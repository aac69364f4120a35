//! Which kernels are compared, and which of their arguments are the same.

use super::{Request, refuse};
use crate::plan::UsageError;
use kverify_frontend::ir::{Kernel, ObjectId, ObjectSource, Space, Ty};
use kverify_frontend::{Options, Source};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::Path;

/// A kernel, or a function that is run like one.
pub(super) struct Side {
    pub kernel: Kernel,
    /// It is no kernel: one thread runs it.
    pub is_function: bool,
}

/// What is given to both sides, by one number each.
#[derive(Default)]
pub(super) struct Pairing {
    /// For each side, the number and elements of what its objects are.
    pub arrays: [FxHashMap<ObjectId, (u32, Ty)>; 2],
    /// For each side, the number of its scalar parameters.
    pub scalars: [BTreeMap<u32, u32>; 2],
    /// By number: a name.
    pub names: Vec<String>,
    /// Arrays of one side alone, which are not compared.
    pub unmatched: Vec<String>,
    /// Numbers of what both sides have.
    pub shared: Vec<u32>,
}

/// Reads both sides.
pub(super) fn read(request: &Request) -> Result<[Side; 2], UsageError> {
    let [a, b] = &request.sides;
    Ok([side(a, &request.parse)?, side(b, &request.parse)?])
}

fn side(text: &str, options: &Options) -> Result<Side, UsageError> {
    let cuts = text.match_indices(':').map(|(at, _)| at);
    let mut split = cuts.map(|at| (&text[..at], Some(&text[at + 1..])));
    let (path, name) = split
        .find(|(path, _)| Path::new(path).is_file())
        .unwrap_or((text, None));
    let source = Source {
        path: kverify_frontend::files::never_an_option(Path::new(path)),
        text: None,
    };
    let parse = |options: &Options| match crate::source::parse(&source, options) {
        Ok(module) => Ok(module),
        Err(error) => refuse(format!("{path} cannot be read: {error:?}")),
    };
    let is_it = |kernel: &&Kernel, name: &str| {
        kernel.name == name || format!("{}{}", kernel.name, kernel.instantiation) == name
    };
    let module = parse(options)?;
    let Some(name) = name else {
        return match module.kernels.as_slice() {
            [kernel] => Ok(Side {
                kernel: kernel.clone(),
                is_function: false,
            }),
            all => refuse(format!(
                "{path} has {} kernels; write {path}:NAME for the one that is meant",
                all.len()
            )),
        };
    };
    if let Some(kernel) = module.kernels.iter().find(|k| is_it(k, name)).cloned() {
        return Ok(Side {
            kernel,
            is_function: false,
        });
    }
    let with_function = parse(&Options {
        functions: vec![name.to_owned()],
        ..options.clone()
    })?;
    match with_function.kernels.iter().find(|k| is_it(k, name)).cloned() {
        Some(kernel) => Ok(Side {
            kernel,
            is_function: true,
        }),
        None => refuse(format!(
            "{path} has no kernel and no function `{name}`; its kernels are {}",
            module
                .kernels
                .iter()
                .map(|k| k.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        )),
    }
}

/// Finds what each side knows by which number.
pub(super) fn pair(sides: &[Side; 2], request: &Request) -> Result<Pairing, UsageError> {
    let [a, b] = sides;
    let (left, right) = (&a.kernel.params, &b.kernel.params);
    let mut partner: Vec<Option<usize>> = vec![None; left.len()];
    for text in &request.map {
        let found = text.split_once('=').and_then(|(x, y)| {
            let at = |params: &[kverify_frontend::ir::Param], name: &str| {
                params.iter().position(|p| p.name == name)
            };
            Some((at(left, x.trim())?, at(right, y.trim())?))
        });
        let Some((x, y)) = found else {
            return refuse(format!(
                "--map {text}: write PARAMETER=PARAMETER, of the first and of the second side"
            ));
        };
        partner[x] = Some(y);
    }
    let kind = |p: &kverify_frontend::ir::Param| p.object.is_some();
    let mapped = partner.iter().flatten().copied().collect::<Vec<_>>();
    let open_left: Vec<usize> = (0..left.len()).filter(|&n| partner[n].is_none()).collect();
    let open_right: Vec<usize> = (0..right.len()).filter(|n| !mapped.contains(n)).collect();
    let namesake = |n: usize| {
        let same = |m: &&usize| right[**m].name == left[n].name && kind(&right[**m]) == kind(&left[n]);
        open_right.iter().find(same).copied()
    };
    let by_name = open_left.iter().filter(|n| namesake(**n).is_some()).count();
    let alike = open_left.len() == open_right.len()
        && open_left.iter().zip(&open_right).all(|(n, m)| {
            kind(&left[*n]) == kind(&right[*m]) && (kind(&left[*n]) || left[*n].ty == right[*m].ty)
        });
    if by_name == open_left.len().min(open_right.len()) {
        for n in &open_left {
            partner[*n] = namesake(*n);
        }
    } else if alike {
        for (n, m) in open_left.iter().zip(&open_right) {
            partner[*n] = Some(*m);
        }
    } else {
        return refuse(
            "the parameters of both sides have neither the same names nor the same types in the same order; say with --map \
             PARAMETER=PARAMETER which are the same"
                .to_owned(),
        );
    }
    Ok(numbered(sides, &partner))
}

fn numbered(sides: &[Side; 2], partner: &[Option<usize>]) -> Pairing {
    let mut pairing = Pairing::default();
    let [a, b] = sides.each_ref().map(|side| &side.kernel);
    for (n, param) in a.params.iter().enumerate() {
        let number = pairing.names.len() as u32;
        pairing.names.push(param.name.clone());
        let other = partner[n].map(|m| (m, &b.params[m]));
        let elem = |kernel: &Kernel, object: ObjectId| kernel.objects[object].elem;
        match param.object {
            Some(object) => {
                pairing.arrays[0].insert(object, (number, sized(elem(a, object))));
            }
            None => drop(pairing.scalars[0].insert(n as u32, number)),
        }
        if let Some((m, other)) = other {
            pairing.shared.push(number);
            match (other.object, param.object) {
                // Both draw what the first side's elements are.
                (Some(object), Some(own)) => {
                    pairing.arrays[1].insert(object, (number, sized(elem(a, own))));
                }
                _ => drop(pairing.scalars[1].insert(m as u32, number)),
            }
        } else if param.object.is_some() {
            pairing.unmatched.push(param.name.clone());
        }
    }
    for (m, param) in b
        .params
        .iter()
        .enumerate()
        .filter(|(m, _)| !partner.contains(&Some(*m)))
    {
        let number = pairing.names.len() as u32;
        pairing.names.push(param.name.clone());
        match param.object {
            Some(object) => {
                pairing.arrays[1].insert(object, (number, sized(b.objects[object].elem)));
                pairing.unmatched.push(param.name.clone());
            }
            None => drop(pairing.scalars[1].insert(m as u32, number)),
        }
    }
    variables(sides, &mut pairing);
    pairing
}

/// Variables outside of functions are the same if they have one name.
fn variables(sides: &[Side; 2], pairing: &mut Pairing) {
    let mut known: FxHashMap<String, (usize, u32, Ty)> = FxHashMap::default();
    for (n, side) in sides.iter().enumerate() {
        for (id, object) in side.kernel.objects.iter_enumerated() {
            let is_given = matches!(object.space, Space::Global | Space::Constant | Space::Image)
                && object.init.is_none()
                && object.source != ObjectSource::Local;
            if !is_given || pairing.arrays[n].contains_key(&id) {
                continue;
            }
            let twin = known.get(&object.name).copied();
            let (number, ty) = match twin.filter(|(m, ..)| *m != n) {
                Some((_, number, ty)) => {
                    pairing.shared.push(number);
                    (number, ty)
                }
                None => {
                    let number = pairing.names.len() as u32;
                    pairing.names.push(object.name.clone());
                    known.insert(object.name.clone(), (n, number, sized(object.elem)));
                    (number, sized(object.elem))
                }
            };
            pairing.arrays[n].insert(id, (number, ty));
        }
    }
}

fn sized(ty: Ty) -> Ty {
    if ty.bytes() == 0 { Ty::U8 } else { ty }
}

impl Pairing {
    /// The type of the scalar of a number.
    pub fn scalar_ty(&self, sides: &[Side; 2], number: u32) -> Option<Ty> {
        [0, 1].into_iter().find_map(|n| {
            let param = self.scalars[n].iter().find(|(_, m)| **m == number)?.0;
            sides[n].kernel.params.get(*param as usize).map(|p| p.ty)
        })
    }

    /// The elements' type of the array of a number.
    pub fn element_ty(&self, number: u32) -> Ty {
        let all = self.arrays.iter().flat_map(|arrays| arrays.values());
        let mut known = all.filter(|(n, _)| *n == number).map(|(_, ty)| *ty);
        known.next().unwrap_or(Ty::U8)
    }

    /// The numbers of all scalars, in order.
    pub fn scalar_numbers(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.scalars.iter().flat_map(|s| s.values().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

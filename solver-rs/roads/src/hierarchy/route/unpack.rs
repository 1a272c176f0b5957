//! Unpacking: which two arcs an arc of the path represents.

use std::cmp::Ordering;

use crate::hierarchy::lanes::Lane;
use crate::hierarchy::metric::Metric;
use crate::hierarchy::topology::Hierarchy;

/// An arc on the path from tail to head, stored at the lower of both: among the arcs out of it or into it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathArc {
    pub(super) tail: u32,
    pub(super) head: u32,
    pub(super) arc: u32,
}

/// The arcs that an arc represents, over the lowest possible node, or `None` if it is a turn.
///
/// Possible nodes are in two lists: those that the tail leads down to, and those that lead up to the head. Few nodes
/// are in both, and only their costs are read, because each is a cache line of its own.
pub(super) fn halves(
    hierarchy: &Hierarchy,
    metric: &Metric,
    lane: Lane,
    PathArc { tail, head, arc }: PathArc,
) -> Option<[PathArc; 2]> {
    let is_up = tail < head;
    let cost = if is_up { metric.out(arc as usize, lane) } else { metric.into(arc as usize, lane) };
    let down = hierarchy.lower_in.of_node(tail);
    let up = hierarchy.lower_out.of_node(head);
    first_of_both(down, up, |low, to_low, from_low| {
        let first = metric.into(to_low as usize, lane);
        let second = metric.out(from_low as usize, lane);
        let is_it = first + second == cost && cost > if is_up { first } else { second };
        is_it.then(|| {
            let first = PathArc { tail, head: low, arc: to_low };
            [first, PathArc { tail: low, head, arc: from_low }]
        })
    })
}

/// The first node in both lists for which `look` returns something. Both lists ascend; nodes that are missing in the
/// other list are skipped by steps that double.
fn first_of_both<Found>(
    mut a: &[(u32, u32)],
    mut b: &[(u32, u32)],
    mut look: impl FnMut(u32, u32, u32) -> Option<Found>,
) -> Option<Found> {
    while let (Some(&(node, arc)), Some(&(other, other_arc))) = (a.first(), b.first()) {
        match node.cmp(&other) {
            Ordering::Less => a = skipped_to(a, other),
            Ordering::Greater => b = skipped_to(b, node),
            Ordering::Equal => {
                if let Some(found) = look(node, arc, other_arc) {
                    return Some(found);
                }
                (a, b) = (&a[1..], &b[1..]);
            }
        }
    }
    None
}

/// The part of the list from a node on. The list starts before that node.
fn skipped_to(list: &[(u32, u32)], node: u32) -> &[(u32, u32)] {
    let mut step = 1;
    while list.get(step).is_some_and(|it| it.0 < node) {
        step *= 2;
    }
    let from = step / 2;
    let within = &list[from..list.len().min(step + 1)];
    &list[from + within.partition_point(|it| it.0 < node)..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn common_elements_are_found_in_order() {
        let mut random = Random::seeded(3);
        let mut drawn = |count, most| -> Vec<(u32, u32)> {
            let mut nodes: Vec<u32> = (0..count).map(|_| random.below(most)).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes.into_iter().map(|it| (it, it + 1000)).collect()
        };
        for (few, many, most) in [(0, 9, 50), (3, 80, 90), (20, 20, 30), (1, 1, 2), (40, 7, 60)] {
            for _ in 0..50 {
                let (a, b) = (drawn(few, most), drawn(many, most));
                let expected: Vec<_> = a.iter().filter(|it| b.contains(it)).copied().collect();
                let mut found = Vec::new();
                let none = first_of_both(&a, &b, |node, arc, other_arc| {
                    assert_eq!((arc, other_arc), (node + 1000, node + 1000));
                    found.push((node, arc));
                    None::<()>
                });
                assert_eq!((none, found), (None, expected), "{a:?} and {b:?}");
            }
        }
    }
}

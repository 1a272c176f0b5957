//! Labels between two stops: successive breaks and rests may come in many orders, of which few matter.
//!
//! Two breaks taken one after the other at one place leave the vehicle in the same state in either order. A label is
//! therefore compared with those that have taken the same breaks and are at the same spot, and is not extended if one
//! of them dominates it. A route of three stops with four breaks and a rest of two parts has 200 labels per gap instead
//! of the 3,500 at which its walk was cut off.
//!
//! ```text
//! heads[hash of breaks and spot] ──> label ──> label ──> …     O(1) per label, unless hashes collide
//! ```

use crate::instance::NOWHERE;
use crate::timeline::Role;

use super::{Label, Walk};

const HEADS: usize = 64;

/// Scratch: labels of the current gap by the hash of their breaks and spot.
#[derive(Clone, Debug, Default)]
pub(super) struct Between {
    heads: Vec<u32>,
    /// Per label of the gap, counted from `first`: the next label with its hash, and whether a later label dominates
    /// it.
    chains: Vec<(u32, bool)>,
    /// The first label of the gap.
    first: usize,
}

impl Between {
    /// Begins a gap whose first label has the index `first` in the arena.
    pub(super) fn begin(&mut self, first: usize) {
        self.heads.clear();
        self.heads.resize(HEADS, NOWHERE);
        self.chains.clear();
        self.first = first;
    }

    pub(super) fn is_dominated(&self, at: usize) -> bool {
        self.chains.get(at - self.first).is_some_and(|it| it.1)
    }
}

/// Returns the hash of a label's spot and breaks taken.
fn head_of(label: &Label) -> usize {
    let spot = label.stay.left ^ u64::from(label.target).rotate_left(33);
    let word = spot ^ u64::from(label.taken).rotate_left(17) ^ u64::from(label.here);
    usize::try_from(word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58).expect("six bits")
}

fn is_same_spot(one: &Label, other: &Label) -> bool {
    (one.here, one.settled, one.target, one.stay.left, one.stay.place)
        == (other.here, other.settled, other.target, other.stay.left, other.stay.place)
}

impl Walk<'_> {
    /// Records a label of the gap that is about to enter the arena, unless another one dominates it. Returns whether it
    /// may enter.
    pub(super) fn enters_gap(&mut self, new: &Label) -> bool {
        let mut between = std::mem::take(&mut self.labels.between);
        let enters = self.enters(&mut between, new);
        self.labels.between = between;
        enters
    }

    fn enters(&self, between: &mut Between, new: &Label) -> bool {
        let arena = &self.labels.arena;
        let head = head_of(new);
        let mut at = between.heads[head];
        while at != NOWHERE {
            let (next, is_dominated) = between.chains[at as usize - between.first];
            let known = &arena[at as usize];
            if !is_dominated && is_same_spot(known, new) {
                if self.dominates_between(known, new) {
                    return false;
                }
                if self.dominates_between(new, known) {
                    between.chains[at as usize - between.first].1 = true;
                }
            }
            at = next;
        }
        let own = u32::try_from(arena.len()).expect("labels are few");
        between.chains.resize(arena.len() - between.first, (NOWHERE, false));
        between.chains.push((between.heads[head], false));
        between.heads[head] = own;
        true
    }

    /// Whether one label dominates another at the same spot, where the current rest may still continue.
    fn dominates_between(&self, one: &Label, other: &Label) -> bool {
        let may_rest = one.stay.role != Role::Rest || other.stay.role == Role::Rest;
        may_rest && one.rest.has_rested_as_long_as(&other.rest) && self.dominates(one, other)
    }
}

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
//!
//! With several breaks and rests, thousands of labels are in a gap, and most of those with one head are at other spots.
//! So each entry has the whole hash, and the labels themselves, of 200 bytes each, are read only if it is equal.

use crate::instance::NOWHERE;
use crate::timeline::Role;

use super::{Label, Walk};

const HEADS: usize = 256;

/// Scratch: labels of the current gap by the hash of their breaks and spot.
#[derive(Clone, Debug, Default)]
pub(super) struct Between {
    heads: Vec<u32>,
    /// Per label of the gap, counted from `first`.
    entries: Vec<Entry>,
    /// The first label of the gap.
    first: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The hash of its breaks and spot.
    hash: u64,
    /// The entry with the same head before it.
    next: u32,
    /// Whether a later label dominates it.
    is_dominated: bool,
}

impl Between {
    /// Begins a gap whose first label has the index `first` in the arena.
    pub(super) fn begin(&mut self, first: usize) {
        self.heads.clear();
        self.heads.resize(HEADS, NOWHERE);
        self.entries.clear();
        self.first = first;
    }

    pub(super) fn is_dominated(&self, at: usize) -> bool {
        self.entries.get(at - self.first).is_some_and(|it| it.is_dominated)
    }
}

/// Returns the hash of a label's spot and breaks taken.
fn hash_of(label: &Label) -> u64 {
    let spot = label.stay.left ^ u64::from(label.target).rotate_left(33);
    let word = spot ^ label.taken.rotate_left(17) ^ u64::from(label.here);
    word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
        let hash = hash_of(new);
        let head = usize::try_from(hash >> 56).expect("eight bits");
        let mut at = between.heads[head];
        while at != NOWHERE {
            let entry = &mut between.entries[at as usize];
            if !entry.is_dominated && entry.hash == hash {
                let known = &arena[between.first + at as usize];
                if is_same_spot(known, new) {
                    if self.dominates_between(known, new) {
                        return false;
                    }
                    entry.is_dominated = self.dominates_between(new, known);
                }
            }
            at = entry.next;
        }
        // Labels that have served the next stop are in the arena too, and are never looked up here.
        let unseen = Entry { hash: 0, next: NOWHERE, is_dominated: false };
        let own = arena.len() - between.first;
        between.entries.resize(own, unseen);
        between.entries.push(Entry { hash, next: between.heads[head], is_dominated: false });
        between.heads[head] = u32::try_from(own).expect("labels are few");
        true
    }

    /// Whether one label dominates another at the same spot, where the current rest may still continue.
    fn dominates_between(&self, one: &Label, other: &Label) -> bool {
        let may_rest = one.stay.role != Role::Rest || other.stay.role == Role::Rest;
        may_rest && one.rest.has_rested_as_long_as(&other.rest) && self.dominates(one, other)
    }
}

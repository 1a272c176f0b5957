//! The part of a trip's path that matters to restrictions: an automaton over directed segments.
//!
//! ```text
//!   forbidden a b c ✕d   and   b c ✕e         a ──► ab ──► abc ─┐fails to
//!                                             b ──────────► bc ◄┘      abc refuses d itself and,
//!                                                                       by its failure link, e
//! ```
//!
//! After Aho and Corasick (1975): a state is the longest suffix of the history that is a prefix of some
//! restriction. Histories of one segment are the plain states, one per directed segment; longer ones exist
//! only for restrictions via ways, a few thousand in a country. Several restrictions may therefore share
//! via ways, overlap, or continue one another, and each is applied exactly.
//!
//! A turn is allowed if no restriction that matches the history forbids it and, if some restrictions are
//! mandatory, it is one of the turns that they demand. `only_*` via ways applies to trips along `from` and
//! all vias; the turn from `from` into the via remains free (as in OSRM; the wiki leaves it open, see
//! graphhopper/graphhopper#2689). Restrictions have hours, and the answer is the hours at which a turn is
//! closed.
//!
//! A step takes O(log restrictions), times the length of the failure chain, which is nearly always 1.

use std::collections::BTreeMap;

use super::idx::{DirectedSegment, index};
use super::restrictions::Restriction;
use crate::profile::RestrictionRule;
use crate::week::WeekHours;

/// A state: below the number of directed segments the plain state of one, otherwise a longer history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HistoryIdx(pub(super) u32);

struct Longer {
    fail: HistoryIdx,
    last: DirectedSegment,
    length: usize,
    parent: HistoryIdx,
}

/// A rule about a turn.
struct TimedRule {
    rule: RestrictionRule,
    hours: WeekHours,
    to: DirectedSegment,
}

pub(super) struct Histories {
    plain_count: u32,
    longer: Vec<Longer>,
    child: BTreeMap<(HistoryIdx, DirectedSegment), HistoryIdx>,
    rules: BTreeMap<HistoryIdx, Vec<TimedRule>>,
}

impl Histories {
    pub(super) fn new(directed_count: u32, restrictions: &[Restriction]) -> Self {
        let mut histories = Self {
            plain_count: directed_count,
            longer: Vec::new(),
            child: BTreeMap::new(),
            rules: BTreeMap::new(),
        };
        for restriction in restrictions {
            let state = histories.insert(&restriction.path);
            let Restriction { rule, hours, to, .. } = restriction;
            let timed = TimedRule { rule: *rule, hours: hours.clone(), to: *to };
            histories.rules.entry(state).or_default().push(timed);
        }
        histories.link_failures();
        histories
    }

    /// The number of states, including plain ones.
    pub(super) fn count(&self) -> u32 {
        self.plain_count + index(self.longer.len())
    }

    /// The state of a trip that starts on a segment.
    pub(super) fn start(directed: DirectedSegment) -> HistoryIdx {
        HistoryIdx(directed.0)
    }

    /// The state after continuing along `next`.
    pub(super) fn step(&self, mut state: HistoryIdx, next: DirectedSegment) -> HistoryIdx {
        loop {
            if let Some(child) = self.child.get(&(state, next)) {
                return *child;
            }
            match self.fail(state) {
                Some(fail) => state = fail,
                None => return Self::start(next),
            }
        }
    }

    /// The hours when restrictions prohibit continuing along `next` with this history.
    pub(super) fn closed(&self, state: HistoryIdx, next: DirectedSegment) -> WeekHours {
        let mut forbidden = WeekHours::NEVER;
        let mut bound = WeekHours::NEVER;
        let mut demanded = WeekHours::NEVER;
        let mut matching = Some(state);
        while let Some(state) = matching {
            for TimedRule { rule, hours, to } in self.rules.get(&state).into_iter().flatten() {
                match rule {
                    RestrictionRule::Forbidden if *to == next => forbidden = forbidden.or(hours),
                    RestrictionRule::Forbidden => {}
                    RestrictionRule::Mandatory => {
                        bound = bound.or(hours);
                        if *to == next {
                            demanded = demanded.or(hours);
                        }
                    }
                }
            }
            matching = self.fail(state);
        }
        forbidden.or(&bound.without(&demanded))
    }

    fn fail(&self, state: HistoryIdx) -> Option<HistoryIdx> {
        self.longer_of(state).map(|longer| longer.fail)
    }

    fn longer_of(&self, state: HistoryIdx) -> Option<&Longer> {
        self.longer.get(state.0.checked_sub(self.plain_count)? as usize)
    }

    fn insert(&mut self, path: &[DirectedSegment]) -> HistoryIdx {
        let mut state = Self::start(path[0]);
        for (idx, next) in path.iter().enumerate().skip(1) {
            let fresh = HistoryIdx(self.count());
            let child = *self.child.entry((state, *next)).or_insert(fresh);
            if child == fresh {
                let fail = Self::start(*next);
                let longer = Longer { fail, last: *next, length: idx + 1, parent: state };
                self.longer.push(longer);
            }
            state = child;
        }
        state
    }

    /// A history fails to its longest proper suffix that is a state. Shorter ones come first,
    /// because the failure of a longer one is found by a step from that of its parent.
    fn link_failures(&mut self) {
        let mut order: Vec<_> = (0..self.longer.len()).collect();
        order.sort_by_key(|idx| self.longer[*idx].length);
        for idx in order {
            let Longer { last, parent, .. } = self.longer[idx];
            if let Some(fail) = self.fail(parent) {
                self.longer[idx].fail = self.step(fail, last);
            }
        }
    }
}

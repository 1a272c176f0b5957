//! Loads along a route, one limited dimension after the other.
//!
//! ```text
//! start              reload                end        trip: what is delivered in it is on board from its beginning,
//!   │ −d +c +t −b …    │ −d +c …             │        what is collected stays to its end; what is taken stays until
//!   └──── trip ────────┴──── trip ───────────┘        it is brought, over reloads as well
//! ```
//!
//! The most on board in a trip = what it began with + all it delivers + the peak of the changes since. What visits
//! drop beyond their pickups was on board from the start of the route and adds to every trip: one comparison at the
//! end. O(steps) a dimension, no allocation.

use super::Step;
use super::facts::{Facts, ShiftFact, flag};

/// The dimension that is overfull most, and by how much; none: all fits.
pub(crate) fn overfull(facts: &Facts, shift: &ShiftFact, steps: &[Step]) -> Option<(u32, i64)> {
    facts
        .capacities(shift)
        .iter()
        .map(|&(dimension, most)| (dimension, peak(facts, shift, steps, dimension as usize) - most))
        .filter(|&(_, excess)| excess > 0)
        .max_by_key(|&(_, excess)| excess)
}

/// The most on board.
fn peak(facts: &Facts, shift: &ShiftFact, steps: &[Step], dimension: usize) -> i64 {
    let mut outside = 0;
    let mut kept = 0;
    let mut delivered = 0;
    let mut collected = 0;
    let mut change = 0_i64;
    let mut change_max = 0;
    let mut most = i64::MIN;
    for &step in steps {
        let fact = facts.step(shift, step);
        if fact.flags & flag::RELOAD != 0 {
            most = most.max(kept + delivered + change_max);
            kept += delivered + change - collected;
            (delivered, collected, change, change_max) = (0, 0, 0, 0);
            continue;
        }
        let load = facts.load(fact.stop, dimension);
        if fact.flags & flag::DELIVERED != 0 {
            delivered += load;
            change -= load;
        } else if fact.flags & (flag::COLLECTED | flag::TAKEN) != 0 {
            collected += if fact.flags & flag::COLLECTED != 0 { load } else { 0 };
            change += load;
            change_max = change_max.max(change);
        } else if fact.flags & flag::BROUGHT != 0 {
            change -= load;
            outside += facts.excess(fact.stop, dimension);
        }
    }
    most.max(kept + delivered + change_max) + outside
}

/// On board on leaving the start and each step, one a dimension: `load_after(0, …)` is the start's.
pub(crate) fn along(facts: &Facts, shift: &ShiftFact, steps: &[Step]) -> Vec<Vec<i64>> {
    let dimensions = facts.dimension_count();
    let trip = |from: usize, load: &mut [i64]| {
        for &step in &steps[from..] {
            let fact = facts.step(shift, step);
            if fact.flags & flag::RELOAD != 0 {
                break;
            }
            if fact.flags & flag::DELIVERED != 0 {
                add(facts, load, fact.stop, 1);
            }
        }
    };
    let mut load = vec![0; dimensions];
    for &step in steps {
        let fact = facts.step(shift, step);
        if fact.flags & flag::BROUGHT != 0 {
            let excess = (0..dimensions).map(|dimension| facts.excess(fact.stop, dimension));
            load.iter_mut().zip(excess).for_each(|(sum, more)| *sum += more);
        }
    }
    trip(0, &mut load);
    let mut after = vec![load.clone()];
    let mut collected = vec![0; dimensions];
    for (position, &step) in steps.iter().enumerate() {
        let fact = facts.step(shift, step);
        if fact.flags & flag::RELOAD != 0 {
            load.iter_mut().zip(&mut collected).for_each(|(sum, less)| {
                *sum -= *less;
                *less = 0;
            });
            trip(position + 1, &mut load);
        } else if fact.flags & (flag::DELIVERED | flag::BROUGHT) != 0 {
            add(facts, &mut load, fact.stop, -1);
        } else if fact.flags & (flag::COLLECTED | flag::TAKEN) != 0 {
            add(facts, &mut load, fact.stop, 1);
            if fact.flags & flag::COLLECTED != 0 {
                add(facts, &mut collected, fact.stop, 1);
            }
        }
        after.push(load.clone());
    }
    after
}

fn add(facts: &Facts, sum: &mut [i64], stop: u32, sign: i64) {
    for (dimension, sum) in sum.iter_mut().enumerate() {
        *sum += sign * facts.load(stop, dimension);
    }
}

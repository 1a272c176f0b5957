//! Which absent visits an iteration tries if many are absent.
//!
//! Visits removed by the ruin are always tried, and so are all others while they are few. If many are left out
//! (optional orders that do not pay, a fleet that is too small), nearly all of them lie where nothing has changed and
//! were tried there before; only those near the start of the ruin are tried, and a few others. With 1,000 visits of
//! which 890 are left out, an iteration that tries 400 takes ten times as long.
//!
//! If optional visits are inserted whatever they cost, only near ones are, and not always as many. Together they may
//! pay for a new route. A single visit anywhere costs more than it is worth, and the iteration with it.

use crate::problem::VisitIdx;
use crate::search::plan::Plan;
use crate::search::random::Random;

/// How many visits that were absent before are tried: nearest first, and in addition at random.
const NEAR_TRIED: usize = 30;
const ANYWHERE_TRIED: usize = 10;
/// The most that are inserted whatever they cost.
const UNPRICED_TRIED: usize = 20;

/// Moves the visits to be tried to the front, and returns their number. The last `fresh` of `waiting` have just been
/// removed; `around` lists visits near these, served or not, nearest first. `ignore_price`: see [`super::Recreate`].
pub(super) fn choose(
    plan: &Plan<'_>,
    random: &mut Random,
    waiting: &mut [VisitIdx],
    fresh: usize,
    around: impl Iterator<Item = VisitIdx>,
    chosen: &mut Vec<bool>,
    ignore_price: bool,
) -> usize {
    let before = waiting.len() - fresh;
    if before <= NEAR_TRIED + ANYWHERE_TRIED {
        return waiting.len();
    }
    chosen.clear();
    chosen.resize(plan.shift_of.len(), false);
    // `around` may include visits of other searches, which are not waiting.
    for visit in &waiting[..before] {
        chosen[visit.at()] = true;
    }
    let (near_max, anywhere) = if ignore_price {
        (1 + random.below(UNPRICED_TRIED), 0)
    } else {
        (NEAR_TRIED, ANYWHERE_TRIED)
    };
    let near = around.filter(|it| std::mem::take(&mut chosen[it.at()])).take(near_max);
    // Now only those that are not near are still marked.
    let mut tried = near.count();
    waiting.rotate_right(fresh);
    tried += fresh;
    let mut to = fresh;
    for at in fresh..waiting.len() {
        if !chosen[waiting[at].at()] {
            waiting.swap(at, to);
            to += 1;
        }
    }
    debug_assert_eq!(to, tried, "each of those near is waiting");
    for _ in 0..anywhere.min(waiting.len() - tried) {
        let other = tried + random.below(waiting.len() - tried);
        waiting.swap(tried, other);
        tried += 1;
    }
    tried
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::instance::Instance;
    use crate::problem::Problem;
    use crate::rules::compatibility::Compatible;
    use crate::rules::locks::Locks;

    fn problem(visits: u32) -> Problem {
        let mut fixture = Fixture::new(visits + 1);
        fixture.shift(0..10_000);
        for place in 1..=visits {
            fixture.dropoff(place, &[]);
        }
        fixture.problem
    }

    /// Returns the indexes of visits that are tried if all are absent and the last two were just removed.
    fn tried(problem: &Problem, around: impl Iterator<Item = u32>, unpriced: bool) -> Vec<u32> {
        let instance = Instance::new(problem);
        let compatible = Compatible::new(&instance);
        let plan = Plan::new(Rc::new(instance), compatible, Locks::new(problem), Vec::new());
        let mut waiting = plan.absent.clone();
        let mut chosen = Vec::new();
        let random = &mut Random::new(1);
        let around = around.map(VisitIdx);
        let count = choose(&plan, random, &mut waiting, 2, around, &mut chosen, unpriced);
        let mut all: Vec<u32> = waiting.iter().map(|it| it.0).collect();
        let tried = all[..count].to_vec();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..u32::try_from(waiting.len()).unwrap()), "none is lost");
        tried
    }

    #[test]
    fn all_are_tried_while_few_were_absent_before() {
        let few = u32::try_from(NEAR_TRIED + ANYWHERE_TRIED).unwrap() + 2;
        assert_eq!(tried(&problem(few), 0..few, false).len(), few as usize);
        assert!(tried(&problem(few + 1), 0..few, false).len() < few as usize + 1);
    }

    #[test]
    fn of_many_absent_visits_those_just_removed_and_their_neighbors_are_tried() {
        // Around are 200 to 101, nearest first; the nearest 30 of them are tried. 298 and 299 were removed.
        let tried = tried(&problem(300), (101..=200).rev(), false);
        assert_eq!(tried.len(), 2 + NEAR_TRIED + ANYWHERE_TRIED);
        assert!((171..=200).chain([298, 299]).all(|it| tried.contains(&it)), "{tried:?}");
        let elsewhere = tried.iter().filter(|it| !(171..=200).contains(*it) && **it < 298);
        assert_eq!(elsewhere.count(), ANYWHERE_TRIED);
    }

    #[test]
    fn whatever_they_cost_only_the_nearest_are_tried() {
        let tried = tried(&problem(300), (101..=200).rev(), true);
        let near = tried.len() - 2;
        assert!((1..=UNPRICED_TRIED).contains(&near), "{near}");
        assert!((101..=200).rev().take(near).all(|it| tried.contains(&it)), "{tried:?}");
    }
}

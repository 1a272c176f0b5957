//! What relations require of routes that are chosen together, as far as each route tells by itself.
//!
//! | relation          | in a choice                                                                         |
//! | ----------------- | ----------------------------------------------------------------------------------- |
//! | on one route      | a route that serves some of the visits leaves out the others                        |
//! | all or none       | such visits are left out together                                                   |
//! | times of starts   | routes go together if the times at which they can start the visits do               |
//!
//! The evaluation of a choice checks everything else that relations require.

use crate::problem::{Problem, Relation, RelationKind, UNLIMITED, VisitIdx, Window};
use crate::rules::relations;
use crate::search::plan::route::StartRange;

/// A visit that starts at least `least_seconds` and at most `most_seconds` after another one.
#[derive(Clone, Copy, Debug)]
struct Tie {
    other: VisitIdx,
    least_seconds: i64,
    most_seconds: i64,
}

#[derive(Debug, Default)]
pub(super) struct Ties {
    /// Whether there are relations; if not, `mates` and `ties` are empty.
    any: bool,
    /// By visit: those that only the same route can serve.
    mates: Vec<Vec<VisitIdx>>,
    /// By visit: those whose start depends on its start.
    ties: Vec<Vec<Tie>>,
    /// Visits that are left out together; each visit is in one set.
    sets: Vec<Vec<VisitIdx>>,
    /// By visit: its set.
    set_of: Vec<usize>,
}

impl Ties {
    pub(super) fn new(problem: &Problem) -> Self {
        let count = problem.visits.len();
        let (sets, set_of) = merged(count, &relations::sets(problem));
        let any = !problem.relations.is_empty();
        let mut ties = Self { any, sets, set_of, ..Self::default() };
        if any {
            ties.mates.resize_with(count, Vec::new);
            ties.ties.resize_with(count, Vec::new);
        }
        let has_single_shifts = problem.vehicles.iter().all(|it| it.shifts.len() <= 1);
        for relation in &problem.relations {
            let is_of_route = relation.kind.is_of_route()
                || (relation.kind == RelationKind::SameVehicle && has_single_shifts);
            if is_of_route {
                ties.add_mates(&relation.visits);
            }
            ties.add_times(relation);
        }
        ties
    }

    fn add_mates(&mut self, visits: &[VisitIdx]) {
        for [one, other] in pairs(visits) {
            self.mates[one.at()].push(other);
            self.mates[other.at()].push(one);
        }
    }

    fn add_times(&mut self, relation: &Relation) {
        match relation.kind {
            RelationKind::Simultaneous => {
                let most = relation.gap_seconds_max;
                pairs(&relation.visits).for_each(|it| self.add_tie(it, -most, most));
            }
            RelationKind::Before => {
                // At least from the start on; how long the first visit takes depends on the route.
                let least = relation.gap_seconds_min.max(0);
                pairs(&relation.visits).for_each(|it| self.add_tie(it, least, UNLIMITED));
            }
            _ => {}
        }
    }

    /// Records how much later the other visit may start than the one.
    fn add_tie(&mut self, [one, other]: [VisitIdx; 2], least_seconds: i64, most_seconds: i64) {
        self.ties[one.at()].push(Tie { other, least_seconds, most_seconds });
        let (least_seconds, most_seconds) = (-most_seconds, -least_seconds);
        self.ties[other.at()].push(Tie { other: one, least_seconds, most_seconds });
    }

    /// Returns the visits that are left out together with a visit, which is one of them.
    pub(super) fn set_of(&self, visit: VisitIdx) -> &[VisitIdx] {
        &self.sets[self.set_of[visit.at()]]
    }

    pub(super) fn visit_count(&self) -> usize {
        self.set_of.len()
    }

    /// Returns whether the start of a visit restricts those of others.
    pub(super) fn is_tied(&self, visit: VisitIdx) -> bool {
        self.any && !self.ties[visit.at()].is_empty()
    }

    /// Returns the visits that a choice leaves out if a route serves these; `None` if it can never contain the route.
    pub(super) fn left_out(&self, served: &[VisitIdx]) -> Option<Vec<VisitIdx>> {
        let mut left_out = Vec::new();
        if !self.any {
            return Some(left_out);
        }
        for mate in served.iter().flat_map(|it| &self.mates[it.at()]) {
            if served.contains(mate) || left_out.contains(mate) {
                continue;
            }
            let together = &self.sets[self.set_of[mate.at()]];
            if together.iter().any(|it| served.contains(it)) {
                return None;
            }
            left_out.extend(together);
        }
        Some(left_out)
    }

    /// Narrows the times at which other visits may start to those beside a visit that starts within a range. `allowed`
    /// contains these times by visit.
    pub(super) fn narrow(&self, range: &StartRange, allowed: &mut [Window]) {
        for tie in &self.ties[range.visit.at()] {
            let allowed = &mut allowed[tie.other.at()];
            let from_at = range.earliest_at.saturating_add(tie.least_seconds);
            let until_at = range.latest_at.saturating_add(tie.most_seconds);
            allowed.start_at = allowed.start_at.max(from_at);
            allowed.end_at = allowed.end_at.min(until_at);
        }
    }
}

/// Returns all pairs of visits, in their order.
fn pairs(visits: &[VisitIdx]) -> impl Iterator<Item = [VisitIdx; 2]> {
    let rest = (1..).map(|from| visits.get(from..).unwrap_or_default());
    visits.iter().zip(rest).flat_map(|(one, rest)| rest.iter().map(|other| [*one, *other]))
}

/// Returns sets of visits, those that share a visit as one and all other visits alone, and the set of each visit.
fn merged(count: usize, joined: &[Vec<VisitIdx>]) -> (Vec<Vec<VisitIdx>>, Vec<usize>) {
    let mut first_of: Vec<usize> = (0..count).collect();
    for set in joined {
        for visit in set {
            let (from, to) = (first_of[visit.at()], first_of[set[0].at()]);
            first_of.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
        }
    }
    let mut sets: Vec<Vec<VisitIdx>> = Vec::new();
    let mut position = vec![None; count];
    let set_of = (0..count).map(|visit| {
        let at = *position[first_of[visit]].get_or_insert(sets.len());
        if at == sets.len() {
            sets.push(Vec::new());
        }
        sets[at].push(VisitIdx::of(visit));
        at
    });
    let set_of = set_of.collect();
    (sets, set_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::fixture::Fixture;
    use crate::problem::RelationKind::{Before, Consecutive, SameVehicle, Simultaneous};

    fn visits(numbers: &[u32]) -> Vec<VisitIdx> {
        numbers.iter().map(|it| VisitIdx(*it)).collect()
    }

    /// What ties eight visits of a vehicle with so many shifts.
    fn ties(shifts: u32, relations: &[(RelationKind, &[u32], [i64; 2])]) -> Ties {
        let mut fixture = Fixture::new(2);
        for _ in 0..8 {
            fixture.dropoff(1, &[]);
        }
        (0..shifts).for_each(|_| _ = fixture.shift(0..10_000));
        let relations = relations.iter().map(|(kind, numbers, gaps)| Relation {
            kind: *kind,
            visits: visits(numbers),
            vehicles: None,
            gap_seconds_min: gaps[0],
            gap_seconds_max: gaps[1],
        });
        fixture.problem.relations = relations.collect();
        Ties::new(&fixture.problem)
    }

    #[test]
    fn a_route_leaves_out_what_only_it_could_serve() {
        let ties = ties(
            1,
            &[
                (Consecutive, &[0, 1, 2], [0, UNLIMITED]),
                (SameVehicle, &[3, 4], [0, UNLIMITED]),
                (Simultaneous, &[4, 5], [0, 0]),
                (Before, &[6, 7], [0, UNLIMITED]),
            ],
        );
        let left_out = |served: &[u32]| ties.left_out(&visits(served));
        assert_eq!(left_out(&[1]), Some(visits(&[0, 2])));
        assert_eq!(left_out(&[0, 2, 1]), Some(vec![]));
        // Without visit 4, nobody makes visit 5.
        assert_eq!(left_out(&[3, 6]), Some(visits(&[4, 5])));
        assert_eq!(left_out(&[3, 5]), None);
        assert_eq!(left_out(&[7]), Some(vec![]));
    }

    #[test]
    fn a_vehicle_with_several_shifts_can_serve_visits_on_several_routes() {
        let ties = ties(2, &[(SameVehicle, &[3, 4], [0, UNLIMITED])]);
        assert_eq!(ties.left_out(&visits(&[3])), Some(vec![]));
    }

    #[test]
    fn visits_that_share_a_set_are_left_out_together() {
        let sets: [(_, &[u32], _); 3] = [
            (Simultaneous, &[4, 1], [0, 0]),
            (Simultaneous, &[2, 6], [0, 0]),
            (Simultaneous, &[1, 7], [0, 0]),
        ];
        let expected = [&[0][..], &[1, 4, 7], &[2, 6], &[3], &[5]].map(visits);
        assert_eq!(ties(1, &sets).sets, expected);
    }

    #[test]
    fn starts_are_allowed_beside_those_of_tied_visits() {
        let ties = ties(1, &[(Simultaneous, &[0, 1], [0, 60]), (Before, &[1, 2], [600, 900])]);
        let mut allowed = vec![Window::ALWAYS; 8];
        let range = |visit, earliest_at, latest_at| StartRange {
            visit: VisitIdx(visit),
            earliest_at,
            latest_at,
        };
        ties.narrow(&range(0, 1_000, 2_000), &mut allowed);
        assert_eq!(allowed[1], Window { start_at: 940, end_at: 2_060 });
        ties.narrow(&range(2, 1_700, 2_500), &mut allowed);
        assert_eq!(allowed[1], Window { start_at: 940, end_at: 1_900 });
        ties.narrow(&range(1, 1_500, 1_600), &mut allowed);
        assert_eq!(allowed[2], Window { start_at: 2_100, ..Window::ALWAYS });
        assert!(ties.is_tied(VisitIdx(2)) && !ties.is_tied(VisitIdx(3)));
    }
}

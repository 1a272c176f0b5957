//! Tests of relations: what breaks one, and what other routes leave to a visit.

use super::*;
use crate::evaluate::fixture::Fixture;
use crate::problem::{VehicleIdx, VisitIdx, Window};
use crate::rules::standing::drawn::Plan;

/// Three orders and two vehicles: shifts 0 and 1 belong to the first vehicle, shift 2 to the second.
fn problem() -> Problem {
    let mut fixture = Fixture::new(4);
    for place in 1..4 {
        fixture.dropoff(place, &[]);
    }
    fixture.shift(0..10_000);
    fixture.shift(10_000..20_000);
    let other = fixture.problem.vehicles[0].clone();
    fixture.problem.vehicles.push(crate::problem::Vehicle { shifts: 2..3, ..other });
    let shift = fixture.problem.shifts[0].clone();
    let vehicle = VehicleIdx(1);
    fixture.problem.shifts.push(crate::problem::Shift { vehicle, ..shift });
    fixture.problem
}

fn relation(kind: RelationKind, gaps: (i64, i64)) -> Relation {
    Relation {
        kind,
        visits: vec![VisitIdx(0), VisitIdx(1)],
        vehicles: None,
        gap_seconds_min: gaps.0,
        gap_seconds_max: gaps.1,
    }
}

/// Shift, both visits and amount of each finding.
type Found = (u32, [u32; 2], Option<i64>);

fn found(relation: &Relation, shifts: &[&[(u32, i64, i64)]], is_final: bool) -> Vec<Found> {
    let problem = problem();
    let plan = Plan::new(&problem, shifts);
    let mut found = Vec::new();
    let _ = check(plan.standing(&problem), relation, is_final, &mut |it| {
        found.push((it.shift.0, it.visits.map(|it| it.0), it.amount));
        Continue(())
    });
    found
}

const ANY: (i64, i64) = (i64::MIN, UNLIMITED);

#[test]
fn visits_that_are_to_be_together_are() {
    use RelationKind::{Consecutive, DifferentVehicles, SameRoute, SameVehicle, Sequence};
    let apart: &[&[_]] = &[&[(0, 10, 20)], &[(1, 30, 40)], &[]];
    let other: &[&[_]] = &[&[(0, 10, 20)], &[], &[(1, 30, 40)]];
    let reversed: &[&[_]] = &[&[(1, 10, 20), (0, 30, 40)], &[], &[]];
    let between: &[&[_]] = &[&[(0, 10, 20), (2, 25, 26), (1, 30, 40)], &[], &[]];
    let cases: [(RelationKind, &[&[_]], Vec<Found>); 10] = [
        (SameRoute, between, vec![]),
        (SameRoute, apart, vec![(1, [0, 1], None)]),
        (SameVehicle, apart, vec![]),
        (SameVehicle, other, vec![(2, [0, 1], None)]),
        (DifferentVehicles, other, vec![]),
        (DifferentVehicles, apart, vec![(1, [0, 1], None)]),
        (Sequence, between, vec![]),
        (Sequence, reversed, vec![(0, [0, 1], None)]),
        (Consecutive, between, vec![(0, [0, 1], None)]),
        (Consecutive, &[&[(0, 10, 20), (1, 30, 40)], &[], &[]], vec![]),
    ];
    for (kind, shifts, expected) in cases {
        assert_eq!(found(&relation(kind, ANY), shifts, true), expected, "{kind:?} {shifts:?}");
    }
}

#[test]
fn gaps_are_kept_between_the_end_of_one_and_the_start_of_the_next() {
    let before = |gaps| relation(RelationKind::Before, gaps);
    let plan: &[&[_]] = &[&[(0, 10, 20)], &[], &[(1, 50, 60)]];
    // 30 seconds lie between the two.
    assert_eq!(found(&before((30, 30)), plan, true), []);
    assert_eq!(found(&before((31, UNLIMITED)), plan, true), [(2, [0, 1], Some(1))]);
    assert_eq!(found(&before((0, 25)), plan, true), [(2, [0, 1], Some(5))]);
    // The second starts 10 s before the first one ends.
    let late: &[&[_]] = &[&[(0, 50, 60)], &[], &[(1, 50, 70)]];
    assert_eq!(found(&before(ANY), late, true), [(2, [0, 1], Some(10))]);
}

#[test]
fn simultaneous_visits_start_together_and_are_all_made_in_the_end() {
    let together = relation(RelationKind::Simultaneous, (0, 60));
    assert_eq!(found(&together, &[&[(0, 10, 20)], &[], &[(1, 70, 80)]], true), []);
    let late = [(2, [0, 1], Some(5))];
    assert_eq!(found(&together, &[&[(0, 10, 20)], &[], &[(1, 75, 80)]], true), late);
    let alone: &[&[_]] = &[&[(0, 10, 20)], &[], &[]];
    assert_eq!(found(&together, alone, true), [(0, [0, 0], None)]);
    assert_eq!(found(&together, alone, false), [], "the other one may still come");
}

#[test]
fn vehicles_that_are_named_alone_make_the_visits() {
    let named = Relation {
        vehicles: Some(vec![VehicleIdx(1)]),
        ..relation(RelationKind::SameVehicle, ANY)
    };
    assert_eq!(found(&named, &[&[], &[], &[(0, 10, 20)]], true), []);
    assert_eq!(found(&named, &[&[(0, 10, 20)], &[], &[]], true), [(0, [0, 0], None)]);
}

/// When the visit on this shift may start because of the relation, beside visits that start as `range_of` says.
fn bounds(
    relation: &Relation,
    shifts: &[&[(u32, i64, i64)]],
    (visit, shift): (u32, u32),
    range_of: impl Fn(&ScheduledVisit) -> Window,
) -> (i64, i64) {
    let problem = problem();
    let plan = Plan::new(&problem, shifts);
    let mut bounds = Pin::step(0, Window { start_at: 0, end_at: 1_000 });
    let standing = plan.standing(&problem);
    pin(standing, relation, VisitIdx(visit), ShiftIdx(shift), range_of, &mut bounds);
    (bounds.not_before_at, bounds.not_after_at)
}

#[test]
fn other_routes_bound_the_start() {
    // The first ends at 20; the second takes no time and may come 30 to 100 s later.
    let before = relation(RelationKind::Before, (30, 100));
    let [first, second]: [&[&[_]]; 2] =
        [&[&[(0, 10, 20)], &[], &[]], &[&[], &[], &[(1, 500, 510)]]];
    assert_eq!(bounds(&before, first, (1, 2), ScheduledVisit::only_start), (50, 120));
    assert_eq!(bounds(&before, second, (0, 0), ScheduledVisit::only_start), (400, 470));
}

#[test]
fn visits_that_may_move_bound_the_start_less() {
    let around =
        |it: &ScheduledVisit| Window { start_at: it.starts_at - 5, end_at: it.starts_at + 20 };
    let [first, second]: [&[&[_]]; 2] =
        [&[&[(0, 10, 20)], &[], &[]], &[&[], &[], &[(1, 500, 510)]]];
    let before = relation(RelationKind::Before, (30, 100));
    assert_eq!(bounds(&before, first, (1, 2), around), (45, 140));
    assert_eq!(bounds(&before, second, (0, 0), around), (395, 490));
    let together = relation(RelationKind::Simultaneous, (0, 60));
    assert_eq!(bounds(&together, second, (0, 0), around), (435, 580));
}

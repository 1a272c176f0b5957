//! Sums up the tries of a visit: which reasons are reported.

use super::broken::Broken;
use super::{REASONS_MAX, Tried};
use crate::problem::VisitIdx;
use crate::rules::{compatibility, left_out, relations};
use crate::search::plan::Plan;
use crate::solution::Reason;

/// Why a visit is left out that would fit: because of its price, or because the visits that must be served with it are
/// left out.
pub(super) fn fitting(plan: &Plan<'_>, visit: VisitIdx, found: &Tried) -> Reason {
    let optional = plan.instance.weight[visit.at()] == 0;
    if optional {
        let (shift, cost) = (Some(found.shift), Some(found.cost));
        return Reason { shift, cost, ..Reason::of(left_out::CHEAPER) };
    }
    let shift = Some(found.shift);
    let code = plan.groups.rule_of_set(plan.problem, visit);
    let of_set = code.map(|it| relations::reason_of_set(plan.problem, visit, it));
    Reason { shift, ..of_set.unwrap_or(Reason::of(left_out::NOT_FOUND_IN_TIME)) }
}

/// The reasons of the shifts that come nearest to serving the visit; if all shifts refuse it for the same attributes,
/// these reasons only once.
pub(super) fn summed_up(tried: &[Tried]) -> Vec<Reason> {
    let is_static = |it: &Broken| compatibility::is_refusal(it.reason.code);
    let statics: Vec<Vec<Reason>> = tried
        .iter()
        .map(|it| it.rules.iter().filter(|it| is_static(it)).map(|it| it.reason).collect())
        .collect();
    let first = &statics[0];
    if tried.len() > 1 && !first.is_empty() && statics.iter().all(|it| it == first) {
        return first.clone();
    }
    let mut rows: Vec<Reason> = Vec::new();
    for it in tried {
        let alone = it.is_alone();
        let shift = (!it.is_held).then_some(it.shift);
        // A rule of the vehicle's next route names its own shift.
        let named = |reason: Reason| reason.shift.or(shift);
        // Rules without an amount come first: they are not a matter of degree.
        let mut broken: Vec<&Broken> = it.rules.iter().chain(&it.others).collect();
        broken.sort_by_key(|it| it.reason.amount.is_some());
        for broken in broken {
            let row = Reason { shift: named(broken.reason), alone, ..broken.reason };
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        if rows.len() >= REASONS_MAX {
            break;
        }
    }
    // Each rule that binds somewhere is named.
    for it in tried.iter().flat_map(|it| it.rules.iter().map(move |rule| (it, rule))) {
        if rows.iter().all(|row| row.code != it.1.reason.code) {
            let shift = it.1.reason.shift.or((!it.0.is_held).then_some(it.0.shift));
            rows.push(Reason { shift, alone: it.0.is_alone(), ..it.1.reason });
        }
    }
    rows
}

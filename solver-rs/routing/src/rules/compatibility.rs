//! Which shifts may serve an order at all: attributes of the shift and lists of vehicles, regardless of times and
//! loads.

use std::ops::ControlFlow::{self, Continue};

use crate::instance::{ClassIdx, Instance, flag};
use crate::problem::{Order, Problem, Shift, ShiftIdx, VisitIdx};
use crate::timeline::{Case, Core};

use super::{Code, relations};

/// Reports each rule that keeps a shift from serving an order, with the attribute if there is one.
pub(crate) fn check(
    order: &Order,
    shift: &Shift,
    mut report: impl FnMut(Code, Option<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let has = |attribute: &u32| shift.attributes.binary_search(attribute).is_ok();
    let is_allowed = order.allowed_vehicles.as_ref().is_none_or(|it| it.contains(&shift.vehicle));
    if !is_allowed || order.forbidden_vehicles.contains(&shift.vehicle) {
        report(Code::VehicleNotAllowed, None)?;
    }
    for attribute in order.required_attributes.iter().filter(|it| !has(it)) {
        report(Code::AttributeMissing, Some(*attribute))?;
    }
    for group in order.any_of_attributes.iter().filter(|group| !group.iter().any(has)) {
        report(Code::AttributeMissing, group.first().copied())?;
    }
    for attribute in order.forbidden_attributes.iter().filter(|it| has(it)) {
        report(Code::AttributeForbidden, Some(*attribute))?;
    }
    Continue(())
}

/// The same for a visit, including the vehicles that its relations name.
pub(crate) fn check_visit(
    instance: &Instance<'_>,
    visit: VisitIdx,
    shift: ShiftIdx,
    mut report: impl FnMut(Code, Option<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let problem = instance.problem;
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let shift = &problem.shifts[shift.at()];
    check(order, shift, &mut report)?;
    let mut relations = instance.relations_of(visit).iter().map(|it| &problem.relations[it.at()]);
    if relations.any(|it| !it.allows(shift.vehicle)) {
        report(relations::CODE, None)?;
    }
    Continue(())
}

/// Whether the broken rule is independent of time and place, so that another vehicle is needed.
pub(crate) const fn is_refusal(code: Code) -> bool {
    matches!(code, Code::AttributeMissing | Code::AttributeForbidden | Code::VehicleNotAllowed)
}

/// Checks the visits of a route and reports each rule once per visit, with the step of its first stop.
pub(super) fn check_steps(
    core: &Core<'_>,
    case: &Case<'_>,
    report: &mut impl FnMut(Code, Option<u32>, i64),
) {
    let mut visit = u32::MAX;
    let problem = core.instance.problem;
    for (&step, position) in case.steps.iter().zip(0..) {
        let data = core.instance.step(case.shift, step);
        if data.flags & flag::RESTRICTED != 0 && data.visit != visit {
            visit = data.visit;
            let order = &problem.orders[problem.visits[visit as usize].order.at()];
            let mut last = None;
            let _ = check(order, core.shift(case), |code, _| {
                if last.replace(code) != Some(code) {
                    report(code, Some(position), 0);
                }
                Continue(())
            });
        }
    }
}

/// For each visit and class of shifts, one bit: whether no permanent rule keeps them apart, including windows.
#[derive(Clone, Debug)]
pub(crate) struct Compatible {
    bits: Vec<u64>,
    class_words: usize,
    /// Whether some shift may serve all visits, and therefore any two.
    all_share_a_shift: bool,
}

impl Compatible {
    pub(crate) fn new(instance: &Instance<'_>) -> Self {
        let visit_count = instance.problem.visits.len();
        let class_words = instance.class_shifts.len().div_ceil(64).max(1);
        let mut bits = vec![0; visit_count * class_words];
        for (visit, row) in bits.chunks_exact_mut(class_words).enumerate() {
            fill_row(instance, VisitIdx::of(visit), row);
        }
        let mut common = vec![u64::MAX; class_words];
        for row in bits.chunks_exact(class_words) {
            common.iter_mut().zip(row).for_each(|(common, word)| *common &= word);
        }
        let all_share_a_shift = common.iter().any(|it| *it != 0);
        Self { bits, class_words, all_share_a_shift }
    }

    /// Whether [`Compatible::share_a_shift`] is known to hold for any two visits: `false` means that it is not known.
    pub(crate) const fn all_share_a_shift(&self) -> bool {
        self.all_share_a_shift
    }

    #[inline]
    pub(crate) fn allows(&self, visit: VisitIdx, class: ClassIdx) -> bool {
        let word = self.bits[visit.at() * self.class_words + class.at() / 64];
        word >> (class.at() % 64) & 1 == 1
    }

    /// Whether one shift may serve both, as far as the bits tell.
    #[inline]
    pub(crate) fn share_a_shift(&self, one: VisitIdx, other: VisitIdx) -> bool {
        let row = |visit: VisitIdx| {
            &self.bits[visit.at() * self.class_words..(visit.at() + 1) * self.class_words]
        };
        row(one).iter().zip(row(other)).any(|(mine, others)| mine & others != 0)
    }
}

/// Called once per visit, because V8 replaces a function by its optimized form only at a call.
#[inline(never)]
fn fill_row(instance: &Instance<'_>, visit: VisitIdx, row: &mut [u64]) {
    let problem = instance.problem;
    let names_vehicles =
        instance.relations_of(visit).iter().any(|it| problem.relations[it.at()].vehicles.is_some());
    let order = &problem.orders[problem.visits[visit.at()].order.at()];
    let is_bound = names_vehicles || order.is_restricted();
    for (class, shifts) in instance.class_shifts.iter().enumerate() {
        let refused = |_, _| ControlFlow::Break(());
        if is_open_within(problem, visit, shifts[0])
            && (!is_bound || check_visit(instance, visit, shifts[0], refused).is_continue())
        {
            row[class / 64] |= 1 << (class % 64);
        }
    }
}

/// Whether each stop of a visit has a window that overlaps the shift.
fn is_open_within(problem: &Problem, visit: VisitIdx, shift: ShiftIdx) -> bool {
    let (start_at, end_at) =
        (problem.shifts[shift.at()].start_at, problem.shifts[shift.at()].latest_end_at);
    let mut stops = problem.visits[visit.at()].stops.clone();
    stops.all(|stop| {
        let mut options = problem.stops[stop as usize].options.clone();
        options.any(|option| {
            let mut windows = problem.options[option as usize].windows.iter();
            windows.any(|it| it.start_at <= end_at && it.end_at >= start_at)
        })
    })
}

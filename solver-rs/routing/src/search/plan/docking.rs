//! The times that docks leave to a route while all other routes stand: for each step, for loading and for unloading.

use std::cell::RefCell;

use crate::evaluate::{Pin, Step};
use crate::instance::{Instance, NOWHERE};
use crate::problem::{PlaceIdx, Problem, ShiftIdx, TIME_MAX, TIME_MIN, Window};
use crate::rules::capacity;
use crate::rules::docks::{self, At};
use crate::search::plan::route::{RouteState, Standing};

const ALWAYS: Window = Window { start_at: TIME_MIN, end_at: TIME_MAX };

/// The state for plans in which docks matter.
pub(crate) struct Docking {
    /// By shift: how many stops have begun; `None` if the route has not begun.
    begun: Vec<Option<u32>>,
    scratch: RefCell<Scratch>,
}

#[derive(Default)]
struct Scratch {
    events: Vec<(i64, bool)>,
    gaps: Vec<Window>,
    bounds: Vec<Pin>,
}

/// What a route does at a place.
#[derive(Clone, Copy)]
struct Call {
    /// As in [`Pin::step`].
    step: u32,
    place: u32,
    setup_seconds: i64,
    seconds: i64,
}

impl Docking {
    pub(super) fn new(problem: &Problem) -> Self {
        let shifts = (0..problem.shifts.len()).map(ShiftIdx::of);
        Self {
            begun: shifts.map(|it| docks::begun(problem, it)).collect(),
            scratch: RefCell::default(),
        }
    }

    /// Adds the times that docks leave to the other bounds of a route; returns false if there are none.
    pub(super) fn pins(
        &self,
        instance: &Instance<'_>,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        pins: &mut Vec<Pin>,
    ) -> bool {
        if steps.is_empty() {
            return true;
        }
        let data = instance.shift(shift);
        let begun = self.begun[shift.at()];
        let mut here = start_place(instance, shift, pins);
        let mut stop_count = 0;
        for (position, step) in (0_u32..).zip(steps) {
            let step_data = instance.step(data, *step);
            let is_fresh = here != step_data.place;
            here = step_data.place;
            let has_begun = begun.is_some_and(|it| stop_count < it);
            stop_count += u32::from(matches!(step, Step::Stop(..)));
            if has_begun {
                continue;
            }
            let call = Call {
                step: position,
                place: step_data.place,
                setup_seconds: if is_fresh { step_data.setup_seconds } else { 0 },
                seconds: step_data.service_seconds,
            };
            if !self.pin(instance, standing, shift, call, pins) {
                return false;
            }
        }
        self.end_pins(instance, standing, shift, steps, &[At::Start, At::End], pins)
    }

    /// Does the same for loading and unloading alone, as listed in `ends`.
    fn end_pins(
        &self,
        instance: &Instance<'_>,
        standing: Standing<'_>,
        shift: ShiftIdx,
        steps: &[Step],
        ends: &[At],
        pins: &mut Vec<Pin>,
    ) -> bool {
        let usual = instance.shift(shift);
        if !usual.is_handled {
            return true;
        }
        let mut data = usual.clone();
        data.start_place = start_place(instance, shift, pins);
        let (loading, unloading) = capacity::handling_seconds(instance, &data, steps);
        let has_begun = self.begun[shift.at()].is_some();
        ends.iter().all(|at| {
            let (step, place, seconds) = match at {
                At::Start => (Pin::START, data.start_place, loading),
                At::End => (Pin::END, data.end_place, unloading),
                At::Step => return true,
            };
            let call = Call { step, place, setup_seconds: 0, seconds };
            (has_begun && *at == At::Start) || self.pin(instance, standing, shift, call, pins)
        })
    }

    fn pin(
        &self,
        instance: &Instance<'_>,
        standing: Standing<'_>,
        shift: ShiftIdx,
        call: Call,
        pins: &mut Vec<Pin>,
    ) -> bool {
        let takes_time = call.setup_seconds + call.seconds > 0;
        if call.place == NOWHERE || !takes_time || !has_docks(instance, call.place) {
            return true;
        }
        let Scratch { events, gaps, bounds } = &mut *self.scratch.borrow_mut();
        docks::gaps(standing, shift, PlaceIdx(call.place), events, gaps);
        if gaps[..] == [ALWAYS] {
            return true;
        }
        bounds.clear();
        bounds.extend(pins.extract_if(.., |it| it.step == call.step));
        if bounds.is_empty() {
            bounds.push(Pin::step(call.step, ALWAYS));
        }
        let data = instance.shift(shift);
        let of_shift = Window { start_at: data.start_at, end_at: data.latest_end_at };
        let first = pins.len();
        for gap in gaps.iter() {
            let start_at = gap.start_at + call.setup_seconds;
            let end_at = gap.end_at - call.seconds;
            let free = bounds.iter().filter_map(|it| it.within(Window { start_at, end_at }));
            pins.extend(free.filter(|it| it.within(of_shift).is_some()));
        }
        pins.len() > first
    }

    /// Returns whether a step of a shift occupies a dock, so that other routes depend on its time.
    pub(super) fn takes(instance: &Instance<'_>, shift: ShiftIdx, step: Step) -> bool {
        let data = instance.step(instance.shift(shift), step);
        has_docks(instance, data.place) && data.setup_seconds + data.service_seconds > 0
    }

    /// Pins loading and unloading of a standing route to their current times; if these are unknown, to when docks are
    /// free.
    pub(super) fn pin_ends_exactly(
        &self,
        instance: &Instance<'_>,
        standing: Standing<'_>,
        shift: ShiftIdx,
        state: &RouteState,
        pins: &mut Vec<Pin>,
    ) {
        let mut unknown = Vec::new();
        for (at, step) in [(At::Start, Pin::START), (At::End, Pin::END)] {
            match state.docked.iter().find(|it| it.at == at) {
                Some(it) => pins.push(Pin::exactly(step, it.start_at)),
                None => unknown.push(at),
            }
        }
        // If there is no free time at all, evaluating the route shows it.
        let _ = self.end_pins(instance, standing, shift, &state.steps, &unknown, pins);
    }
}

fn has_docks(instance: &Instance<'_>, place: u32) -> bool {
    instance.problem.places[place as usize].docks.is_some()
}

/// Returns where the route begins, given the bounds of the whole route.
fn start_place(instance: &Instance<'_>, shift: ShiftIdx, pins: &[Pin]) -> u32 {
    let from = pins.iter().find(|it| it.step == Pin::ROUTE).and_then(|it| it.from);
    from.map_or(instance.shift(shift).start_place, |it| it.place.0)
}

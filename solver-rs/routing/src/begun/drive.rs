//! What a vehicle has done of its route, at times that its travel times allow.

use super::Held;
use super::way::Way;
use crate::evaluate::{Step, Travel};
use crate::instance::Instance;
use crate::problem::{
    OptionIdx, PlaceIdx, PlannedPause, PlannedReload, PlannedRoute, PlannedStop, Problem, Shift,
    ShiftIdx, Window,
};
use crate::rules::capacity;
use crate::search::plan::given::steps_of;

/// Returns what has begun of each route.
pub(super) fn drives(problem: &Problem) -> Vec<Drive> {
    let has_begun = |it: &&PlannedRoute| {
        it.begun > 0 || !it.pauses.is_empty() || it.reloads_underway().next().is_some()
    };
    let vehicle_of = |it: &PlannedRoute| problem.shifts[it.shift.at()].vehicle;
    let loads = |it: &PlannedRoute| !problem.vehicles[vehicle_of(it).at()].loading.is_nothing();
    let mut begun = problem.plan.iter().filter(has_begun).peekable();
    if begun.peek().is_none() {
        return Vec::new();
    }
    let travel = Travel::new(problem);
    let instance = begun.clone().any(loads).then(|| Instance::new(problem));
    let loading_seconds = |planned: &PlannedRoute| {
        instance.as_ref().map_or(0, |instance| {
            let steps = steps_of(problem, planned);
            capacity::handling_seconds(instance, instance.shift(planned.shift), &steps).0
        })
    };
    begun.filter_map(|it| Drive::along(problem, &travel, it, loading_seconds(it))).collect()
}

/// The part of a route that has begun, at times that the travel times allow.
pub(super) struct Drive {
    pub(super) shift: ShiftIdx,
    pub(super) stops: Vec<Held>,
    pub(super) pauses: Vec<HeldPause>,
    pub(super) reloads: Vec<HeldReload>,
    /// The stops, and the reloads before them.
    pub(super) steps: Vec<Step>,
    /// When the vehicle reaches the end of the shift if it goes there next.
    pub(super) end_at: i64,
}

/// A break of a shift, given by its position, that has begun.
pub(super) struct HeldPause {
    pub(super) shift_break: u32,
    pub(super) starts_at: i64,
    pub(super) seconds: i64,
    /// The number of stops and reloads before it.
    after_steps: u32,
}

/// A reload of a shift, given by its position, that has begun.
pub(super) struct HeldReload {
    pub(super) reload: u32,
    pub(super) starts_at: i64,
    /// How long it takes, if the entry of the shift is its own.
    pub(super) own_seconds: Option<i64>,
}

/// What happens between two stops.
enum Event<'p> {
    Pause(&'p PlannedPause),
    Reload(&'p PlannedReload),
}

impl Event<'_> {
    /// Where it happens; `None`: wherever the vehicle is.
    fn place(&self, shift: &Shift) -> Option<PlaceIdx> {
        match self {
            Self::Pause(pause) => shift.breaks[pause.shift_break as usize].place,
            Self::Reload(reload) => Some(shift.reloads[reload.reload as usize].place),
        }
    }
}

impl Drive {
    /// Returns `None` if no road leads to one of the stops.
    fn along(
        problem: &Problem,
        travel: &Travel<'_>,
        planned: &PlannedRoute,
        loading_seconds: i64,
    ) -> Option<Self> {
        let shift = &problem.shifts[planned.shift.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        let start_at = planned.started_at.unwrap_or(shift.start_at) + loading_seconds;
        let here = stayed_at(problem, planned).or(shift.start_place);
        let mut way = Way::new(travel, vehicle.travel, here, start_at);
        let mut drive = Self {
            shift: planned.shift,
            stops: Vec::new(),
            pauses: Vec::new(),
            reloads: Vec::new(),
            steps: Vec::new(),
            end_at: start_at,
        };
        let mut events = events(planned).peekable();
        for (it, position) in planned.stops.iter().zip(0..planned.begun) {
            let option = way_of(problem, it);
            let data = &problem.options[option.at()];
            let mut before = Vec::new();
            while let Some((_, event)) = events.next_if(|(at, _)| *at <= position) {
                before.push(event);
            }
            drive.spend(problem, &mut way, &before, Some(data.place))?;
            let own_setup = if way.here == Some(data.place) { 0 } else { data.setup_seconds };
            let ready_at = way.settle(problem, data.place)? + own_setup;
            let starts_at = match it.starts_at {
                Some(said_at) => said_at.max(ready_at),
                None => {
                    let next = data.windows.iter().find(|window| window.end_at >= ready_at);
                    next.map_or(ready_at, |window| window.start_at.max(ready_at))
                }
            };
            let usual = starts_at + vehicle.service_seconds(data.service_seconds);
            way.at = it.ends_at.unwrap_or(usual).max(starts_at);
            if position + 1 == planned.begun && events.peek().is_none() {
                way.at = way.at.max(planned.resumes_at);
            }
            let service_seconds = Some(way.at - starts_at);
            drive.stops.push(Held { stop: it.stop, option, starts_at, service_seconds });
            drive.steps.push(Step::Stop(it.stop, option));
        }
        let after: Vec<Event<'_>> = events.map(|(_, event)| event).collect();
        let next = planned.stops.get(planned.begun as usize);
        let next = next.map(|it| problem.options[way_of(problem, it).at()].place);
        drive.spend(problem, &mut way, &after, next.or(shift.end_place))?;
        if let Some((starts_at, seconds)) = after.last().and_then(|it| drive.last_of(it)) {
            way.at = way.at.max(planned.resumes_at);
            *seconds = (*seconds).max(way.at - starts_at);
        }
        if let Some(end) = shift.end_place.filter(|_| way.here.is_some()) {
            way.drive_to(end);
        }
        drive.end_at = way.at;
        Some(drive)
    }

    /// Returns when the last event of this kind starts, and its seconds if they may change.
    fn last_of(&mut self, kind: &Event<'_>) -> Option<(i64, &mut i64)> {
        match kind {
            Event::Pause(_) => {
                self.pauses.last_mut().map(|last| (last.starts_at, &mut last.seconds))
            }
            Event::Reload(_) => {
                let last = self.reloads.last_mut()?;
                last.own_seconds.as_mut().map(|seconds| (last.starts_at, seconds))
            }
        }
    }

    /// Lets the vehicle take breaks and reload on its way to a place.
    fn spend(
        &mut self,
        problem: &Problem,
        way: &mut Way<'_>,
        events: &[Event<'_>],
        to: Option<PlaceIdx>,
    ) -> Option<()> {
        let shift = &problem.shifts[self.shift.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        let handles = !vehicle.loading.is_nothing() || !vehicle.unloading.is_nothing();
        for (position, event) in events.iter().enumerate() {
            let mut places = events[position..].iter().filter_map(|it| it.place(shift));
            let next = places.next().or(to);
            let own = event.place(shift);
            if let Some(place) = own {
                way.at = way.settle(problem, place)?;
            }
            match event {
                Event::Pause(pause) => {
                    if let Some(next) = next.filter(|_| own.is_none()) {
                        way.drive_until(next, pause.starts_at);
                    }
                    let starts_at = way.at.max(pause.starts_at);
                    way.at = starts_at + pause.seconds;
                    let (shift_break, seconds) = (pause.shift_break, pause.seconds);
                    let after_steps =
                        u32::try_from(self.steps.len()).expect("fewer than 2^32 steps");
                    self.pauses.push(HeldPause { shift_break, starts_at, seconds, after_steps });
                }
                Event::Reload(it) => {
                    let data = &shift.reloads[it.reload as usize];
                    let starts_at = start_of(it, &data.windows, way.at);
                    let usual = starts_at + data.seconds;
                    // The time that loads take comes on top.
                    let ends_at = it.begun.and_then(|it| it.ends_at).filter(|_| !handles);
                    way.at = ends_at.unwrap_or(usual).max(starts_at);
                    let own_seconds = it.begun.map(|_| way.at - starts_at);
                    self.reloads.push(HeldReload { reload: it.reload, starts_at, own_seconds });
                    self.steps.push(Step::Reload(it.reload));
                }
            }
        }
        Some(())
    }

    /// Fixes breaks and reloads of their own at their times, and lets the vehicle make other reloads when it did.
    pub(super) fn hold(&self, problem: &mut Problem) {
        let shift = &mut problem.shifts[self.shift.at()];
        for &HeldPause { shift_break, starts_at, seconds, after_steps } in &self.pauses {
            let pause = &mut shift.breaks[shift_break as usize];
            pause.windows = vec![Window { start_at: starts_at, end_at: starts_at }];
            pause.seconds = seconds;
            pause.owed = None;
            pause.after_steps = after_steps;
        }
        for &HeldReload { reload, starts_at, own_seconds } in &self.reloads {
            let data = &mut shift.reloads[reload as usize];
            let windows = &mut data.windows;
            if let Some(seconds) = own_seconds {
                data.seconds = seconds;
                windows.clear();
            }
            if windows.iter().all(|it| starts_at < it.start_at || it.end_at < starts_at) {
                windows.push(Window { start_at: starts_at, end_at: starts_at });
                windows.sort_by_key(|it| it.start_at);
            }
        }
    }
}

/// Returns when a reload starts if the vehicle is there at `ready_at`. If the entry of the shift is its own, it starts
/// when the plan says. Otherwise the search does not fix it and reloads as early as the entry allows, or when the plan
/// says if that is earlier.
fn start_of(planned: &PlannedReload, windows: &[Window], ready_at: i64) -> i64 {
    let said_at = planned.starts_at.map(|it| it.max(ready_at));
    let open = windows.iter().filter(|it| ready_at <= it.end_at);
    let opens_at = open.map(|it| it.start_at.max(ready_at)).min();
    match planned.begun {
        Some(_) => said_at.unwrap_or(ready_at),
        None => said_at.into_iter().chain(opens_at).min().unwrap_or(ready_at),
    }
}

/// The breaks and reloads that have begun, or all reloads if the route is over; each with the number of stops before
/// it. Those between the same stops are in the order of their times. A reload that takes no time comes before the break
/// that begins then; one without a time comes last.
fn events(planned: &PlannedRoute) -> impl Iterator<Item = (u32, Event<'_>)> {
    let pauses = planned.pauses.iter().map(|it| (it.position, it.starts_at, Event::Pause(it)));
    let has_begun =
        |it: &&PlannedReload| it.position < planned.begun || planned.is_over || it.begun.is_some();
    let reloads = planned.reloads.iter().filter(has_begun);
    let reloads =
        reloads.map(|it| (it.position, it.starts_at.unwrap_or(i64::MAX), Event::Reload(it)));
    let mut all: Vec<_> = reloads.chain(pauses).collect();
    all.sort_by_key(|it| (it.0, it.1));
    all.into_iter().map(|(position, _, event)| (position, event))
}

/// Returns the place where the vehicle has stayed after its previous route in the given plan.
fn stayed_at(problem: &Problem, planned: &PlannedRoute) -> Option<PlaceIdx> {
    let vehicle = problem.shifts[planned.shift.at()].vehicle;
    let is_before = |it: &&PlannedRoute| {
        let own = problem.shifts[it.shift.at()].vehicle == vehicle;
        own && it.shift < planned.shift && it.has_route()
    };
    let last = problem.plan.iter().filter(is_before).max_by_key(|it| it.shift)?;
    let stop = last.stops.last().filter(|_| problem.shifts[last.shift.at()].stays)?;
    Some(problem.options[way_of(problem, stop).at()].place)
}

fn way_of(problem: &Problem, planned: &PlannedStop) -> OptionIdx {
    planned.option.unwrap_or(OptionIdx(problem.stops[planned.stop.at()].options.start))
}

//! What a vehicle has done of its route, at times that its travel times allow.

use super::Held;
use crate::evaluate::{Step, Travel};
use crate::instance::Instance;
use crate::problem::{
    OptionIdx, PlaceIdx, PlannedRoute, PlannedStop, Problem, ShiftIdx, TIME_MIN, TravelIdx,
    USUAL_PERMILLE,
};
use crate::rules::capacity;
use crate::search::plan::given::steps_of;

/// Returns what has begun of each route that serves orders.
pub(super) fn drives(problem: &Problem) -> Vec<Drive> {
    let has_begun = |it: &&PlannedRoute| it.begun > 0;
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
    /// When the vehicle reaches the end of the shift if it goes there next.
    pub(super) end_at: i64,
}

impl Drive {
    pub(super) fn steps(&self) -> Vec<Step> {
        self.stops.iter().map(|it| Step::Stop(it.stop, it.option)).collect()
    }

    /// Returns `None` if no road leads to one of the stops.
    fn along(
        problem: &Problem,
        travel: &Travel<'_>,
        planned: &PlannedRoute,
        loading_seconds: i64,
    ) -> Option<Self> {
        let shift = &problem.shifts[planned.shift.at()];
        let vehicle = &problem.vehicles[shift.vehicle.at()];
        let mut here: Option<PlaceIdx> = stayed_at(problem, planned).or(shift.start_place);
        let setup_at = |here: Option<PlaceIdx>, place: PlaceIdx| {
            if here == Some(place) { 0 } else { problem.places[place.at()].setup_seconds }
        };
        let mut at = planned.started_at.unwrap_or(shift.start_at) + loading_seconds;
        let mut reloads = planned.reloads.iter().peekable();
        let mut pauses = planned.pauses.iter().peekable();
        let mut stops = Vec::new();
        for (it, position) in planned.stops.iter().zip(0..planned.begun) {
            // A stop without a stated time is not reached before the end of the rests on the way to it.
            let (mut rested_seconds, mut rested_at) = (0, TIME_MIN);
            while let Some(pause) = pauses.next_if(|pause| pause.position <= position) {
                if let Some(place) = pause.place {
                    let arrival_at = arrival(travel, vehicle.travel, (here, place), at)?;
                    let setup = setup_at(here, place);
                    at = (arrival_at + setup).max(pause.starts_at) + pause.seconds;
                    here = Some(place);
                } else {
                    rested_seconds += pause.seconds;
                    rested_at = pause.starts_at + pause.seconds;
                }
            }
            while let Some(reload) = reloads.next_if(|reload| reload.position <= position) {
                let data = &shift.reloads[reload.reload as usize];
                let arrival_at = arrival(travel, vehicle.travel, (here, data.place), at)?;
                let arrival_at = arrival_at + setup_at(here, data.place);
                at = arrival_at.max(reload.starts_at.unwrap_or(TIME_MIN)) + data.seconds;
                here = Some(data.place);
            }
            let option = way_of(problem, it);
            let data = &problem.options[option.at()];
            let arrival_at = arrival(travel, vehicle.travel, (here, data.place), at)?;
            let arrival_at = (arrival_at + rested_seconds).max(rested_at);
            let own_setup = if here == Some(data.place) { 0 } else { data.setup_seconds };
            let ready_at = arrival_at + setup_at(here, data.place) + own_setup;
            let starts_at = match it.starts_at {
                Some(said_at) => said_at.max(ready_at),
                None => {
                    let next = data.windows.iter().find(|window| window.end_at >= ready_at);
                    next.map_or(ready_at, |window| window.start_at.max(ready_at))
                }
            };
            let usual = starts_at + vehicle.service_seconds(data.service_seconds);
            let is_last = position + 1 == planned.begun;
            let resumes_at = if is_last { planned.resumes_at } else { TIME_MIN };
            at = it.ends_at.unwrap_or(usual).max(starts_at).max(resumes_at);
            here = Some(data.place);
            stops.push(Held {
                stop: it.stop,
                option,
                starts_at,
                service_seconds: Some(unscaled(at - starts_at, vehicle.service_permille)),
            });
        }
        for pause in pauses {
            if let Some(place) = pause.place {
                let arrival_at = arrival(travel, vehicle.travel, (here, place), at);
                at = arrival_at.unwrap_or(at) + setup_at(here, place);
                here = Some(place);
            }
            at = at.max(pause.starts_at) + pause.seconds;
        }
        let end_at = match (here, shift.end_place) {
            (Some(_), Some(to)) => arrival(travel, vehicle.travel, (here, to), at).unwrap_or(at),
            _ => at,
        };
        Some(Self { shift: planned.shift, stops, end_at })
    }
}

/// Returns the place where the vehicle has stayed after its previous route in the given plan.
fn stayed_at(problem: &Problem, planned: &PlannedRoute) -> Option<PlaceIdx> {
    let vehicle = problem.shifts[planned.shift.at()].vehicle;
    let is_before = |it: &&PlannedRoute| {
        let own = problem.shifts[it.shift.at()].vehicle == vehicle;
        own && it.shift < planned.shift && !it.stops.is_empty()
    };
    let last = problem.plan.iter().filter(is_before).max_by_key(|it| it.shift)?;
    let stop = last.stops.last().filter(|_| problem.shifts[last.shift.at()].stays)?;
    Some(problem.options[way_of(problem, stop).at()].place)
}

fn arrival(
    travel: &Travel<'_>,
    table: TravelIdx,
    (from, to): (Option<PlaceIdx>, PlaceIdx),
    at: i64,
) -> Option<i64> {
    from.map_or(Some(at), |from| travel.arrival_at(table, from, to, at))
}

/// Returns the usual duration of a service that takes `seconds` at a pace of `permille` thousandths.
fn unscaled(seconds: i64, permille: u32) -> i64 {
    let (usual, permille) = (i64::from(USUAL_PERMILLE), i64::from(permille.max(1)));
    (seconds * usual + permille / 2) / permille
}

fn way_of(problem: &Problem, planned: &PlannedStop) -> OptionIdx {
    planned.option.unwrap_or(OptionIdx(problem.stops[planned.stop.at()].options.start))
}

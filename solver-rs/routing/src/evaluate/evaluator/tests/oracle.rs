//! A naive twin of the evaluator for tiny routes: tries every start, every second of waiting and every second of a leg.
//!
//! It shares no code with the evaluator. A map gives the least cost of each state, which is all that matters later. The
//! vehicle waits only before service or a break. Travel is static; rides, pins and limits other than duration are left
//! out.

use std::collections::BTreeMap;

use crate::evaluate::Step;
use crate::problem::{Break, Problem, Shift, Window};

/// Everything that matters later, apart from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    now: i64,
    taken: u32,
    settled: Option<u32>,
    driven: i64,
    parts: usize,
    resting: i64,
    is_counted: bool,
}

/// The position of a state: at a place, or this many seconds before one.
type Spot = (Option<u32>, i64);
type States = BTreeMap<State, f64>;

pub(super) struct Oracle<'p> {
    problem: &'p Problem,
    shift: &'p Shift,
    until: i64,
}

/// The least cost of a route with these steps; `None` if no schedule keeps the rules.
pub(super) fn least_cost(problem: &Problem, steps: &[Step]) -> Option<f64> {
    let shift = &problem.shifts[0];
    let oracle = Oracle { problem, shift, until: shift.latest_end_at };
    let starts = shift.start_at..=shift.latest_end_at;
    starts.filter_map(|start| oracle.from(start, steps)).min_by(f64::total_cmp)
}

impl Oracle<'_> {
    fn from(&self, start: i64, steps: &[Step]) -> Option<f64> {
        let mut here = self.shift.start_place.map(|it| it.0);
        let first = State {
            now: start,
            taken: 0,
            settled: here,
            driven: 0,
            parts: 0,
            resting: 0,
            is_counted: false,
        };
        let mut states = States::from([(first, 0.0)]);
        for &step in steps {
            let Step::Stop(_, option) = step else { panic!("no reloads here") };
            let option = &self.problem.options[option.at()];
            let place = option.place.0;
            let mut served = States::new();
            for (state, cost) in self.cross(&states, here, Some(place)) {
                let pays = state.settled != Some(place);
                let own = self.problem.places[place as usize].setup_seconds;
                let setup = if pays { own + option.setup_seconds } else { 0 };
                for at in state.now + setup..=self.until {
                    if !is_within(&option.windows, at) {
                        continue;
                    }
                    let waiting = at - setup - state.now;
                    let mut sum = cost + self.waiting_cost(waiting);
                    let away = |it: &Window| (it.start_at - at).max(at - it.end_at).max(0);
                    let nearest = option.soft_windows.iter().min_by_key(|it| away(&it.window));
                    if let Some(soft) = nearest {
                        let early = (soft.window.start_at - at).max(0) as f64 / 3600.0;
                        let late = (at - soft.window.end_at).max(0) as f64 / 3600.0;
                        sum += early * soft.cost_per_hour_early + late * soft.cost_per_hour_late;
                    }
                    let now = at + option.service_seconds;
                    let settled = Some(place);
                    let state = State { now, settled, resting: 0, is_counted: false, ..state };
                    put(&mut served, state, sum);
                }
            }
            states = served;
            here = Some(place);
        }
        let end = self.shift.end_place.map(|it| it.0);
        let ended = self.cross(&states, here, end);
        ended
            .into_iter()
            .filter_map(|(state, cost)| self.finish(start, &state, cost))
            .min_by(f64::total_cmp)
    }

    fn finish(&self, start: i64, state: &State, cost: f64) -> Option<f64> {
        let vehicle = &self.problem.vehicles[0];
        let (duration, end) = (state.now - start, state.now);
        if end > self.until || duration > vehicle.limits.duration_seconds {
            return None;
        }
        let owed = |pause: &Break| {
            pause.owed.is_none_or(|it| {
                start < it.start_at + pause.seconds && end > it.end_at.min(self.shift.latest_end_at)
            })
        };
        let mut sum = cost + duration as f64 / 3600.0 * vehicle.costs.per_hour;
        sum += (end - self.shift.end_at).max(0) as f64 / 3600.0 * vehicle.costs.per_overtime_hour;
        let hard = self.shift.breaks.len();
        for (at, pause) in self.shift.breaks.iter().enumerate() {
            if state.taken & 1 << at == 0 && owed(pause) {
                return None;
            }
        }
        for (at, soft) in self.shift.soft_breaks.iter().enumerate() {
            if state.taken & 1 << (hard + at) == 0 && owed(&soft.rest) {
                sum += soft.skip_cost;
            }
        }
        Some(sum)
    }

    /// The states on arrival at a place (or, without one, when stopping), whatever happens on the way.
    fn cross(&self, states: &States, from: Option<u32>, to: Option<u32>) -> Vec<(State, f64)> {
        let mut spots: BTreeMap<Spot, States> = BTreeMap::new();
        let mut done: BTreeMap<Spot, States> = BTreeMap::new();
        spots.insert((from, 0), states.clone());
        while let Some((spot, states)) = spots.pop_first() {
            for (state, cost) in states {
                if done.entry(spot).or_default().get(&state).is_some_and(|&known| known <= cost) {
                    continue;
                }
                done.entry(spot).or_default().insert(state, cost);
                for (spot, state, cost) in self.next(spot, state, cost, to) {
                    if state.now <= self.until {
                        put(spots.entry(spot).or_default(), state, cost);
                    }
                }
            }
        }
        // An open start is at the first stop.
        let arrived = |spot: &Spot| *spot == (to, 0) || (to.is_none() && spot.1 == 0);
        done.into_iter().filter(|(spot, _)| arrived(spot)).flat_map(|(_, states)| states).collect()
    }

    /// The states after one more event: a second of driving, a break, or a rest.
    fn next(
        &self,
        (here, ahead): Spot,
        state: State,
        cost: f64,
        to: Option<u32>,
    ) -> Vec<(Spot, State, f64)> {
        let rules = self.problem.vehicles[0].driving_rules.as_ref();
        let mut next = Vec::new();
        let Some(place) = here else {
            next.push(((to, 0), state, cost));
            return next;
        };
        // On the way, `here` is the destination.
        let drive = |seconds: i64| State {
            now: state.now + seconds,
            driven: state.driven + seconds,
            resting: if seconds > 0 { 0 } else { state.resting },
            is_counted: seconds == 0 && state.is_counted,
            ..state
        };
        let may_drive = rules.is_none_or(|rules| state.driven < rules.driving_seconds_max);
        let mut set_out = |target: u32| {
            let seconds = self.seconds(place, target);
            if seconds == 0 {
                next.push(((Some(target), 0), drive(0), cost));
            } else if may_drive {
                next.push(((Some(target), seconds - 1), drive(1), cost));
            }
        };
        if ahead == 0 {
            if let Some(target) = to.filter(|&target| target != place) {
                set_out(target);
            }
            for pause in self.rests().filter_map(|(pause, _)| pause.place) {
                if pause.0 != place {
                    set_out(pause.0);
                }
            }
        } else if may_drive {
            next.push(((here, ahead - 1), drive(1), cost));
        }
        for (position, (pause, soft)) in self.rests().enumerate() {
            let is_here = match pause.place {
                Some(its) => ahead == 0 && its.0 == place,
                None => true,
            };
            if state.taken & 1 << position != 0 || !is_here {
                continue;
            }
            let own = pause.place.map(|its| self.problem.places[its.at()].setup_seconds);
            let setup = own.filter(|_| state.settled != Some(place)).unwrap_or(0);
            for at in state.now + setup..=self.until {
                let waiting = at - setup - state.now;
                if ahead > 0 && waiting > 0 {
                    break;
                }
                let mut sum = cost + self.waiting_cost(waiting);
                if let Some(per_hour) = soft {
                    let open = pause.windows.iter().filter(|it| it.start_at <= at);
                    let late = open.map(|it| (at - it.end_at).max(0)).min();
                    let Some(late) = late else { continue };
                    sum += late as f64 / 3600.0 * per_hour;
                } else if !is_within(&pause.windows, at) {
                    continue;
                }
                let settled = if pause.place.is_some() { Some(place) } else { state.settled };
                let goes_on = waiting == 0;
                let before = State {
                    taken: state.taken | 1 << position,
                    settled,
                    resting: if goes_on { state.resting } else { 0 },
                    is_counted: goes_on && state.is_counted,
                    now: at,
                    ..state
                };
                next.push(((here, ahead), self.rested(before, pause.seconds), sum));
            }
        }
        if rules.is_some() && state.driven > 0 && state.now < self.until {
            for seconds in 1..=rules.map_or(0, |it| it.break_seconds) {
                next.push(((here, ahead), self.rested(state, seconds), cost));
            }
        }
        next
    }

    fn rested(&self, state: State, seconds: i64) -> State {
        let mut after = State { now: state.now + seconds, ..state };
        let Some(rules) = &self.problem.vehicles[0].driving_rules else { return after };
        after.resting += seconds;
        let part = rules.part_seconds.get(state.parts);
        if !state.is_counted && part.is_some_and(|&part| after.resting >= part) {
            after.is_counted = true;
            after.parts += 1;
        }
        let all = after.parts > 0 && after.parts == rules.part_seconds.len();
        if after.resting >= rules.break_seconds || all {
            (after.driven, after.parts, after.is_counted) = (0, 0, true);
        }
        after
    }

    /// Hard breaks, then soft breaks with the cost of an hour of lateness.
    fn rests(&self) -> impl Iterator<Item = (&Break, Option<f64>)> {
        let soft = self.shift.soft_breaks.iter();
        let hard = self.shift.breaks.iter().map(|it| (it, None));
        hard.chain(soft.map(|it| (&it.rest, Some(it.cost_per_hour_late))))
    }

    fn seconds(&self, from: u32, to: u32) -> i64 {
        let places = self.problem.places.len();
        self.problem.travel[0].travel_seconds[from as usize * places + to as usize].into()
    }

    fn waiting_cost(&self, seconds: i64) -> f64 {
        seconds as f64 / 3600.0 * self.problem.vehicles[0].costs.per_waiting_hour
    }
}

fn is_within(windows: &[Window], at: i64) -> bool {
    windows.iter().any(|it| it.start_at <= at && at <= it.end_at)
}

fn put(states: &mut States, state: State, cost: f64) {
    let known = states.entry(state).or_insert(cost);
    *known = known.min(cost);
}

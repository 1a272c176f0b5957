//! Small problems for tests: places in a row, a minute and 100 meters apart, one vehicle, one dimension.

use std::ops::Range;

use crate::problem::{
    ALL_WEEKDAYS, Break, Clock, ClockIdx, ClockSegment, Costs, OptionIdx, Order, OrderIdx, Place,
    PlaceIdx, Problem, SameVehicle, Shift, ShiftIdx, Stop, StopIdx, StopKind, StopOption, TIME_MIN,
    TravelTable, UNLIMITED, Vehicle, VehicleIdx, Visit, VisitIdx, VisitRules, Window,
};
use crate::rules::Code;

use super::{Evaluator, Step};

/// A problem under construction.
pub(crate) struct Fixture {
    pub(crate) problem: Problem,
}

impl Fixture {
    /// Places 0 to `place_count - 1` in a row; the vehicle costs 3,600 per hour and has room for 10.
    pub(crate) fn new(place_count: u32) -> Self {
        let places = place_count as usize;
        let pairs =
            (0..places * places).map(|pair| i32::try_from((pair / places).abs_diff(pair % places)));
        let pairs: Vec<i32> = pairs.map(Result::unwrap).collect();
        let clock = Clock { segments: vec![ClockSegment { from_at: 0, offset_seconds: 0 }] };
        let problem = Problem {
            places: vec![Place { clock: ClockIdx(0), setup_seconds: 0, docks: None }; places],
            clocks: vec![clock],
            travel: vec![TravelTable {
                lane_count: 1,
                distance_meters: pairs.iter().map(|steps| steps * 100).collect(),
                travel_seconds: pairs.iter().map(|steps| steps * 60).collect(),
                rows: None,
            }],
            dimension_count: 1,
            vehicles: vec![Vehicle {
                capacity: vec![10],
                costs: Costs { per_hour: 3600.0, ..Costs::default() },
                ..Vehicle::default()
            }],
            ..Problem::default()
        };
        Self { problem }
    }

    /// A shift from and to place 0.
    pub(crate) fn shift(&mut self, span: Range<i64>) -> &mut Shift {
        self.problem.vehicles[0].shifts.end += 1;
        self.problem.shifts.push(Shift {
            start_place: Some(PlaceIdx(0)),
            end_place: Some(PlaceIdx(0)),
            start_at: span.start,
            end_at: span.end,
            latest_end_at: span.end,
            overtime_end_at: span.end,
            ..Shift::default()
        });
        self.problem.shifts.last_mut().unwrap()
    }

    /// The same with a break of a minute at any time, so that routes have to be evaluated.
    pub(crate) fn shift_with_break(&mut self, span: Range<i64>) {
        let anytime = Window { start_at: span.start, end_at: span.end };
        self.shift(span).breaks.push(Break::new(60, vec![anytime], None));
    }

    /// Adds a vehicle like the first one, with a shift like the first one.
    pub(crate) fn another_vehicle(&mut self) {
        let problem = &mut self.problem;
        let shift = ShiftIdx::of(problem.shifts.len()).0;
        let vehicle = VehicleIdx::of(problem.vehicles.len());
        problem.vehicles.push(Vehicle { shifts: shift..shift + 1, ..problem.vehicles[0].clone() });
        problem.shifts.push(Shift { vehicle, ..problem.shifts[0].clone() });
    }

    /// Adds an order with one visit and these stops: kind, place, load. Dropoffs follow pickups.
    pub(crate) fn order(&mut self, stops: &[(StopKind, u32, i64)]) -> Vec<Step> {
        let problem = &mut self.problem;
        let visit = VisitIdx::of(problem.visits.len());
        let first = problem.stops.len();
        let pickups: Vec<StopIdx> = (0..stops.len())
            .filter(|&at| stops[at].0 == StopKind::Pickup)
            .map(|at| StopIdx::of(first + at))
            .collect();
        let mut steps = Vec::new();
        for &(kind, place, load) in stops {
            let option = OptionIdx::of(problem.options.len());
            steps.push(Step::Stop(StopIdx::of(problem.stops.len()), option));
            problem.stops.push(Stop {
                visit,
                kind,
                load: vec![load],
                after: if kind == StopKind::Dropoff { pickups.clone() } else { Vec::new() },
                options: option.0..option.0 + 1,
            });
            problem.options.push(StopOption {
                place: PlaceIdx(place),
                service_seconds: 0,
                setup_seconds: 0,
                windows: vec![Window::ALWAYS],
                soft_windows: Vec::new(),
            });
        }
        let end = StopIdx::of(problem.stops.len()).0;
        problem.visits.push(Visit {
            order: OrderIdx::of(problem.orders.len()),
            number: 1,
            span: Window::ALWAYS,
            stops: StopIdx::of(first).0..end,
            release_at: TIME_MIN,
        });
        problem.orders.push(Order { visits: visit.0..visit.0 + 1, ..Order::default() });
        steps
    }

    /// A dropoff of load 1 at a place, within these windows.
    pub(crate) fn dropoff(&mut self, place: u32, windows: &[(i64, i64)]) -> Step {
        let step = self.order(&[(StopKind::Dropoff, place, 1)])[0];
        if !windows.is_empty() {
            self.option(step).windows = windows_of(windows);
        }
        step
    }

    /// The rule that a route of the first shift breaks.
    pub(crate) fn broken(&self, steps: &[Step]) -> Option<(Code, i64)> {
        Evaluator::new(&self.problem).evaluate(ShiftIdx(0), steps, &[]).broken
    }

    /// The option of a step.
    pub(crate) fn option(&mut self, step: Step) -> &mut StopOption {
        let Step::Stop(_, option) = step else { panic!("a reload has no option") };
        &mut self.problem.options[option.at()]
    }

    /// The order of a step.
    pub(crate) fn order_of(&mut self, step: Step) -> &mut Order {
        let Step::Stop(stop, _) = step else { panic!("a reload has no order") };
        let visit = self.problem.stops[stop.at()].visit;
        &mut self.problem.orders[self.problem.visits[visit.at()].order.at()]
    }
}

/// The rules of a periodic order whose visits are on different days, and of which any number may be served.
pub(crate) fn visit_rules() -> VisitRules {
    VisitRules {
        clock: ClockIdx(0),
        days_between_min: 1,
        days_between_max: UNLIMITED,
        days: Vec::new(),
        weekdays: ALL_WEEKDAYS,
        day_patterns: Vec::new(),
        weekday_count_max: UNLIMITED,
        same_vehicle: SameVehicle::Free,
        other_vehicle_cost: 0.0,
        time_of_day_tolerance_seconds: UNLIMITED,
        partial: true,
    }
}

/// Windows from pairs of start and end.
pub(crate) fn windows_of(windows: &[(i64, i64)]) -> Vec<Window> {
    windows.iter().map(|&(start_at, end_at)| Window { start_at, end_at }).collect()
}

/// The generator SplitMix64.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `bound - 1`.
    pub(crate) fn below(&mut self, bound: i64) -> i64 {
        (self.next() % bound.unsigned_abs()).cast_signed()
    }

    pub(crate) fn below_i32(&mut self, bound: i32) -> i32 {
        i32::try_from(self.below(bound.into())).unwrap()
    }
}

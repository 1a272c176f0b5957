//! Nanoseconds of one evaluation: routes of ten stops, of several kinds. `cargo bench -p routing` measures; run as a
//! test it evaluates each kind once.

use std::hint::black_box;
use std::time::Instant;

use routing::evaluate::{Evaluator, Step};
use routing::problem::{
    Break, Clock, ClockIdx, ClockSegment, Costs, DrivingRules, OptionIdx, Order, OrderIdx, Place,
    PlaceIdx, Problem, Shift, ShiftIdx, Stop, StopIdx, StopKind, StopOption, TIME_MIN,
    TrafficWindows, TravelTable, Vehicle, Visit, VisitIdx, Window,
};

const PLACES: u32 = 1_000;
const STOPS: usize = 10;
const HOUR: i64 = 3_600;

fn main() {
    let is_test = std::env::args().any(|it| it == "--test");
    let iterations = if is_test { 1 } else { 20_000 };
    for (name, problem) in [
        ("plain", plain()),
        ("traffic", traffic()),
        ("break", with_break()),
        ("traffic and break", {
            let mut it = traffic();
            add_break(&mut it);
            it
        }),
        ("driving rules", with_rules()),
    ] {
        let mut evaluator = Evaluator::new(&problem);
        let routes = routes();
        let started = Instant::now();
        let mut broken = 0;
        for round in 0..iterations {
            let steps = &routes[round % routes.len()];
            let evaluation = evaluator.evaluate(ShiftIdx(0), black_box(steps), &[]);
            broken += usize::from(black_box(evaluation).broken.is_some());
        }
        let nanoseconds = started.elapsed().as_nanos() / u128::try_from(iterations).unwrap_or(1);
        eprintln!(
            "{name}: {nanoseconds} ns a route of {STOPS} stops, {broken} of {iterations} broken"
        );
    }
}

/// 1,000 routes over all places.
fn routes() -> Vec<Vec<Step>> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % (PLACES - 1)
    };
    let step = |at: u32| Step::Stop(StopIdx(at), OptionIdx(at));
    (0..1_000).map(|_| (0..STOPS).map(|_| step(next())).collect()).collect()
}

fn traffic() -> Problem {
    let mut problem = plain();
    let lanes = [1.0, 1.5, 1.1, 0.9];
    problem.traffic = TrafficWindows {
        weekday: vec![(0, 3), (7 * 3_600, 1), (9 * 3_600, 2), (16 * 3_600, 1), (19 * 3_600, 3)],
        weekend: vec![(0, 0)],
    };
    let table = &mut problem.travel[0];
    table.lane_count = 4;
    let scaled = |seconds: &i32| lanes.map(|it| (f64::from(*seconds) * it).floor());
    #[expect(clippy::cast_possible_truncation, reason = "some minutes")]
    let seconds = table.travel_seconds.iter().flat_map(scaled).map(|it| it as i32).collect();
    table.travel_seconds = seconds;
    problem
}

fn with_break() -> Problem {
    let mut problem = plain();
    add_break(&mut problem);
    problem
}

fn add_break(problem: &mut Problem) {
    let noon = Window { start_at: 12 * HOUR, end_at: 14 * HOUR };
    problem.shifts[0].breaks.push(Break::new(1_800, vec![noon], None));
}

fn with_rules() -> Problem {
    let mut problem = plain();
    problem.vehicles[0].driving_rules = Some(DrivingRules {
        driving_seconds_max: 2 * HOUR,
        break_seconds: 2_700,
        part_seconds: vec![900, 1_800],
        working_seconds_max: routing::problem::UNLIMITED,
        day: None,
    });
    problem
}

fn plain() -> Problem {
    let place_count = PLACES as usize;
    let side = 32;
    let distance = |from: usize, to: usize| {
        let (x, y) = ((from % side).abs_diff(to % side), (from / side).abs_diff(to / side));
        i32::try_from((x + y) * 60).unwrap_or(0)
    };
    let pairs =
        (0..place_count).flat_map(|from| (0..place_count).map(move |to| distance(from, to)));
    let travel_seconds: Vec<i32> = pairs.collect();
    let mut problem = Problem {
        places: vec![Place { clock: ClockIdx(0), setup_seconds: 60, docks: None }; place_count],
        clocks: vec![Clock { segments: vec![ClockSegment { from_at: 0, offset_seconds: 0 }] }],
        travel: vec![TravelTable {
            lane_count: 1,
            distance_meters: travel_seconds.iter().map(|it| it * 12).collect(),
            travel_seconds,
            rows: None,
        }],
        dimension_count: 1,
        vehicles: vec![Vehicle {
            capacity: vec![1_000],
            costs: Costs { per_hour: 30.0, per_kilometer: 0.5, fixed: 50.0, ..Costs::default() },
            shifts: 0..1,
            ..Vehicle::default()
        }],
        shifts: vec![Shift {
            start_place: Some(PlaceIdx(0)),
            end_place: Some(PlaceIdx(0)),
            start_at: 7 * HOUR,
            end_at: 23 * HOUR,
            latest_end_at: 23 * HOUR,
            overtime_end_at: 23 * HOUR,
            ..Shift::default()
        }],
        ..Problem::default()
    };
    for at in 0..PLACES - 1 {
        add_order(&mut problem, at);
    }
    problem
}

fn add_order(problem: &mut Problem, at: u32) {
    problem.options.push(StopOption {
        place: PlaceIdx(at + 1),
        service_seconds: 300,
        setup_seconds: 0,
        windows: vec![Window { start_at: 8 * HOUR, end_at: 22 * HOUR }],
        soft_windows: Vec::new(),
    });
    problem.stops.push(Stop {
        visit: VisitIdx(at),
        kind: StopKind::Dropoff,
        load: vec![1],
        after: Vec::new(),
        options: at..at + 1,
    });
    problem.visits.push(Visit {
        order: OrderIdx(at),
        number: 1,
        span: Window::ALWAYS,
        stops: at..at + 1,
        release_at: TIME_MIN,
    });
    problem.orders.push(Order { visits: at..at + 1, ..Order::default() });
}

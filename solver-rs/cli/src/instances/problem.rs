//! Converts an instance to a problem of the planner, and the planner's answer to a solution of the instance.
//!
//! One unit of the instance is a second, a meter and a unit of money at once. A pickup and its dropoff are one order
//! with two stops. Each day has its own shifts.

use anyhow::{Result, bail, ensure};
use routing::evaluate::Step;
use routing::problem::{
    ALL_WEEKDAYS, Clock, ClockIdx, ClockSegment, Costs, DAY_SECONDS, Limits, Measure, Mode,
    Objective as Minimize, Order, PlaceIdx, Priorities, Problem, Reload, SameVehicle, Shift,
    ShiftIdx, Stop, StopKind, StopOption, TIME_MIN, Term, TrafficWindows, TravelTable, UNLIMITED,
    Vehicle, VehicleIdx, Visit, VisitIdx, VisitRules, Window,
};

use super::convention::Objective;
use super::instance::{DayIdx, Instance, OrderIdx, OrderKind, TIME_MAX, VehicleTypeIdx, index};
use super::solution::{Route, Solution};
use super::travel::{ArrivalFunctions, Travel};

/// The days of an instance are calendar days. The first is a Monday.
const FIRST_MONDAY: i64 = 4;
/// The step length of the travel times of Rifki, Chiabaut and Solnon.
const STEP_SECONDS: i64 = 720;
/// A time after the end of any route of an instance without times.
const NEVER: i64 = 1 << 40;

/// Returns how many units make a second. If there are several days, a second has several units, so that routes end
/// within their day. The cost of routes is still exact, because it is counted in meters, and a meter is one unit.
fn units_per_second(instance: &Instance) -> i64 {
    if instance.day_count == 1 {
        1
    } else {
        (instance.convention.rounding.units_per_one() / 10).max(1)
    }
}

/// Returns the number of vehicles, which some files give in the thousands without meaning it. No plan uses more
/// vehicles than orders.
fn vehicles_of(instance: &Instance, count: u32) -> u32 {
    count.min(index(instance.orders.len()))
}

fn day_starts_at(instance: &Instance, day: u32) -> i64 {
    if instance.day_count == 1 { 0 } else { (FIRST_MONDAY + i64::from(day)) * DAY_SECONDS }
}

/// Returns the end of a window within one day, in seconds of that day.
fn end_of(instance: &Instance, closes_at: i64) -> i64 {
    let never = if instance.day_count == 1 { NEVER } else { DAY_SECONDS - 1 };
    (closes_at.min(TIME_MAX) / units_per_second(instance)).min(never)
}

/// A problem, and the instance's indexes of its parts.
pub(crate) struct Adapted {
    pub(crate) problem: Problem,
    /// Indexed by shift.
    vehicle_type: Vec<VehicleTypeIdx>,
    day: Vec<DayIdx>,
    /// Indexed by stop.
    order: Vec<OrderIdx>,
}

/// # Errors
/// The instance contains something that the planner does not support.
pub(crate) fn adapt(instance: &Instance) -> Result<Adapted> {
    ensure!(instance.day_count <= 7, "more than a week of days is not planned");
    let mut adapted = Adapted {
        problem: Problem::default(),
        vehicle_type: Vec::new(),
        day: Vec::new(),
        order: Vec::new(),
    };
    let problem = &mut adapted.problem;
    problem.clocks = vec![Clock { segments: vec![ClockSegment { from_at: 0, offset_seconds: 0 }] }];
    problem.dimension_count = 1;
    (problem.traffic, problem.travel) = match &instance.travel {
        Travel::ByDeparture(functions) => paces(functions)?,
        _ => (TrafficWindows::default(), vec![table(instance)?]),
    };
    let place_count = instance.depots.len() + instance.orders.len();
    let place = routing::problem::Place { clock: ClockIdx(0), setup_seconds: 0, docks: None };
    problem.places = vec![place; place_count];
    problem.mode = Mode::Optimize;
    problem.objective = Minimize {
        minimize: match instance.convention.objective {
            Objective::VehiclesThenDistance => vec![Term::Unserved, Term::Vehicles, Term::Cost],
            _ => vec![Term::Unserved, Term::Cost],
        },
        ties: Vec::new(),
        priorities: Priorities::Strict,
        balance: Measure::Duration,
        change_cost: 0.0,
        delay_cost_per_hour: 0.0,
        load_scales: Vec::new(),
    };
    add_fleet(&mut adapted, instance)?;
    add_orders(&mut adapted, instance)?;
    adapted.problem.check()?;
    Ok(adapted)
}

fn table(instance: &Instance) -> Result<TravelTable> {
    let places = 0..index(instance.depots.len() + instance.orders.len());
    let mut distances = Vec::with_capacity(places.len() * places.len());
    for from in places.clone() {
        for to in places.clone() {
            let distance =
                instance.distance(super::instance::PlaceIdx(from), super::instance::PlaceIdx(to));
            distances.push(i32::try_from(distance)?);
        }
    }
    let unit = i32::try_from(units_per_second(instance))?;
    let seconds = distances.iter().map(|it| (it + unit - 1) / unit).collect();
    Ok(TravelTable {
        lane_count: 1,
        travel_seconds: seconds,
        distance_meters: distances,
        rows: None,
    })
}

/// Converts travel times that change in steps to paces. A leg of the planner continues at the pace of the next window,
/// while a leg of the instance keeps the time of the step in which it began. Therefore planned times are close to the
/// judged ones but not equal. To be right on average, paces change half a leg after the steps.
fn paces(functions: &ArrivalFunctions) -> Result<(TrafficWindows, Vec<TravelTable>)> {
    let lane_count = index(functions.step_count(STEP_SECONDS));
    let seconds = functions.step_seconds(STEP_SECONDS);
    let travel_seconds = seconds.into_iter().map(i32::try_from).collect::<Result<Vec<_>, _>>()?;
    let shortest = functions.shortest().iter().map(|&it| i32::try_from(it));
    let distance_meters = shortest.collect::<Result<Vec<_>, _>>()?;
    let legs = functions.shortest().iter().filter(|&&it| it > 0);
    let leg_count = i64::try_from(legs.clone().count())?;
    let half_leg = legs.sum::<i64>() / (2 * leg_count.max(1));
    let (step, delay) = (u32::try_from(STEP_SECONDS)?, u32::try_from(half_leg)?);
    let windows: Vec<_> =
        (0..lane_count).map(|lane| (lane * step + delay.min(lane * step), lane)).collect();
    let traffic = TrafficWindows { weekday: windows.clone(), weekend: windows };
    Ok((traffic, vec![TravelTable { lane_count, travel_seconds, distance_meters, rows: None }]))
}

fn add_fleet(adapted: &mut Adapted, instance: &Instance) -> Result<()> {
    let by_duration = match instance.convention.objective {
        Objective::Cost | Objective::VehiclesThenDistance => false,
        Objective::Duration => true,
    };
    let unit = units_per_second(instance);
    for (number, kind) in (0_u32..).zip(&instance.vehicle_types) {
        let window = instance.depot(kind.depot).window;
        for _ in 0..vehicles_of(instance, kind.count) {
            let vehicle = VehicleIdx(index(adapted.problem.vehicles.len()));
            let first = index(adapted.problem.shifts.len());
            for day in 0..instance.day_count {
                let offset = day_starts_at(instance, day);
                let end = end_of(instance, window.closes_at);
                let place = PlaceIdx(instance.depot_place(kind.depot).0);
                adapted.problem.shifts.push(Shift {
                    vehicle,
                    start_place: Some(place),
                    end_place: Some(place),
                    start_at: window.opens_at / unit + offset,
                    end_at: end + offset,
                    latest_end_at: end + offset,
                    overtime_end_at: end + offset,
                    day: FIRST_MONDAY + i64::from(day),
                    attributes: vec![number],
                    reloads: if kind.may_reload {
                        vec![Reload {
                            place,
                            seconds: 0,
                            windows: vec![Window::ALWAYS],
                            count_max: u32::MAX,
                        }]
                    } else {
                        Vec::new()
                    },
                    ..Shift::default()
                });
                adapted.vehicle_type.push(VehicleTypeIdx(number));
                adapted.day.push(DayIdx(day));
            }
            #[expect(clippy::cast_precision_loss, reason = "costs of benchmarks are below 2^53")]
            let (fixed, per_unit) =
                (kind.fixed_cost as f64, kind.unit_cost_millionths as f64 / 1_000_000.0);
            adapted.problem.vehicles.push(Vehicle {
                capacity: vec![kind.capacity],
                costs: Costs {
                    fixed,
                    per_kilometer: if by_duration { 0.0 } else { 1000.0 * per_unit },
                    per_hour: if by_duration { 3600.0 * per_unit } else { 0.0 },
                    ..Costs::default()
                },
                limits: Limits {
                    duration_seconds: kind.duration_max.map_or(UNLIMITED, |it| it / unit),
                    distance_meters: kind.distance_max.unwrap_or(UNLIMITED),
                    ..Limits::default()
                },
                shifts: first..index(adapted.problem.shifts.len()),
                ..Vehicle::default()
            });
        }
    }
    Ok(())
}

fn add_orders(adapted: &mut Adapted, instance: &Instance) -> Result<()> {
    let mut partner = vec![None; instance.orders.len()];
    for pair in &instance.pairs {
        partner[pair.pickup.0 as usize] = Some(pair.dropoff);
    }
    for order in instance.order_indexes() {
        let members = match (instance.order(order).kind, partner[order.0 as usize]) {
            (OrderKind::Delivery, _) => vec![order],
            (OrderKind::Pickup, Some(dropoff)) => vec![order, dropoff],
            (OrderKind::Pickup, None) => bail!("pickup {} has no dropoff", order.number()),
            (OrderKind::Dropoff, _) => continue,
        };
        add_order(adapted, instance, &members)?;
    }
    Ok(())
}

fn add_order(adapted: &mut Adapted, instance: &Instance, members: &[OrderIdx]) -> Result<()> {
    let first = instance.order(members[0]);
    let days = &first.patterns;
    let visit_count = days.first().map_or(1, |it| it.0.count_ones());
    ensure!(
        days.iter().all(|it| it.0.count_ones() == visit_count),
        "order {} has patterns of different lengths",
        members[0].number()
    );
    let unit = units_per_second(instance);
    let problem = &mut adapted.problem;
    let order_idx = routing::problem::OrderIdx(index(problem.orders.len()));
    let visits = index(problem.visits.len());
    for number in 1..=visit_count {
        let visit_idx = VisitIdx(index(problem.visits.len()));
        let stops = index(problem.stops.len());
        for (at, member) in members.iter().enumerate() {
            let order = instance.order(*member);
            let options = index(problem.options.len());
            let windows = (0..instance.day_count)
                .filter(|day| days.is_empty() || days.iter().any(|it| it.contains(DayIdx(*day))))
                .map(|day| {
                    let offset = day_starts_at(instance, day);
                    let end_at = end_of(instance, order.window.closes_at) + offset;
                    Window { start_at: order.window.opens_at / unit + offset, end_at }
                })
                .collect();
            problem.options.push(StopOption {
                place: PlaceIdx(instance.order_place(*member).0),
                service_seconds: (order.service_time + unit - 1) / unit,
                setup_seconds: 0,
                windows,
                soft_windows: Vec::new(),
            });
            problem.stops.push(Stop {
                visit: visit_idx,
                kind: match order.kind {
                    OrderKind::Pickup => StopKind::Pickup,
                    OrderKind::Delivery | OrderKind::Dropoff => StopKind::Dropoff,
                },
                load: vec![order.load],
                after: if at == 0 { Vec::new() } else { vec![routing::problem::StopIdx(stops)] },
                options: options..options + 1,
            });
            adapted.order.push(*member);
        }
        problem.visits.push(Visit {
            order: order_idx,
            number,
            span: Window::ALWAYS,
            stops: stops..index(problem.stops.len()),
            release_at: if first.released_at > 0 { first.released_at } else { TIME_MIN },
        });
    }
    let forbidding = (0_u32..).zip(&instance.vehicle_types);
    let forbidden = forbidding.filter(|(_, kind)| !kind.allows(members[0])).map(|(at, _)| at);
    #[expect(clippy::cast_precision_loss, reason = "prizes of benchmarks are below 2^53")]
    problem.orders.push(Order {
        mandatory: first.prize.is_none(),
        unserved_cost: first.prize.unwrap_or(0) as f64,
        visits: visits..index(problem.visits.len()),
        forbidden_attributes: forbidden.collect(),
        rules: (visit_count > 1 || days.len() > 1).then(|| VisitRules {
            clock: ClockIdx(0),
            days_between_min: 1,
            days_between_max: UNLIMITED,
            weekdays: ALL_WEEKDAYS,
            day_patterns: days
                .iter()
                .map(|it| u8::try_from(it.0).expect("at most seven days"))
                .collect(),
            weekday_count_max: UNLIMITED,
            same_vehicle: SameVehicle::Free,
            other_vehicle_cost: 0.0,
            time_of_day_tolerance_seconds: UNLIMITED,
            days: vec![Window::ALWAYS],
            partial: false,
        }),
        ..Order::default()
    });
    Ok(())
}

impl Adapted {
    /// Converts the planner's answer to a solution of the instance.
    pub(crate) fn solution(&self, sequences: &[(ShiftIdx, Vec<Step>)]) -> Solution {
        let routes = sequences.iter().map(|(shift, steps)| {
            let mut trips = vec![Vec::new()];
            for step in steps {
                match step {
                    Step::Stop(stop, _) => {
                        let trip = trips.last_mut().expect("there is a first trip");
                        trip.push(self.order[stop.at()]);
                    }
                    Step::Reload(_) => trips.push(Vec::new()),
                }
            }
            Route { vehicle_type: self.vehicle_type[shift.at()], day: self.day[shift.at()], trips }
        });
        Solution { routes: routes.collect() }
    }
}

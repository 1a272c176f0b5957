//! The problem as a whole: twin of `routing::problem::Problem`, with places, clocks and travel.

use routing::problem::{
    Clock, ClockIdx, ClockSegment, Place, Problem, TrafficWindows, TravelTable,
};
use serde::Deserialize;

use crate::MessageError;
use crate::convert::{WindowMessage, list, range};
use crate::fleet::{ShiftMessage, VehicleMessage};
use crate::orders::{OptionMessage, OrderMessage, RelationMessage, StopMessage, VisitMessage};
use crate::plan::{ModeMessage, ObjectiveMessage, PlannedRouteMessage};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProblemMessage {
    period: WindowMessage,
    places: Vec<PlaceMessage>,
    clocks: Vec<ClockMessage>,
    traffic: TrafficMessage,
    travel: Vec<TravelMessage>,
    dimension_count: u32,
    vehicles: Vec<VehicleMessage>,
    shifts: Vec<ShiftMessage>,
    orders: Vec<OrderMessage>,
    visits: Vec<VisitMessage>,
    stops: Vec<StopMessage>,
    options: Vec<OptionMessage>,
    relations: Vec<RelationMessage>,
    incompatible_load_types: Vec<Vec<u32>>,
    plan: Vec<PlannedRouteMessage>,
    objective: ObjectiveMessage,
    mode: ModeMessage,
    offered: [u32; 2],
}

impl ProblemMessage {
    pub(crate) fn with_tables(
        self,
        tables: Vec<(Vec<i32>, Vec<i32>)>,
    ) -> Result<Problem, MessageError> {
        let (expected, actual) = (self.travel.len(), tables.len());
        if expected != actual {
            return Err(MessageError::TableCount { expected, actual });
        }
        let travel = self.travel.into_iter().zip(tables);
        let table = |(TravelMessage { lane_count }, (distance_meters, travel_seconds))| {
            TravelTable { lane_count, distance_meters, travel_seconds }
        };
        Ok(Problem {
            period: self.period.into(),
            places: list(self.places),
            clocks: list(self.clocks),
            traffic: self.traffic.into(),
            travel: travel.map(table).collect(),
            dimension_count: self.dimension_count,
            vehicles: list(self.vehicles),
            shifts: list(self.shifts),
            orders: list(self.orders),
            visits: list(self.visits),
            stops: list(self.stops),
            options: list(self.options),
            relations: list(self.relations),
            incompatible_load_types: self.incompatible_load_types,
            plan: list(self.plan),
            objective: self.objective.into(),
            mode: self.mode.into(),
            offered: range(self.offered),
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceMessage {
    clock: u32,
    setup_seconds: i64,
}

impl From<PlaceMessage> for Place {
    fn from(it: PlaceMessage) -> Self {
        Self { clock: ClockIdx(it.clock), setup_seconds: it.setup_seconds }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockMessage {
    segments: Vec<SegmentMessage>,
}

impl From<ClockMessage> for Clock {
    fn from(it: ClockMessage) -> Self {
        Self { segments: list(it.segments) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SegmentMessage {
    from_at: i64,
    offset_seconds: i64,
}

impl From<SegmentMessage> for ClockSegment {
    fn from(it: SegmentMessage) -> Self {
        Self { from_at: it.from_at, offset_seconds: it.offset_seconds }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrafficMessage {
    weekday: Vec<(u32, u32)>,
    weekend: Vec<(u32, u32)>,
}

impl From<TrafficMessage> for TrafficWindows {
    fn from(it: TrafficMessage) -> Self {
        Self { weekday: it.weekday, weekend: it.weekend }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TravelMessage {
    lane_count: u32,
}

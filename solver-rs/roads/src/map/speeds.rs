//! Speeds: the cost of every segment in every lane, from free flow, traffic factors and speed rules.
//!
//! ```text
//! free-flow time of a part ─► ÷ factor of its traffic group in the lane ─► rules in their order ─► sum of parts
//! ```
//!
//! A road whose access or limit depends on the hour has in each lane the state that it has for most of the
//! lane's hours: those of the window, Saturday and Sunday for the weekend, the whole week for free flow.
//! Entering a road that is closed in a lane takes [`CLOSED_MILLISECONDS`] more, so that trips avoid it if there
//! is another path, and a place behind it can be told from one that no road leads to.
//!
//! New speeds mean new costs and a new customization, but not a new map. A rule multiplies or sets the speed of
//! a class, a way or an area, in some lanes or all; later rules see the result of earlier ones. Rules are about
//! traffic: they do not apply to bicycles and pedestrians, which traffic does not affect. O(parts × lanes ×
//! rules that apply there), and for each area O(segments in the box around it).

use std::ops::RangeInclusive;

use super::LANE_COUNT;
use super::hours::LaneStates;
use super::section::{ProfileMap, ProfileSize};
use crate::hierarchy::{
    CLOSED_BYTES, LaneCosts, LaneSharing, Metric, WINDOW_LANE_COUNT, pair_cost,
};
use crate::network::{DirectedSegment, SegmentIdx};
use crate::profile::{Profile, RoadClass, TrafficGroup};
use crate::week::LaneHours;

/// Factors on speeds, one per group that traffic slows equally, in the order of [`TrafficGroup`].
pub type GroupFactors = [f64; 4];

/// How fast traffic flows in each lane.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneSpeeds {
    /// One per traffic window of a weekday; at most [`WINDOW_LANE_COUNT`].
    pub windows: Vec<GroupFactors>,
    /// The only window of the weekend.
    pub weekend: GroupFactors,
    /// One per traffic window of a weekday: first and last seconds of the day, both inclusive. A window
    /// without an entry has no hours of its own: like free flow, it stands for the whole week.
    pub hours: Vec<Vec<(u32, u32)>>,
}

impl LaneSpeeds {
    /// No windows, and no traffic on the weekend.
    #[must_use]
    pub fn free_flow() -> Self {
        Self { windows: Vec::new(), weekend: [1.0; 4], hours: Vec::new() }
    }

    /// The seconds of the week that each lane represents.
    fn lane_hours(&self) -> [LaneHours; LANE_COUNT] {
        std::array::from_fn(|lane| match (lane, self.hours.get(lane)) {
            (WEEKEND_LANE, _) => LaneHours::weekend(),
            (FREE_FLOW_LANE, _) | (_, None) => LaneHours::whole_week(),
            (_, Some(intervals)) => LaneHours::of_weekdays(intervals),
        })
    }
}

/// The time that entering a road adds in a lane in which it is closed: 27.8 hours, longer than any detour
/// and any shift, and an eleventh of the unreachable cost.
pub const CLOSED_MILLISECONDS: u32 = 100_000_000;

/// The lanes in which a rule applies: bit `w` for weekday window `w`, and two more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMask(pub u16);

impl LaneMask {
    /// The weekend.
    pub const WEEKEND: Self = Self(1 << WINDOW_LANE_COUNT);
    /// Free flow, which determines the path that distances are measured along.
    pub const FREE_FLOW: Self = Self(1 << (WINDOW_LANE_COUNT + 1));
    /// All lanes.
    pub const ALL: Self = Self(u16::MAX);

    fn has(self, lane: usize) -> bool {
        self.0 >> lane & 1 == 1
    }
}

const WEEKEND_LANE: usize = WINDOW_LANE_COUNT;
const FREE_FLOW_LANE: usize = WINDOW_LANE_COUNT + 1;
/// Positions among the lanes of the hierarchy, where free flow precedes the weekend.
const PAIRED_FREE_FLOW: usize = WINDOW_LANE_COUNT;
const PAIRED_WEEKEND: usize = WINDOW_LANE_COUNT + 1;

/// The place where a rule applies.
#[derive(Clone, Debug, PartialEq)]
pub enum RulePlace {
    /// On every road.
    Everywhere,
    /// On one way of OpenStreetMap.
    Way(i64),
    /// On segments whose middle point lies in a polygon; corners in 1e-7 degrees, latitude first.
    Area(Vec<(i32, i32)>),
}

/// The effect of a rule on a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpeedChange {
    /// Multiplies it.
    Factor(f64),
    /// Replaces it, regardless of traffic.
    KilometersPerHour(f64),
}

/// A rule of a speeds file.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeedRule {
    /// The place where it applies.
    pub place: RulePlace,
    /// The class of roads to which it applies; `None`: all classes.
    pub class: Option<RoadClass>,
    /// The lanes in which it applies.
    pub lanes: LaneMask,
    /// The change that it makes.
    pub change: SpeedChange,
}

impl ProfileMap {
    /// Computes the costs of all arcs for given speeds, in [`metric_bytes`] bytes. While it runs,
    /// the costs of directed segments take another 48 bytes each.
    ///
    /// # Panics
    /// There are more windows than lanes, or a speed is not positive.
    #[must_use]
    pub fn customize(&self, speeds: &LaneSpeeds, rules: &[SpeedRule]) -> Metric {
        let sharing = lane_sharing(self.profile, self.is_timed(), speeds, rules);
        let states = LaneStates::of(&self.hours, &speeds.lane_hours());
        let closed = self.hours.iter().zip(0..).map(|(_, hours)| {
            let adds = |lane: usize| u32::from(states.holds(hours, lane)) * CLOSED_MILLISECONDS;
            LaneCosts {
                windows: std::array::from_fn(adds),
                paired: [FREE_FLOW_LANE, WEEKEND_LANE].map(|lane| pair_cost(adds(lane), 0)),
            }
        });
        let closed: Vec<_> = closed.collect();
        let segments = self.segment_costs(speeds, rules, &states);
        Metric::customize(&self.hierarchy, segments, &closed, sharing)
    }

    /// The costs of all directed segments; zero if one cannot be travelled.
    fn segment_costs(
        &self,
        speeds: &LaneSpeeds,
        rules: &[SpeedRule],
        states: &LaneStates,
    ) -> Vec<LaneCosts> {
        let follows_traffic = self.profile.table().follows_traffic;
        let factors = lane_factors(speeds, follows_traffic);
        // Rules about traffic do not apply to profiles that traffic does not slow: 30 km/h is not for
        // pedestrians.
        let rules = PlacedRules::new(if follows_traffic { rules } else { &[] });
        let (mut of_segment, mut of_part) = (Vec::new(), Vec::new());
        let mut costs = Vec::with_capacity(self.segments.count() as usize * 2);
        for segment in (0..self.segments.count()).map(SegmentIdx) {
            let class = self.segments.class(segment);
            let of_class = &factors[class.group() as usize];
            let (lats, lons) = self.segments.points(segment);
            rules.of_segment((middle(lats), middle(lons)), class, &mut of_segment);
            let timed = self.segments.timed_paces(segment);
            let first_part = self.segments.part_range(segment).start;
            for directed in [segment.forward(), segment.backward()] {
                if !self.segments.is_travelable(directed) {
                    costs.push(LaneCosts::ZERO);
                    continue;
                }
                let mut milliseconds = [0.0; LANE_COUNT];
                for (part_idx, part) in (first_part..).zip(self.segments.parts(segment)) {
                    let backward = directed.is_backward();
                    let usual = if backward { part.backward_ms } else { part.forward_ms };
                    let part_side = part_idx * 2 + usize::from(backward);
                    let free_flow = states.part_milliseconds(usual, timed, part_side);
                    rules.with_way(&of_segment, class, part.way_id, &mut of_part);
                    for (lane, sum) in milliseconds.iter_mut().enumerate() {
                        let mut time = f64::from(free_flow[lane]) / of_class[lane];
                        for &position in &of_part {
                            let rule = rules.rule(position);
                            if rule.lanes.has(lane) {
                                time = rule.change.apply(time, part.length_dm);
                            }
                        }
                        *sum += time;
                    }
                }
                costs.push(self.lanes_of(directed, &milliseconds));
            }
        }
        costs
    }

    fn lanes_of(&self, directed: DirectedSegment, moving: &[f64; LANE_COUNT]) -> LaneCosts {
        let fixed = self.segments.fixed_ms(directed);
        let length = self.segments.length_dm(directed.segment());
        let total = |lane: usize| rounded(moving[lane]).saturating_add(fixed).clamp(1, LONGEST_MS);
        LaneCosts {
            windows: std::array::from_fn(total),
            paired: [
                pair_cost(total(FREE_FLOW_LANE), length),
                pair_cost(total(WEEKEND_LANE), length),
            ],
        }
    }
}

/// The size of a profile's metric in bytes, computed without customizing or even loading the profile.
///
/// # Panics
/// Those of [`ProfileMap::customize`].
#[must_use]
pub fn metric_bytes(
    profile: Profile,
    size: &ProfileSize,
    speeds: &LaneSpeeds,
    rules: &[SpeedRule],
) -> u64 {
    let sharing = lane_sharing(profile, size.is_timed(), speeds, rules);
    let of_closed = size.closed_count.saturating_mul(CLOSED_BYTES as u64);
    size.cost_count.saturating_mul(sharing.bytes_per_arc() as u64).saturating_add(of_closed)
}

/// Lanes with the same factors and the same rules have the same costs on every road; if anything depends on
/// the hour, they must also have the same hours.
fn lane_sharing(
    profile: Profile,
    is_timed: bool,
    speeds: &LaneSpeeds,
    rules: &[SpeedRule],
) -> LaneSharing {
    let follows_traffic = profile.table().follows_traffic;
    if !follows_traffic {
        return LaneSharing::all();
    }
    let factors = lane_factors(speeds, follows_traffic);
    let hours = speeds.lane_hours();
    let lane_at = |position: u8| match usize::from(position) {
        PAIRED_FREE_FLOW => FREE_FLOW_LANE,
        PAIRED_WEEKEND => WEEKEND_LANE,
        window => window,
    };
    LaneSharing::of(|a, b| {
        let [a, b] = [a, b].map(lane_at);
        factors.iter().all(|of_group| of_group[a].to_bits() == of_group[b].to_bits())
            && rules.iter().all(|rule| rule.lanes.has(a) == rule.lanes.has(b))
            && (!is_timed || hours[a] == hours[b])
    })
}

/// The longest time of one segment: with a turn of the same time, it remains reachable.
const LONGEST_MS: u32 = crate::hierarchy::UNREACHABLE_MILLISECONDS / 4;

impl SpeedChange {
    fn apply(self, milliseconds: f64, length_dm: u32) -> f64 {
        match self {
            Self::Factor(factor) => milliseconds / factor,
            // decimeters ÷ (km/h) × 360 = milliseconds
            Self::KilometersPerHour(speed) => f64::from(length_dm) * 360.0 / speed,
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn rounded(milliseconds: f64) -> u32 {
    libm::round(milliseconds) as u32
}

/// Factors by group, then lane.
fn lane_factors(speeds: &LaneSpeeds, follows_traffic: bool) -> [[f64; LANE_COUNT]; 5] {
    assert!(speeds.windows.len() <= WINDOW_LANE_COUNT, "one lane a window");
    let mut factors = [[1.0; LANE_COUNT]; 5];
    if follows_traffic {
        for group in 0..TrafficGroup::Unaffected as usize {
            for (lane, window) in speeds.windows.iter().enumerate() {
                factors[group][lane] = window[group];
            }
            factors[group][WEEKEND_LANE] = speeds.weekend[group];
        }
    }
    assert!(factors.iter().flatten().all(|factor| *factor > 0.0), "speeds are positive");
    factors
}

/// Rules by the place where they apply, so that only those that may concern a segment are checked.
struct PlacedRules<'a> {
    rules: &'a [SpeedRule],
    /// Positions of rules that apply everywhere, ascending.
    everywhere: Vec<u32>,
    /// Way and position of a rule, ascending.
    by_way: Vec<(i64, u32)>,
    /// Areas in the order of the file.
    areas: Vec<Area<'a>>,
}

/// An area with its bounding box: most segments lie outside most boxes.
struct Area<'a> {
    position: u32,
    lats: RangeInclusive<i32>,
    lons: RangeInclusive<i32>,
    corners: &'a [(i32, i32)],
}

impl<'a> PlacedRules<'a> {
    fn new(rules: &'a [SpeedRule]) -> Self {
        let mut placed =
            Self { rules, everywhere: Vec::new(), by_way: Vec::new(), areas: Vec::new() };
        for (position, rule) in (0..).zip(rules) {
            match &rule.place {
                RulePlace::Everywhere => placed.everywhere.push(position),
                RulePlace::Way(way_id) => placed.by_way.push((*way_id, position)),
                RulePlace::Area(corners) => {
                    let [lats, lons] = bounds_of(corners);
                    placed.areas.push(Area { position, lats, lons, corners });
                }
            }
        }
        placed.by_way.sort_unstable();
        placed
    }

    /// Positions of the rules that apply to a whole segment, in the order of the file.
    fn of_segment(&self, middle: (i32, i32), class: RoadClass, found: &mut Vec<u32>) {
        found.clear();
        found.extend_from_slice(&self.everywhere);
        let areas = self.areas.iter().filter(|area| area.contains(middle));
        found.extend(areas.map(|area| area.position));
        found.retain(|position| self.is_of_class(*position, class));
        found.sort_unstable();
    }

    /// Adds the rules of one of its ways to those of a segment, in the order of the file.
    fn with_way(&self, of_segment: &[u32], class: RoadClass, way_id: i64, found: &mut Vec<u32>) {
        found.clear();
        found.extend_from_slice(of_segment);
        let first = self.by_way.partition_point(|rule| rule.0 < way_id);
        let of_way = self.by_way[first..].iter().take_while(|rule| rule.0 == way_id);
        found.extend(of_way.map(|rule| rule.1).filter(|it| self.is_of_class(*it, class)));
        if found.len() > of_segment.len() {
            found.sort_unstable();
        }
    }

    fn is_of_class(&self, position: u32, class: RoadClass) -> bool {
        self.rule(position).class.is_none_or(|it| it == class)
    }

    fn rule(&self, position: u32) -> &SpeedRule {
        &self.rules[position as usize]
    }
}

impl Area<'_> {
    fn contains(&self, (lat, lon): (i32, i32)) -> bool {
        self.lats.contains(&lat) && self.lons.contains(&lon) && contains(self.corners, lat, lon)
    }
}

/// The middle one of a segment's points, or the midpoint of the middle two: straight roads only have ends.
fn middle(e7: &[i32]) -> i32 {
    e7[(e7.len() - 1) / 2].midpoint(e7[e7.len() / 2])
}

/// The ranges of latitudes and longitudes of the corners.
fn bounds_of(corners: &[(i32, i32)]) -> [RangeInclusive<i32>; 2] {
    let [mut lats, mut lons] = [(i32::MAX, i32::MIN); 2];
    for &(lat, lon) in corners {
        lats = (lats.0.min(lat), lats.1.max(lat));
        lons = (lons.0.min(lon), lons.1.max(lon));
    }
    [lats.0..=lats.1, lons.0..=lons.1]
}

/// Whether a point lies in a polygon, by the number of edges to the east of it.
fn contains(corners: &[(i32, i32)], lat: i32, lon: i32) -> bool {
    let mut is_inside = false;
    let Some(mut previous) = corners.last() else { return false };
    for corner in corners {
        let ((lat_a, lon_a), (lat_b, lon_b)) = (*previous, *corner);
        if (lat_a > lat) != (lat_b > lat) {
            let [lat, lat_a, lat_b] = [lat, lat_a, lat_b].map(i128::from);
            let along = (i128::from(lon_b) - i128::from(lon_a)) * (lat - lat_a);
            let span = lat_b - lat_a;
            // lon < lon_a + along / span, without dividing
            let is_west =
                (i128::from(lon) - i128::from(lon_a)) * span.abs() < along * span.signum();
            is_inside ^= is_west;
        }
        previous = corner;
    }
    is_inside
}

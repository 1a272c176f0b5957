//! The inputs and results of a profile.

use crate::week::WeekHours;

/// The tags of one OpenStreetMap element.
pub trait Tags {
    /// Returns the value of a key.
    fn get(&self, key: &str) -> Option<&str>;
    /// Returns all keys and values.
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)>;
}

/// The class of a road: the name that speeds files use, and the basis of traffic groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are OpenStreetMap's own values of `highway`")]
pub enum RoadClass {
    Motorway,
    MotorwayLink,
    Trunk,
    TrunkLink,
    Primary,
    PrimaryLink,
    Secondary,
    SecondaryLink,
    Tertiary,
    TertiaryLink,
    Unclassified,
    Residential,
    LivingStreet,
    Service,
    Track,
    Pedestrian,
    Footway,
    Cycleway,
    Path,
    Steps,
    Ferry,
    ShuttleTrain,
    Other,
}

/// How fast a way is traveled in one direction, in free flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Kilometers per hour, above 0.
    KilometersPerHour(f64),
    /// Seconds for the whole way, regardless of its length (ferries with a `duration`), above 0.
    WholeWaySeconds(f64),
}

/// Which trips may use a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// All trips of this profile.
    Open,
    /// Only trips that start or end there (`private`, `destination`, `customers`, `delivery` …); no trip may
    /// pass through.
    DestinationOnly,
}

/// A way in one of its two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayDirection {
    /// Its speed, or its duration.
    pub pace: Pace,
    /// Which trips may use it.
    pub access: Access,
}

/// What a way means to a profile. A direction that may not be traveled is absent; a way without directions is
/// not part of the profile's network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayTravel {
    /// In the order of its nodes.
    pub forward: Option<WayDirection>,
    /// Against the order of its nodes.
    pub backward: Option<WayDirection>,
    /// Its road class.
    pub class: RoadClass,
    /// Whether a trip may start or end on it: not on motorways and ferries, and for cars not in tunnels.
    pub snappable: bool,
    /// Whether a toll is due.
    pub toll: bool,
    /// Whether it is part of a roundabout.
    pub roundabout: bool,
}

/// What a way means to a profile over the week, where that depends on the hour or another condition.
#[derive(Clone, Debug, PartialEq)]
pub struct WayWeek {
    /// The union over all hours: directions that are open at some hour, to everybody if they ever are, at the
    /// pace that applies for most of the week. `None` if no hour opens it.
    pub travel: Option<WayTravel>,
    /// The hours with exceptions, in the order of its nodes and against it.
    pub hours: [DirectionHours; 2],
    /// The number of conditions that could not be parsed.
    pub unread_count: u32,
}

/// The hours at which a direction differs from [`WayWeek::travel`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DirectionHours {
    /// Nobody of this profile may enter.
    pub closed: WeekHours,
    /// Only trips that start or end there may enter.
    pub ends_only: WeekHours,
    /// It has another pace.
    pub paces: Vec<(WeekHours, Pace)>,
}

/// A turn restriction and the hours at which it applies.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedRestriction {
    /// What it requires.
    pub rule: RestrictionRule,
    /// When it applies.
    pub hours: WeekHours,
}

/// The directions of a way to which a signal or sign applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// None.
    Absent,
    /// Both directions.
    Both,
    /// In the order of the way's nodes.
    Forward,
    /// Against the order of the way's nodes.
    Backward,
}

/// What a node means to a profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeTravel {
    /// No traffic of this profile passes: the node is reachable from each side, but no trip may pass through.
    pub blocked: bool,
    /// The delay in seconds for passing, regardless of the turn (a gate that has to be opened).
    pub delay_seconds: f64,
    /// A gate that opens only for trips that start or end behind it.
    pub ends_only: bool,
    /// Its traffic signals.
    pub signal: Signal,
}

/// What a turn restriction requires of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionRule {
    /// The turn is forbidden (`no_*`).
    Forbidden,
    /// Every other turn is forbidden (`only_*`).
    Mandatory,
}

/// A turn from one road into another at a junction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Degrees relative to straight on: positive to the right, negative to the left, -180 to 180.
    pub angle_degrees: f64,
    /// Whether it leads back along the same road.
    pub is_u_turn: bool,
    /// The number of roads of this profile at the junction; both directions of a road count once.
    pub road_count: u32,
    /// Whether traffic keeps to the left here.
    pub left_hand: bool,
    /// Whether a signal applies to all vehicles that make this turn.
    pub signal: bool,
    /// Whether it leads along a roundabout, onto it or off it.
    pub on_roundabout: bool,
}

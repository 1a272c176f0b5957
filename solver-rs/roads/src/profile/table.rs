//! The structure of a profile: everything that can differ between road users, and nothing else.
//!
//! Lists are searched linearly: they have about ten entries, and building a country searches a few dozen of
//! them per way. Speeds are in kilometers per hour, like tags and signs; lengths in meters, weights in tonnes
//! (1,000 kg).

use super::{Access, RoadClass, Tags};

/// How one profile interprets OpenStreetMap's tags.
#[derive(Clone, Debug)]
pub struct ProfileTable {
    /// Whether the factors of traffic windows apply to it.
    pub follows_traffic: bool,
    /// Whether conditional tags are read.
    pub(super) heeds_conditions: bool,
    /// Tags of ways that are not part of its network, regardless of access.
    pub(super) closed_by: &'static [TagRule],
    /// Values of `construction` with which a road is in use.
    pub(super) open_construction: &'static [&'static str],
    /// Access rules.
    pub(super) access: AccessRules,
    /// Speeds.
    pub(super) speed: SpeedRules,
    /// Rules for directions.
    pub(super) oneway: OnewayRules,
    /// The size of the vehicle; absent if no size limit applies to it.
    pub(super) size: Option<Size>,
    /// Whether it carries dangerous goods: signs about them apply to it.
    pub(super) carries_hazmat: bool,
    /// Whether low-emission zones are closed to it.
    pub avoids_zones: bool,
    /// Barriers and other things at nodes.
    pub(super) node: NodeRules,
    /// Where trips neither start nor end.
    pub(super) unsnappable: Unsnappable,
    /// Keys that state whether a toll is due, most specific first.
    pub(super) toll_keys: &'static [&'static str],
    /// Names that restrictions use for it, most specific first; empty if no restriction concerns it.
    pub(super) restricted_as: &'static [RestrictedAs],
    /// The costs of turns.
    pub(super) turns: TurnCosts,
}

/// A key with a set of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagRule {
    /// The key.
    pub(super) key: &'static str,
    /// The values; if empty, any value.
    pub(super) values: &'static [&'static str],
}

impl TagRule {
    /// Returns whether the tags contain the key with one of the values.
    pub(super) fn holds(&self, tags: &impl Tags) -> bool {
        tags.get(self.key)
            .is_some_and(|value| self.values.is_empty() || self.values.contains(&value))
    }
}

/// One of a way's two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// In the order of its nodes.
    Forward,
    /// Against the order of its nodes.
    Backward,
}

/// A key that may apply to one direction only, by a suffix.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectedKey {
    /// The key itself.
    pub(super) both: &'static str,
    /// The key with `:forward`.
    pub(super) forward: &'static str,
    /// The key with `:backward`.
    pub(super) backward: &'static str,
}

impl DirectedKey {
    /// Returns the value for a direction, or else the value for both.
    pub(super) fn get<'a>(&self, tags: &'a impl Tags, direction: Direction) -> Option<&'a str> {
        let directed = match direction {
            Direction::Forward => self.forward,
            Direction::Backward => self.backward,
        };
        tags.get(directed).or_else(|| tags.get(self.both))
    }
}

/// Keys with their directed forms, concatenated at compile time.
macro_rules! directed_keys {
    ($($key:literal),* $(,)?) => {
        &[$($crate::profile::table::DirectedKey {
            both: $key,
            forward: concat!($key, ":forward"),
            backward: concat!($key, ":backward"),
        }),*]
    };
}
pub(super) use directed_keys;

/// A name that restrictions use for a road user.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestrictedAs {
    /// As in `except=hgv` and `type=restriction:hgv`.
    pub(super) name: &'static str,
    /// As in `restriction:hgv=no_left_turn`.
    pub(super) key: &'static str,
}

/// Names with their keys, concatenated at compile time.
macro_rules! restricted_as {
    ($($name:literal),* $(,)?) => {
        &[$($crate::profile::table::RestrictedAs {
            name: $name,
            key: concat!("restriction:", $name),
        }),*]
    };
}
pub(super) use restricted_as;

/// Which keys and values grant access.
#[derive(Clone, Debug)]
pub(super) struct AccessRules {
    /// Keys that name this kind of road user, most specific first. They also open roads that are closed to it
    /// by default.
    pub(super) own_keys: &'static [DirectedKey],
    /// Keys that name wider kinds of road users, read after the own keys.
    pub(super) general_keys: &'static [DirectedKey],
    /// Values that let everybody of this profile in.
    pub(super) open: &'static [&'static str],
    /// Values that admit only trips that start or end there.
    pub(super) destination_only: &'static [&'static str],
    /// The effect of [`Self::destination_only`]: [`Access::Open`] in an engine that allows trips through such
    /// roads.
    pub(super) destination_only_as: Access,
    /// Values that deny access.
    pub(super) forbidden: &'static [&'static str],
    /// The access for values in none of the lists; if absent, they are ignored.
    pub(super) others: Option<Access>,
    /// Values that let it in with a maximum speed in kilometers per hour.
    pub(super) paced: &'static [(&'static str, f64)],
    /// Ways that only an own key opens.
    pub(super) own_key_needed: &'static [TagRule],
    /// Keys of which any one shows that a ferry is described: it then carries only what its tags name.
    pub(super) ferry_described_by: &'static [&'static str],
}

/// A class of roads, as one profile treats it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassRule {
    /// The class.
    pub(super) class: RoadClass,
    /// The access without tags; absent if it is closed.
    pub(super) untagged: Option<Access>,
    /// The speed where no limit is posted.
    pub(super) kmh: f64,
    /// The maximum speed, regardless of posted limits, unless an own key permits more.
    pub(super) kmh_max: f64,
    /// The speed where an own key opens it.
    pub(super) own_key_kmh: f64,
}

impl ClassRule {
    /// Returns a class that is open unless a tag closes it.
    pub(super) const fn open(class: RoadClass, kmh: f64, kmh_max: f64) -> Self {
        Self { class, untagged: Some(Access::Open), kmh, kmh_max, own_key_kmh: kmh }
    }

    /// Returns a class that is open to the ends of trips unless a tag changes it.
    pub(super) const fn for_ends(class: RoadClass, kmh: f64, kmh_max: f64) -> Self {
        Self { untagged: Some(Access::DestinationOnly), ..Self::open(class, kmh, kmh_max) }
    }

    /// Returns a class that is closed unless an own key opens it.
    pub(super) const fn by_own_key(class: RoadClass, kmh: f64) -> Self {
        Self { class, untagged: None, kmh, kmh_max: kmh, own_key_kmh: kmh }
    }

    /// Returns a class that is open at one speed, and at a higher one if an own key opens it.
    pub(super) const fn open_paced(class: RoadClass, kmh: f64, own_key_kmh: f64) -> Self {
        Self { class, untagged: Some(Access::Open), kmh, kmh_max: kmh, own_key_kmh }
    }
}

/// Values of one key that limit the speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// The key.
    pub(super) key: &'static str,
    /// Values and maximum speeds.
    pub(super) kmh_max: &'static [(&'static str, f64)],
}

/// Roads on which two vehicles cannot pass each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow {
    /// The width below which a road is narrow.
    pub(super) width_meters_below: f64,
    /// The maximum speed there.
    pub(super) kmh_max: f64,
}

/// The source of the limits that a country's law sets without a sign, such as `DE:urban`.
#[derive(Clone, Debug)]
pub(super) enum ImpliedLimits {
    /// The laws in `law/`.
    OfLaw,
    /// A separate list.
    Listed(&'static ListedLimits),
}

/// Limits that countries' laws set, according to another engine.
#[derive(Debug)]
pub(super) struct ListedLimits {
    /// The usual limit, by the part after the colon.
    pub(super) usual: &'static [(&'static str, f64)],
    /// Limits of countries that differ, by the whole text in lower case.
    pub(super) exceptions: &'static [(&'static str, f64)],
}

/// Which vehicles the law of the country of a way applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LawfulBound {
    /// None.
    Nobody,
    /// Vehicles that drive like cars: it limits roads without a sign.
    Cars,
    /// Heavy trucks: it limits roads regardless of signs.
    HeavyTrucks,
}

/// Rules for speeds.
#[derive(Clone, Debug)]
pub(super) struct SpeedRules {
    /// The classes that have speeds of their own.
    pub(super) classes: &'static [ClassRule],
    /// The rule for all other classes, where an own key opens them to everybody.
    pub(super) other: ClassRule,
    /// Keys of posted limits; the first one that can be parsed decides.
    pub(super) limit_keys: &'static [DirectedKey],
    /// Driven speeds by posted limit: ascending pairs of limit and speed, with linear interpolation. Empty if
    /// posted limits do not apply to this profile.
    pub(super) driven: &'static [(f64, f64)],
    /// The source of limits that tags imply.
    pub(super) implied: ImpliedLimits,
    /// Which vehicles the law of the country limits where no tag states a limit.
    pub(super) bound_by_law: LawfulBound,
    /// The maximum speed of the vehicle.
    pub(super) vehicle_kmh_max: f64,
    /// Values that limit the speed.
    pub(super) caps: &'static [Caps],
    /// Two-way roads that are too narrow for two vehicles.
    pub(super) narrow: Option<Narrow>,
    /// The fraction of the speed that remains where directions alternate (`oneway=alternating`).
    pub(super) alternating_factor: f64,
    /// The speed on `bridge=movable` without a posted limit.
    pub(super) movable_bridge_kmh: Option<f64>,
}

/// Rules for one-way roads.
#[derive(Clone, Debug)]
pub(super) struct OnewayRules {
    /// Keys, most specific first.
    pub(super) keys: &'static [&'static str],
    /// How many of them, counted from the first, name this kind of road user.
    pub(super) own_key_count: usize,
    /// Whether roundabouts and motorways are one-way without a tag.
    pub(super) implied: bool,
    /// Tags that open a one-way road against its direction if no own key decides.
    pub(super) against: &'static [TagRule],
}

/// A vehicle with its load.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Meters.
    pub(super) height_meters: f64,
    /// Meters, without mirrors.
    pub(super) width_meters: f64,
    /// Meters.
    pub(super) length_meters: f64,
    /// Tonnes.
    pub(super) weight_tonnes: f64,
    /// Tonnes on the axle that carries most.
    pub(super) axle_tonnes: f64,
}

/// A barrier that this profile may pass if the node has another tag as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// The barrier; if absent, any barrier.
    pub(super) barrier: Option<&'static str>,
    /// The tag that opens it.
    pub(super) tag: TagRule,
    /// The delay of passing.
    pub(super) delay_seconds: f64,
}

/// The treatment of barriers that no list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherBarriers {
    /// They block.
    Block,
    /// They are passed without a delay.
    Pass,
}

/// Rules for nodes.
#[derive(Clone, Debug)]
pub(super) struct NodeRules {
    /// Barriers that can be passed, with their delays in seconds.
    pub(super) passed: &'static [(&'static str, f64)],
    /// Barriers that block.
    pub(super) blocking: &'static [&'static str],
    /// The treatment of all other barriers.
    pub(super) others: OtherBarriers,
    /// Barriers that another tag opens.
    pub(super) openings: &'static [Opening],
    /// Whether `locked=yes` blocks road users without an own key.
    pub(super) locks_block: bool,
    /// Whether any access tag removes the delay of the barrier.
    pub(super) access_saves_delay: bool,
    /// Nodes at which access tags concern traffic that crosses the road, not traffic along it.
    pub(super) access_ignored_at: &'static [TagRule],
}

/// Where trips neither start nor end.
#[derive(Clone, Debug)]
pub(super) struct Unsnappable {
    /// Classes.
    pub(super) classes: &'static [RoadClass],
    /// Tags.
    pub(super) tags: &'static [TagRule],
    /// Classes of roads with private access.
    pub(super) private_classes: &'static [RoadClass],
}

/// The cost of a turn: a sigmoid over the angle, after OSRM, which fitted it to recorded drives.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnCosts {
    /// The limit of the curve.
    pub(super) seconds_max: f64,
    /// How much cheaper a turn is that does not cross oncoming traffic: 1 or more.
    pub(super) side_bias: f64,
    /// The additional cost of crossing oncoming traffic.
    pub(super) oncoming_seconds: f64,
    /// The additional cost of a U-turn.
    pub(super) u_turn_seconds: f64,
    /// The cost of a signal, regardless of the angle.
    pub(super) signal_seconds: f64,
}

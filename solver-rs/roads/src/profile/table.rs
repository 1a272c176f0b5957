//! The form of a profile: what can differ between road users, and nothing else.
//!
//! Lists are searched from their start: they have some ten entries, and a build of a country asks a few
//! dozen of them a way. Speeds are kilometers per hour since tags and signs are; lengths are meters,
//! weights tonnes (1,000 kg).

use super::{Access, RoadClass, Tags};

/// What one profile makes of OpenStreetMap's tags.
#[derive(Clone, Debug)]
pub struct ProfileTable {
    /// Whether the factors of traffic windows apply to it.
    pub follows_traffic: bool,
    /// Whether conditional tags are read.
    pub(super) heeds_conditions: bool,
    /// Tags of ways that are not part of its network, no matter who may enter.
    pub(super) closed_by: &'static [TagRule],
    /// Values of `construction` beside which a road is in use.
    pub(super) open_construction: &'static [&'static str],
    /// Who may go where.
    pub(super) access: AccessRules,
    /// Speeds.
    pub(super) speed: SpeedRules,
    /// Directions.
    pub(super) oneway: OnewayRules,
    /// The size of the vehicle; absent if no sign limits it.
    pub(super) size: Option<Size>,
    /// Dangerous goods are on board: signs against them concern it.
    pub(super) carries_hazmat: bool,
    /// Low-emission zones are closed to it.
    pub avoids_zones: bool,
    /// Barriers and other things at nodes.
    pub(super) node: NodeRules,
    /// Where trips neither start nor end.
    pub(super) unsnappable: Unsnappable,
    /// Keys that say whether a toll is due, most specific first.
    pub(super) toll_keys: &'static [&'static str],
    /// Names by which restrictions call it, most specific first; empty: none concerns it.
    pub(super) restricted_as: &'static [RestrictedAs],
    /// What turns cost.
    pub(super) turns: TurnCosts,
}

/// A key with any of some values.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagRule {
    /// The key.
    pub(super) key: &'static str,
    /// Any of these; empty: any value at all.
    pub(super) values: &'static [&'static str],
}

impl TagRule {
    /// Whether the tags have it.
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
    /// Against it.
    Backward,
}

/// A key that may be said of one direction alone, by a suffix.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectedKey {
    /// The key itself.
    pub(super) both: &'static str,
    /// With `:forward`.
    pub(super) forward: &'static str,
    /// With `:backward`.
    pub(super) backward: &'static str,
}

impl DirectedKey {
    /// What is said of a direction, or of both.
    pub(super) fn get<'a>(&self, tags: &'a impl Tags, direction: Direction) -> Option<&'a str> {
        let directed = match direction {
            Direction::Forward => self.forward,
            Direction::Backward => self.backward,
        };
        tags.get(directed).or_else(|| tags.get(self.both))
    }
}

/// Keys with their directed forms, put together when compiled.
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

/// A name by which restrictions call a road user.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestrictedAs {
    /// As in `except=hgv` and `type=restriction:hgv`.
    pub(super) name: &'static str,
    /// As in `restriction:hgv=no_left_turn`.
    pub(super) key: &'static str,
}

/// Names with their keys, put together when compiled.
macro_rules! restricted_as {
    ($($name:literal),* $(,)?) => {
        &[$($crate::profile::table::RestrictedAs {
            name: $name,
            key: concat!("restriction:", $name),
        }),*]
    };
}
pub(super) use restricted_as;

/// Which keys and values let somebody in.
#[derive(Clone, Debug)]
pub(super) struct AccessRules {
    /// Keys that name this kind of road user, most specific first. They open roads that are closed to
    /// it by default, too.
    pub(super) own_keys: &'static [DirectedKey],
    /// Keys that name wider kinds: the next ones to ask.
    pub(super) general_keys: &'static [DirectedKey],
    /// Values that let everybody of this profile in.
    pub(super) open: &'static [&'static str],
    /// Values that let in who has business there.
    pub(super) destination_only: &'static [&'static str],
    /// What [`Self::destination_only`] amounts to: [`Access::Open`] in an engine that does not keep
    /// such roads from being ways through.
    pub(super) destination_only_as: Access,
    /// Values that keep it out.
    pub(super) forbidden: &'static [&'static str],
    /// Whom values in no list let in; nothing: they count as not said.
    pub(super) others: Option<Access>,
    /// Values that let it in no faster than so many kilometers per hour.
    pub(super) paced: &'static [(&'static str, f64)],
    /// Ways that only an own key opens.
    pub(super) own_key_needed: &'static [TagRule],
    /// A ferry that has one of these keys has been described: then it takes only what is named.
    pub(super) ferry_described_by: &'static [&'static str],
}

/// A class of roads to one profile.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassRule {
    /// The class.
    pub(super) class: RoadClass,
    /// Who may use it where no tag says; absent: nobody.
    pub(super) untagged: Option<Access>,
    /// Its speed where no limit is posted.
    pub(super) kmh: f64,
    /// The most that is driven there, whatever is posted, unless an own key opens more.
    pub(super) kmh_max: f64,
    /// Its speed where an own key opens it.
    pub(super) own_key_kmh: f64,
}

impl ClassRule {
    /// Open unless a tag says otherwise.
    pub(super) const fn open(class: RoadClass, kmh: f64, kmh_max: f64) -> Self {
        Self { class, untagged: Some(Access::Open), kmh, kmh_max, own_key_kmh: kmh }
    }

    /// For the ends of trips unless a tag says otherwise.
    pub(super) const fn for_ends(class: RoadClass, kmh: f64, kmh_max: f64) -> Self {
        Self { untagged: Some(Access::DestinationOnly), ..Self::open(class, kmh, kmh_max) }
    }

    /// Closed unless an own key opens it.
    pub(super) const fn by_own_key(class: RoadClass, kmh: f64) -> Self {
        Self { class, untagged: None, kmh, kmh_max: kmh, own_key_kmh: kmh }
    }

    /// Open at one pace, and at a better one where an own key says so.
    pub(super) const fn open_paced(class: RoadClass, kmh: f64, own_key_kmh: f64) -> Self {
        Self { class, untagged: Some(Access::Open), kmh, kmh_max: kmh, own_key_kmh }
    }
}

/// Values of one key that slow a road down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// The key.
    pub(super) key: &'static str,
    /// Value and the most that is driven there.
    pub(super) kmh_max: &'static [(&'static str, f64)],
}

/// Roads on which two cannot pass each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow {
    /// Narrower than this.
    pub(super) width_meters_below: f64,
    /// The most that is driven there.
    pub(super) kmh_max: f64,
}

/// Where limits are known from that a country's law sets without a sign, `DE:urban`.
#[derive(Clone, Debug)]
pub(super) enum ImpliedLimits {
    /// The laws that `law/` has.
    OfLaw,
    /// A list of its own.
    Listed(&'static ListedLimits),
}

/// Limits that a country's law sets, as another engine has them.
#[derive(Debug)]
pub(super) struct ListedLimits {
    /// What most countries mean by the part behind the colon.
    pub(super) usual: &'static [(&'static str, f64)],
    /// The whole text, in lower case, where a country differs.
    pub(super) exceptions: &'static [(&'static str, f64)],
}

/// For whom a country's law is read where a way lies in that country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LawfulBound {
    /// Not at all.
    Nobody,
    /// For vehicles that drive as cars do: it bounds roads without a sign.
    Cars,
    /// For heavy trucks: it bounds roads whatever is posted.
    HeavyTrucks,
}

/// How fast.
#[derive(Clone, Debug)]
pub(super) struct SpeedRules {
    /// Classes that have a speed of their own.
    pub(super) classes: &'static [ClassRule],
    /// Any other class, where an own key opens it to everybody.
    pub(super) other: ClassRule,
    /// Keys of posted limits, the first that can be read decides.
    pub(super) limit_keys: &'static [DirectedKey],
    /// What is driven under a posted limit: pairs of limit and speed, ascending, joined by straight
    /// lines. Empty: posted limits do not concern this profile.
    pub(super) driven: &'static [(f64, f64)],
    /// Limits without a sign.
    pub(super) implied: ImpliedLimits,
    /// Whom the law of the country bounds where tags do not speak of it.
    pub(super) bound_by_law: LawfulBound,
    /// The most this vehicle drives anywhere.
    pub(super) vehicle_kmh_max: f64,
    /// What slows it down.
    pub(super) caps: &'static [Caps],
    /// Two-way roads too narrow for two.
    pub(super) narrow: Option<Narrow>,
    /// Share of the speed that is left where directions take turns (`oneway=alternating`).
    pub(super) alternating_factor: f64,
    /// Speed on `bridge=movable` without a posted limit.
    pub(super) movable_bridge_kmh: Option<f64>,
}

/// Which way along a road.
#[derive(Clone, Debug)]
pub(super) struct OnewayRules {
    /// Most specific first.
    pub(super) keys: &'static [&'static str],
    /// How many of them, from the first, name this kind of road user.
    pub(super) own_key_count: usize,
    /// Roundabouts and motorways are one-way without a tag.
    pub(super) implied: bool,
    /// Tags that open a one-way road against its direction, if no own key speaks.
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

/// A barrier that lets this profile pass if the node has another tag as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// The barrier; absent: any.
    pub(super) barrier: Option<&'static str>,
    /// What opens it.
    pub(super) tag: TagRule,
    /// What passing costs.
    pub(super) delay_seconds: f64,
}

/// What becomes of barriers that no list names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherBarriers {
    /// They block.
    Block,
    /// They are passed at no cost.
    Pass,
}

/// What may stand at a node.
#[derive(Clone, Debug)]
pub(super) struct NodeRules {
    /// Barriers that are passed, and what that costs in seconds.
    pub(super) passed: &'static [(&'static str, f64)],
    /// Barriers that block.
    pub(super) blocking: &'static [&'static str],
    /// All others.
    pub(super) others: OtherBarriers,
    /// Barriers that another tag opens.
    pub(super) openings: &'static [Opening],
    /// Whether `locked=yes` blocks who has no own key to it.
    pub(super) locks_block: bool,
    /// Whether any access that is said saves the delay of the barrier, too.
    pub(super) access_saves_delay: bool,
    /// At these nodes access is about who crosses the road, not about who follows it.
    pub(super) access_ignored_at: &'static [TagRule],
}

/// Where trips neither start nor end.
#[derive(Clone, Debug)]
pub(super) struct Unsnappable {
    /// Classes.
    pub(super) classes: &'static [RoadClass],
    /// Tags.
    pub(super) tags: &'static [TagRule],
    /// Classes, where access is said to be `private`.
    pub(super) private_classes: &'static [RoadClass],
}

/// Cost of a turn: an S-shaped curve over the angle, after OSRM, which fitted it to drives.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnCosts {
    /// What the curve approaches.
    pub(super) seconds_max: f64,
    /// How much cheaper the side that crosses no oncoming traffic is: 1 or more.
    pub(super) side_bias: f64,
    /// On top, for crossing oncoming traffic.
    pub(super) oncoming_seconds: f64,
    /// On top, for turning back.
    pub(super) u_turn_seconds: f64,
    /// For a signal, whatever the angle.
    pub(super) signal_seconds: f64,
}

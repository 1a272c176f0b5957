//! Access rules: the hierarchy of access keys.
//!
//! The most specific key with a known value decides. Of each key, the form for the direction takes precedence
//! over the form for both: `motorcar=yes` opens what `access=no` closes
//! (<https://wiki.openstreetmap.org/wiki/Key:access>). Conditional keys (`motor_vehicle:conditional`) are
//! resolved before these rules are applied, see [`super::condition`].

use super::table::{AccessRules, Direction};
use super::{Access, Tags};

/// What the tags state about one direction for one kind of road user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TaggedAccess {
    /// Who may enter; `None` if nobody of this kind may.
    pub(super) access: Option<Access>,
    /// Whether a key that names this kind of road user states it.
    pub(super) by_own_key: bool,
    /// The maximum speed (for pushing a bicycle), or infinity.
    pub(super) kmh_max: f64,
}

impl AccessRules {
    /// Returns what the tags state about a direction, or `None` if no key has a known value.
    pub(super) fn tagged(&self, tags: &impl Tags, direction: Direction) -> Option<TaggedAccess> {
        let by_own_keys =
            self.own_keys.iter().find_map(|key| self.classify(key.get(tags, direction)?, true));
        by_own_keys.or_else(|| {
            let mut general = self.general_keys.iter();
            general.find_map(|key| self.classify(key.get(tags, direction)?, false))
        })
    }

    /// Returns what the tags state about a point on the way, where directions have no meaning.
    pub(super) fn tagged_at_node(&self, tags: &impl Tags) -> Option<TaggedAccess> {
        let by_own_keys =
            self.own_keys.iter().find_map(|key| self.classify(tags.get(key.both)?, true));
        by_own_keys.or_else(|| {
            let mut general = self.general_keys.iter();
            general.find_map(|key| self.classify(tags.get(key.both)?, false))
        })
    }

    /// Returns whether the first access key that is present, in the direction of the way, has the value
    /// `private`.
    pub(super) fn is_private(&self, tags: &impl Tags) -> bool {
        let mut keys = self.own_keys.iter().chain(self.general_keys);
        keys.find_map(|key| key.get(tags, Direction::Forward)) == Some("private")
    }

    /// Of a list of values, the most permissive one counts: `permit;delivery`, `no;destination`.
    fn classify(&self, value: &str, by_own_key: bool) -> Option<TaggedAccess> {
        let tagged = |access| TaggedAccess { access, by_own_key, kmh_max: f64::INFINITY };
        let of_part = |part: &str| {
            let is_in = |list: &[&str]| list.contains(&part);
            if is_in(self.open) {
                Some(tagged(Some(Access::Open)))
            } else if let Some(paced) = self.paced.iter().find(|paced| paced.0 == part) {
                Some(TaggedAccess { kmh_max: paced.1, ..tagged(Some(Access::Open)) })
            } else if is_in(self.destination_only) {
                Some(tagged(Some(Access::DestinationOnly)))
            } else {
                let others = || self.others.map(|access| tagged(Some(access)));
                if is_in(self.forbidden) { Some(tagged(None)) } else { others() }
            }
        };
        let permissiveness = |tagged: &TaggedAccess| match tagged.access {
            Some(Access::Open) => 2,
            Some(Access::DestinationOnly) => 1,
            None => 0,
        };
        value.split(';').filter_map(|part| of_part(part.trim())).max_by_key(permissiveness)
    }
}

#[cfg(test)]
mod tests;

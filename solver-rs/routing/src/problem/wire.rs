//! Shapes of messages that derives do not give: `null` for what is not limited, pairs for ranges.
//!
//! What a problem is made of derives how it is read and written as data; bytes are the caller's business. A field that
//! the message has and the type has not is an error, and so is the reverse, unless the field has a default: then few
//! problems name it.

use super::{TIME_MAX, TIME_MIN, UNLIMITED};

/// `null` stands for one value.
macro_rules! null_for {
    ($($(#[$doc:meta])* $name:ident: $Value:ty = $absent:expr;)*) => {$(
        $(#[$doc])*
        pub(super) mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub(in crate::problem) fn serialize<S: Serializer>(
                value: &$Value,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                (*value != $absent).then_some(*value).serialize(serializer)
            }

            pub(in crate::problem) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$Value, D::Error> {
                Ok(Option::deserialize(deserializer)?.unwrap_or($absent))
            }
        }
    )*};
}

null_for! {
    /// No limit.
    limit: i64 = super::UNLIMITED;
    /// However early.
    not_before: i64 = super::TIME_MIN;
    /// However late.
    not_after: i64 = super::TIME_MAX;
    /// Any number of times.
    count: u32 = u32::MAX;
}

/// One limit a dimension.
pub(super) mod limits {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::UNLIMITED;

    pub(in crate::problem) fn serialize<S: Serializer>(
        values: &[i64],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|it| (*it != UNLIMITED).then_some(*it)))
    }

    pub(in crate::problem) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<i64>, D::Error> {
        let values = Vec::<Option<i64>>::deserialize(deserializer)?;
        Ok(values.into_iter().map(|it| it.unwrap_or(UNLIMITED)).collect())
    }
}

/// From, to (excluded).
pub(super) mod range {
    use std::ops::Range;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::problem) fn serialize<S: Serializer>(
        value: &Range<u32>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        [value.start, value.end].serialize(serializer)
    }

    pub(in crate::problem) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Range<u32>, D::Error> {
        let [start, end] = <[u32; 2]>::deserialize(deserializer)?;
        Ok(start..end)
    }
}

/// Of limits that few problems name.
pub(super) const fn unlimited() -> i64 {
    UNLIMITED
}

/// Of times that few problems name.
pub(super) const fn never_too_late() -> i64 {
    TIME_MAX
}

/// Of times that few problems name.
pub(super) const fn never_too_early() -> i64 {
    TIME_MIN
}

/// First and last instant; `null`: open on that side.
pub(super) type WindowShape = (Option<i64>, Option<i64>);

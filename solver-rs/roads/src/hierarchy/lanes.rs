//! The costs of an arc or of an entry of a label, in all lanes at once: 48 bytes, three SIMD vectors.
//!
//! ```text
//! windows  [ms ms ms ms] [ms ms ms ms]                 eight traffic windows, 32 bits each
//! paired   [ms · 2³² + dm | ms · 2³² + dm]             two more lanes, each with the distance of its path
//! ```
//!
//! One addition adds both halves of a paired lane, and the smaller of two values belongs to the faster path,
//! or to the shorter of two equally fast ones. Free flow therefore carries the distance of its own shortest
//! path without a second pass. The loops over fixed arrays are plain, so the compiler turns them into
//! SIMD128 (and the tests compare them with a scalar twin). Integers give the same bits on every machine.

/// The number of windows of a customization.
pub const WINDOW_LANE_COUNT: usize = 8;
pub(crate) const WINDOW_LANE_COUNT_U8: u8 = 8;
const _: () = assert!(WINDOW_LANE_COUNT_U8 as usize == WINDOW_LANE_COUNT);
/// The number of paired lanes of a customization.
pub const PAIRED_LANE_COUNT: usize = 2;

/// The cost if there is no path: 12.4 days, longer than any trip, while the sum of two still fits in 31 bits.
pub const UNREACHABLE_MILLISECONDS: u32 = (1 << 30) - 1;

/// The same in a paired lane.
pub(crate) const UNREACHABLE_PAIRED: i64 = (UNREACHABLE_MILLISECONDS as i64) << 32;

const _: () = assert!(UNREACHABLE_MILLISECONDS.checked_mul(2).is_some());
const _: () = assert!(UNREACHABLE_PAIRED.checked_add(UNREACHABLE_PAIRED).is_some());

/// Costs in all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct LaneCosts {
    /// Milliseconds, one per window.
    pub windows: [u32; WINDOW_LANE_COUNT],
    /// Milliseconds in the high half, decimeters in the low half.
    pub paired: [i64; PAIRED_LANE_COUNT],
}

impl LaneCosts {
    /// No path in any lane.
    pub const UNREACHABLE: Self = Self {
        windows: [UNREACHABLE_MILLISECONDS; WINDOW_LANE_COUNT],
        paired: [UNREACHABLE_PAIRED; PAIRED_LANE_COUNT],
    };

    /// Zero cost in every lane.
    pub const ZERO: Self = Self { windows: [0; WINDOW_LANE_COUNT], paired: [0; PAIRED_LANE_COUNT] };

    /// The cost of a turn: the same time in every lane, and no distance.
    pub(crate) fn of_turn(milliseconds: u32) -> Self {
        Self {
            windows: [milliseconds; WINDOW_LANE_COUNT],
            paired: [pair_cost(milliseconds, 0); PAIRED_LANE_COUNT],
        }
    }

    /// The cost of one part followed by another. Each may be unreachable, but not larger than that.
    #[inline(always)]
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let mut sum = *self;
        for (cost, more) in sum.windows.iter_mut().zip(&next.windows) {
            *cost = cost.wrapping_add(*more);
        }
        for (cost, more) in sum.paired.iter_mut().zip(&next.paired) {
            *cost = cost.wrapping_add(*more);
        }
        sum
    }

    /// Keeps the smaller cost in each lane.
    #[inline(always)]
    pub fn keep_smaller(&mut self, other: &Self) {
        for (cost, candidate) in self.windows.iter_mut().zip(&other.windows) {
            *cost = (*cost).min(*candidate);
        }
        for (cost, candidate) in self.paired.iter_mut().zip(&other.paired) {
            *cost = if *candidate < *cost { *candidate } else { *cost };
        }
    }

    /// Keeps the larger value of each half of each lane.
    pub(crate) fn keep_larger(&mut self, other: &Self) {
        for (cost, candidate) in self.windows.iter_mut().zip(&other.windows) {
            *cost = (*cost).max(*candidate);
        }
        for (cost, candidate) in self.paired.iter_mut().zip(&other.paired) {
            let milliseconds = high(*cost).max(high(*candidate));
            *cost = pair_cost(milliseconds, low(*cost).max(low(*candidate)));
        }
    }

    /// Subtracts a part that is not larger than the cost in any half of any lane.
    #[inline(always)]
    pub(crate) fn less(&self, part: &Self) -> Self {
        let mut rest = *self;
        for (cost, part) in rest.windows.iter_mut().zip(&part.windows) {
            *cost = cost.wrapping_sub(*part);
        }
        for (cost, part) in rest.paired.iter_mut().zip(&part.paired) {
            *cost = cost.wrapping_sub(*part);
        }
        rest
    }

    /// Like [`LaneCosts::less`], but unreachable lanes stay so: a lane may be too slow where others are not.
    #[inline(always)]
    pub(crate) fn less_where_reachable(&self, part: &Self) -> Self {
        let mut rest = *self;
        for (cost, part) in rest.windows.iter_mut().zip(&part.windows) {
            let less = cost.wrapping_sub(*part);
            *cost = if *cost < UNREACHABLE_MILLISECONDS { less } else { UNREACHABLE_MILLISECONDS };
        }
        for (cost, part) in rest.paired.iter_mut().zip(&part.paired) {
            let less = cost.wrapping_sub(*part);
            *cost = if *cost < UNREACHABLE_PAIRED { less } else { UNREACHABLE_PAIRED };
        }
        rest
    }

    /// Whether there is a path. Lanes differ in speed, but not in the roads that are open.
    #[inline(always)]
    #[must_use]
    pub fn is_reachable(&self) -> bool {
        self.paired[0] < UNREACHABLE_PAIRED
    }

    /// Whether there is a path that takes less than 12.4 days in every lane.
    #[inline(always)]
    #[must_use]
    pub fn is_reachable_in_all_lanes(&self) -> bool {
        let slowest = self.windows.iter().fold(0, |slowest: u32, lane| slowest.max(*lane));
        slowest < UNREACHABLE_MILLISECONDS
            && self.paired.iter().all(|paired| *paired < UNREACHABLE_PAIRED)
    }

    /// Whether at least one lane does not exceed its bound.
    #[inline(always)]
    pub(crate) fn is_within(&self, bound: &Self) -> bool {
        let windows = self.windows.iter().zip(&bound.windows);
        let paired = self.paired.iter().zip(&bound.paired);
        windows.fold(false, |any, (cost, bound)| any | (cost <= bound))
            | paired.fold(false, |any, (cost, bound)| any | (cost <= bound))
    }

    /// Milliseconds in all lanes, by [`Lane::position`].
    #[inline(always)]
    #[must_use]
    pub fn all_milliseconds(&self) -> [u32; WINDOW_LANE_COUNT + PAIRED_LANE_COUNT] {
        let mut all = [0; WINDOW_LANE_COUNT + PAIRED_LANE_COUNT];
        all[..WINDOW_LANE_COUNT].copy_from_slice(&self.windows);
        for (lane, paired) in all[WINDOW_LANE_COUNT..].iter_mut().zip(self.paired) {
            *lane = high(paired);
        }
        all
    }

    /// Milliseconds in free flow.
    #[must_use]
    pub fn free_flow_milliseconds(&self) -> u32 {
        high(self.paired[0])
    }

    /// Distance of the free-flow path in decimeters.
    #[must_use]
    pub fn free_flow_decimeters(&self) -> u32 {
        low(self.paired[0])
    }
}

/// A lane of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// One of the windows.
    Window(u8),
    /// One of the lanes that carry a distance.
    Paired(u8),
}

impl Lane {
    /// Its position among all lanes: first the windows, then the lanes that carry a distance.
    #[must_use]
    pub fn position(self) -> u8 {
        match self {
            Self::Window(lane) => lane,
            Self::Paired(lane) => WINDOW_LANE_COUNT_U8 + lane,
        }
    }

    /// The cost in this lane. Milliseconds are in the high half, so that both kinds of lanes compare alike.
    pub(crate) fn of(self, costs: &LaneCosts) -> i64 {
        match self {
            Self::Window(lane) => pair_cost(costs.windows[usize::from(lane)], 0),
            Self::Paired(lane) => costs.paired[usize::from(lane)],
        }
    }
}

/// Combines the halves of a paired cost.
#[must_use]
pub fn pair_cost(milliseconds: u32, decimeters: u32) -> i64 {
    (i64::from(milliseconds) << 32) | i64::from(decimeters)
}

pub(crate) fn high(paired: i64) -> u32 {
    (paired >> 32) as u32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the half that is meant"
)]
pub(crate) fn low(paired: i64) -> u32 {
    paired as u32
}

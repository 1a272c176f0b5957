//! Lanes that cannot differ are stored once, so that a metric takes less memory than 48 bytes per arc.
//!
//! ```text
//! eight windows, both paired lanes    48 bytes    LaneCosts itself
//! at most four windows that differ    32 bytes    Narrow<4, 2>
//! only the two paired lanes           16 bytes    Narrow<0, 2>
//! all ten lanes equal                  8 bytes    Narrow<0, 1>     on foot: 1/6
//! ```
//!
//! Equal speeds give equal times, so sharing loses nothing: an arc is widened to all ten lanes when it is
//! read, and labels and pairs, which take most of the time, are the same in every form. A window may be read
//! from the high half of a paired lane, because the smallest paired cost also has the smallest time. The
//! narrowest form that holds all differing lanes is used; its size is known before it is built.
//!
//! Measured natively for cars in Porto: 65.7, 43.8 and 11.0 MB for 48, 32 and 8 bytes; customization 63, 47
//! and 34 ms; a label 18, 28 and 15 µs, because four windows are spread over eight positions one by one.

use super::lanes::{Lane, LaneCosts, PAIRED_LANE_COUNT, WINDOW_LANE_COUNT, high, pair_cost};

const LANE_COUNT: usize = WINDOW_LANE_COUNT + PAIRED_LANE_COUNT;
const FIRST_PAIRED: u8 = super::WINDOW_LANE_COUNT_U8;
/// The number of windows in the form between none and all.
const SOME_WINDOWS: usize = 4;

/// The lanes that have the same cost on every road, and therefore on every path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneSharing {
    form: LaneForm,
    /// One per stored window: its position among all windows. The form determines how many are used.
    kept_windows: [u8; WINDOW_LANE_COUNT],
    /// One per window: the position among the stored lanes from which it is read, windows first.
    source: [u8; WINDOW_LANE_COUNT],
}

/// The lanes of an arc that are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LaneForm {
    /// All lanes.
    Full,
    /// Four windows and both paired lanes.
    SomeWindows,
    /// Both paired lanes.
    Paired,
    /// Free flow, to which all lanes are equal.
    One,
}

impl LaneSharing {
    /// No sharing: every lane may differ from every other.
    #[must_use]
    pub fn none() -> Self {
        Self::of(|_, _| false)
    }

    /// Full sharing: all lanes are equal, as for profiles that traffic does not slow down.
    #[must_use]
    pub fn all() -> Self {
        Self::of(|_, _| true)
    }

    /// Determines the sharing by calling `is_equal` with pairs of lanes, given by
    /// [`super::Lane::position`]; it returns whether their costs are equal everywhere.
    #[must_use]
    pub fn of(is_equal: impl Fn(u8, u8) -> bool) -> Self {
        let [free_flow, other_paired] = [FIRST_PAIRED, FIRST_PAIRED + 1];
        // One per window: a stored lane to which it is equal.
        let mut equal_to = [0; WINDOW_LANE_COUNT];
        let mut kept_windows = Vec::with_capacity(WINDOW_LANE_COUNT);
        for (window, equal_to) in (0..FIRST_PAIRED).zip(&mut equal_to) {
            let before = [free_flow, other_paired].into_iter().chain(kept_windows.iter().copied());
            *equal_to = before.into_iter().find(|&it| is_equal(window, it)).unwrap_or(window);
            if *equal_to == window {
                kept_windows.push(window);
            }
        }
        let has_one = kept_windows.is_empty() && is_equal(other_paired, free_flow);
        let form = match kept_windows.len() {
            0 if has_one => LaneForm::One,
            0 => LaneForm::Paired,
            1..=SOME_WINDOWS => LaneForm::SomeWindows,
            _ => return Self::full(),
        };
        let width = if form == LaneForm::SomeWindows { SOME_WINDOWS } else { 0 };
        let source = equal_to.map(|lane| {
            let position = match kept_windows.iter().position(|&it| it == lane) {
                Some(position) => position,
                None if lane == other_paired && !has_one => width + 1,
                None => width,
            };
            narrow(position)
        });
        // Unused positions repeat the last window.
        let last = kept_windows.last().copied().unwrap_or(0);
        kept_windows.resize(WINDOW_LANE_COUNT, last);
        let kept_windows = std::array::from_fn(|position| kept_windows[position]);
        Self { form, kept_windows, source }
    }

    fn full() -> Self {
        let each = std::array::from_fn(narrow);
        Self { form: LaneForm::Full, kept_windows: each, source: each }
    }

    pub(crate) fn form(&self) -> LaneForm {
        self.form
    }

    /// How many bytes an arc takes.
    #[must_use]
    pub fn bytes_per_arc(&self) -> usize {
        match self.form {
            LaneForm::Full => size_of::<LaneCosts>(),
            LaneForm::SomeWindows => size_of::<Narrow<SOME_WINDOWS, 2>>(),
            LaneForm::Paired => size_of::<Narrow<0, 2>>(),
            LaneForm::One => size_of::<Narrow<0, 1>>(),
        }
    }
}

fn narrow(position: usize) -> u8 {
    u8::try_from(position).expect("lanes are few")
}

/// The costs of an arc in one of the forms.
pub(crate) trait StoredCosts: Copy {
    /// Selects the lanes that differ.
    fn kept(all: &LaneCosts, sharing: &LaneSharing) -> Self;
    /// Restores all lanes.
    fn widened(&self, sharing: &LaneSharing) -> LaneCosts;
    /// Reads one lane without the others: see [`Lane::of`].
    fn in_lane(&self, lane: Lane, sharing: &LaneSharing) -> i64;
    /// See [`LaneCosts::then`].
    fn then(&self, next: &Self) -> Self;
    /// See [`LaneCosts::keep_smaller`].
    fn keep_smaller(&mut self, other: &Self);
}

impl StoredCosts for LaneCosts {
    #[inline(always)]
    fn kept(all: &LaneCosts, _: &LaneSharing) -> Self {
        *all
    }

    #[inline(always)]
    fn widened(&self, _: &LaneSharing) -> LaneCosts {
        *self
    }

    #[inline(always)]
    fn in_lane(&self, lane: Lane, _: &LaneSharing) -> i64 {
        lane.of(self)
    }

    #[inline(always)]
    fn then(&self, next: &Self) -> Self {
        LaneCosts::then(self, next)
    }

    #[inline(always)]
    fn keep_smaller(&mut self, other: &Self) {
        LaneCosts::keep_smaller(self, other);
    }
}

/// Some windows and some paired lanes, represented as in [`LaneCosts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Narrow<const WINDOWS: usize, const PAIRED: usize> {
    windows: [u32; WINDOWS],
    paired: [i64; PAIRED],
}

/// Four windows and both paired lanes.
pub(crate) type SomeWindows = Narrow<SOME_WINDOWS, 2>;
/// Both paired lanes.
pub(crate) type Paired = Narrow<0, 2>;
/// Free flow alone.
pub(crate) type One = Narrow<0, 1>;

const _: () = assert!(size_of::<SomeWindows>() == 32);
const _: () = assert!(size_of::<Paired>() == 16);
const _: () = assert!(size_of::<One>() == 8);
const _: () = assert!(SOME_WINDOWS + PAIRED_LANE_COUNT <= WINDOW_LANE_COUNT);
const _: () = assert!(WINDOW_LANE_COUNT.is_power_of_two() && LANE_COUNT < 256);

impl<const WINDOWS: usize, const PAIRED: usize> StoredCosts for Narrow<WINDOWS, PAIRED> {
    #[inline(always)]
    fn kept(all: &LaneCosts, sharing: &LaneSharing) -> Self {
        Self {
            windows: std::array::from_fn(|position| {
                all.windows[usize::from(sharing.kept_windows[position]) % WINDOW_LANE_COUNT]
            }),
            paired: std::array::from_fn(|lane| all.paired[lane]),
        }
    }

    #[inline(always)]
    fn widened(&self, sharing: &LaneSharing) -> LaneCosts {
        if WINDOWS == 0 && PAIRED == 1 {
            let free_flow = self.paired[0];
            return LaneCosts {
                windows: [high(free_flow); WINDOW_LANE_COUNT],
                paired: [free_flow; PAIRED_LANE_COUNT],
            };
        }
        let mut kept = [0; WINDOW_LANE_COUNT];
        kept[..WINDOWS].copy_from_slice(&self.windows);
        for (kept, paired) in kept[WINDOWS..].iter_mut().zip(self.paired) {
            *kept = high(paired);
        }
        LaneCosts {
            windows: sharing.source.map(|position| kept[usize::from(position) % kept.len()]),
            paired: std::array::from_fn(|lane| self.paired[lane % PAIRED]),
        }
    }

    #[inline(always)]
    fn in_lane(&self, lane: Lane, sharing: &LaneSharing) -> i64 {
        match lane {
            Lane::Paired(lane) => self.paired[usize::from(lane) % PAIRED],
            Lane::Window(lane) => {
                let position = usize::from(sharing.source[usize::from(lane) % WINDOW_LANE_COUNT]);
                let milliseconds = match self.windows.get(position) {
                    Some(milliseconds) => *milliseconds,
                    None => high(self.paired[(position - WINDOWS) % PAIRED]),
                };
                pair_cost(milliseconds, 0)
            }
        }
    }

    #[inline(always)]
    fn then(&self, next: &Self) -> Self {
        let mut sum = *self;
        for (cost, more) in sum.windows.iter_mut().zip(&next.windows) {
            *cost = cost.wrapping_add(*more);
        }
        for (cost, more) in sum.paired.iter_mut().zip(&next.paired) {
            *cost = cost.wrapping_add(*more);
        }
        sum
    }

    #[inline(always)]
    fn keep_smaller(&mut self, other: &Self) {
        for (cost, candidate) in self.windows.iter_mut().zip(&other.windows) {
            *cost = (*cost).min(*candidate);
        }
        for (cost, candidate) in self.paired.iter_mut().zip(&other.paired) {
            *cost = (*cost).min(*candidate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes by the number of their group of equal lanes: windows, then free flow, then the other paired lane.
    fn sharing(groups: [u8; LANE_COUNT]) -> LaneSharing {
        LaneSharing::of(|a, b| groups[usize::from(a)] == groups[usize::from(b)])
    }

    fn costs(groups: [u8; LANE_COUNT]) -> LaneCosts {
        let milliseconds = groups.map(|group| 1000 + 7 * u32::from(group));
        LaneCosts {
            windows: std::array::from_fn(|window| milliseconds[window]),
            paired: std::array::from_fn(|lane| {
                pair_cost(milliseconds[WINDOW_LANE_COUNT + lane], 250)
            }),
        }
    }

    fn narrowed_and_widened<C: StoredCosts>(all: &LaneCosts, sharing: &LaneSharing) -> LaneCosts {
        let kept = C::kept(all, sharing);
        let widened = kept.widened(sharing);
        for lane in (0..FIRST_PAIRED).map(Lane::Window).chain([Lane::Paired(0), Lane::Paired(1)]) {
            assert_eq!(kept.in_lane(lane, sharing), lane.of(&widened), "{lane:?}");
        }
        widened
    }

    #[test]
    fn the_narrowest_form_is_taken_and_gives_all_lanes_back() {
        for (groups, bytes) in [
            ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 48),
            // The night equals free flow; seven windows are left.
            ([8, 1, 2, 3, 4, 5, 6, 7, 8, 9], 48),
            ([8, 1, 2, 3, 4, 5, 9, 9, 8, 9], 48),
            ([8, 1, 2, 3, 4, 4, 9, 9, 8, 9], 32),
            ([0, 0, 0, 0, 0, 0, 0, 0, 8, 9], 32),
            // All windows are equal to the weekend.
            ([9, 9, 9, 9, 9, 9, 9, 9, 8, 9], 16),
            ([8, 9, 8, 9, 9, 9, 8, 9, 8, 9], 16),
            ([8, 8, 8, 8, 8, 8, 8, 8, 8, 9], 16),
            ([1, 8, 8, 8, 8, 8, 8, 8, 8, 8], 32),
            ([8, 8, 8, 8, 8, 8, 8, 8, 8, 8], 8),
        ] {
            let (sharing, all) = (sharing(groups), costs(groups));
            assert_eq!(sharing.bytes_per_arc(), bytes, "{groups:?}");
            let again = match sharing.form() {
                LaneForm::Full => narrowed_and_widened::<LaneCosts>(&all, &sharing),
                LaneForm::SomeWindows => narrowed_and_widened::<SomeWindows>(&all, &sharing),
                LaneForm::Paired => narrowed_and_widened::<Paired>(&all, &sharing),
                LaneForm::One => narrowed_and_widened::<One>(&all, &sharing),
            };
            assert_eq!(again, all, "{groups:?}");
        }
        assert_eq!(LaneSharing::none().bytes_per_arc(), 48);
        assert_eq!(LaneSharing::all().bytes_per_arc(), 8);
    }

    #[test]
    fn no_way_is_no_way_in_every_form() {
        let check = |groups, of: fn(&LaneCosts, &LaneSharing) -> LaneCosts| {
            let sharing = sharing(groups);
            assert_eq!(of(&LaneCosts::UNREACHABLE, &sharing), LaneCosts::UNREACHABLE);
        };
        check([0, 0, 0, 0, 0, 0, 0, 0, 8, 9], narrowed_and_widened::<SomeWindows>);
        check([8, 8, 8, 8, 8, 8, 8, 8, 8, 9], narrowed_and_widened::<Paired>);
        check([8; LANE_COUNT], narrowed_and_widened::<One>);
    }
}

//! The times at which the start, the end and steps of a route may begin if pins leave several: the times that other
//! routes leave free at docks.
//!
//! ```text
//! own windows      ├───────────────────────┤   ├────────────┤
//! pins of a step        ├────┤   ├──────┤         ├──────────────────
//! openings              ├────┤   ├──────┤         ├─────────┤
//! ```
//!
//! O(pins × own windows) to set, O(log) to look up.

use std::ops::Range;

use crate::problem::Window;
use crate::step::Pin;

/// Openings of the route that is evaluated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Openings {
    /// Steps, [`Pin::START`] or [`Pin::END`], ascending, each with the range of its windows.
    of: Vec<(u32, Range<usize>)>,
    windows: Vec<Window>,
}

impl Openings {
    /// Takes the pins of the start, of the end, and of steps that have several pins. `own` returns a step's own
    /// windows.
    pub(crate) fn set<'w>(&mut self, pins: &[Pin], own: impl Fn(u32) -> &'w [Window]) {
        self.of.clear();
        self.windows.clear();
        for same in pins.chunk_by(|one, next| one.step == next.step) {
            let step = same[0].step;
            if step == Pin::ROUTE || !Self::is_among(same) {
                continue;
            }
            let first = self.windows.len();
            let always = [Window::ALWAYS];
            let own = if step < Pin::END { own(step) } else { &always };
            for window in own {
                for pin in same {
                    let start_at = window.start_at.max(pin.not_before_at);
                    let end_at = window.end_at.min(pin.not_after_at);
                    if start_at <= end_at {
                        self.windows.push(Window { start_at, end_at });
                    }
                }
            }
            self.windows[first..].sort_unstable_by_key(|it| it.start_at);
            self.of.push((step, first..self.windows.len()));
        }
        self.of.sort_unstable_by_key(|it| it.0);
    }

    /// Returns whether the pins of one step are openings rather than a bound.
    pub(crate) fn is_among(same: &[Pin]) -> bool {
        same.len() > 1 || same[0].step >= Pin::END
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Returns the openings of a step; `None` means that pins do not restrict its own windows.
    #[inline]
    pub(crate) fn of(&self, step: u32) -> Option<&[Window]> {
        if self.of.is_empty() {
            return None;
        }
        let at = self.of.binary_search_by_key(&step, |it| it.0).ok()?;
        Some(&self.windows[self.of[at].1.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn window(start_at: i64, end_at: i64) -> Window {
        Window { start_at, end_at }
    }

    #[test]
    fn a_step_begins_in_its_windows_and_in_one_of_its_pins() {
        let mut openings = Openings::default();
        let pins = [
            Pin::step(0, window(5, 50)),
            Pin::step(1, window(0, 20)),
            Pin::step(1, window(30, 90)),
            Pin::step(Pin::START, window(7, 9)),
        ];
        openings.set(&pins, |_| const { &[window(10, 40), window(60, 70)] });
        // A single pin of a step is a bound.
        assert_eq!(openings.of(0), None);
        assert_eq!(openings.of(1), Some(&[window(10, 20), window(30, 40), window(60, 70)][..]));
        assert_eq!(openings.of(Pin::START), Some(&[window(7, 9)][..]));
        assert_eq!(openings.of(Pin::END), None);
        openings.set(&[], |_| &[]);
        assert!(openings.is_empty());
    }
}

//! The visits at the places around a place.

use crate::instance::Instance;
use crate::problem::VisitIdx;

/// The visits at the places around a place. O(places²) to build, whatever the number of visits.
pub(super) struct Around {
    /// By place: places with visits, nearest first.
    places: Vec<Vec<u32>>,
    /// By place: its visits.
    visits: Vec<Vec<VisitIdx>>,
}

impl Around {
    /// `at` lists visits with their places.
    pub(super) fn new(
        instance: &Instance<'_>,
        at: impl Iterator<Item = (VisitIdx, u32)>,
        count: usize,
    ) -> Self {
        let mut visits = vec![Vec::new(); instance.place_count];
        for (visit, place) in at {
            if visits[place as usize].last() != Some(&visit) {
                visits[place as usize].push(visit);
            }
        }
        let lived: Vec<u32> =
            (0_u32..).zip(&visits).filter(|it| !it.1.is_empty()).map(|it| it.0).collect();
        let mut places = vec![Vec::new(); instance.place_count];
        let mut keyed: Vec<(i64, u32)> = Vec::with_capacity(lived.len());
        for from in &lived {
            places[*from as usize] = places_around(instance, *from, &lived, count, &mut keyed);
        }
        Self { places, visits }
    }

    /// Returns the visits around a place, nearest first.
    pub(super) fn of(&self, place: u32) -> impl Iterator<Item = VisitIdx> + '_ {
        self.places[place as usize].iter().flat_map(|it| self.visits[*it as usize].iter().copied())
    }
}

/// Returns `count` places and one more, since the place itself is among them. Handles one place per call: V8 replaces a
/// function by its optimized form only at a call, and a single loop over a large problem would run in the baseline
/// form.
#[inline(never)]
fn places_around(
    instance: &Instance<'_>,
    from: u32,
    lived: &[u32],
    count: usize,
    keyed: &mut Vec<(i64, u32)>,
) -> Vec<u32> {
    keyed.clear();
    keyed.extend(lived.iter().map(|to| {
        let meters = instance.meters(0, from, *to);
        let seconds = instance.seconds(0, from, *to);
        (meters.map_or(i64::MAX, |meters| meters + seconds), *to)
    }));
    if count < keyed.len() {
        keyed.select_nth_unstable(count);
        keyed.truncate(count + 1);
    }
    keyed.sort_unstable();
    keyed.iter().map(|it| it.1).collect()
}

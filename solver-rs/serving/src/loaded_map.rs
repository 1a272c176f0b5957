//! One map. Its profiles are loaded on demand, get new costs when speeds change, and are dropped to make room.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use roads::hierarchy::Metric;
use roads::map::{MapError, MapHeader, MapSection, ProfileMap, metric_bytes};

use crate::lane_speeds::Speeds;
use crate::load_error::LoadError;
use crate::memory_budget::{Budget, Reservation, Reserved};

/// Numbers the uses of profiles, so that they can be ordered by time.
static USES: AtomicU64 = AtomicU64::new(0);

/// A map whose profiles are loaded when they are needed.
#[derive(Debug)]
pub(crate) struct LoadedMap {
    pub(crate) header: MapHeader,
    budget: &'static Budget,
    /// Indexed by the position of the section.
    profiles: Vec<Mutex<Option<CachedProfile>>>,
}

/// A loaded profile, shared by all threads that use it.
#[derive(Clone, Debug)]
struct CachedProfile {
    loaded: LoadedProfile,
    used_at: u64,
}

/// A profile with the costs of its arcs.
///
/// Costs and roads stay in memory as long as a copy of this value exists.
#[derive(Clone, Debug)]
pub struct LoadedProfile {
    pub(crate) map: Arc<Reserved<ProfileMap>>,
    pub(crate) metric: Arc<Reserved<Metric>>,
    /// The version of the speeds that the metric was computed with.
    pub(crate) speeds_version: u64,
    /// The name of the live speeds among them, or `None` if no live speeds are in force.
    pub(crate) live_speeds: Option<Arc<str>>,
}

/// A reference to a profile that does not keep it from being dropped or from getting new costs.
#[derive(Clone, Debug)]
pub(crate) struct WeakProfile {
    map: Weak<Reserved<ProfileMap>>,
    metric: Weak<Reserved<Metric>>,
    speeds_version: u64,
    live_speeds: Option<Arc<str>>,
}

/// The memory that a profile needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    section_bytes: u64,
    roads_bytes: u64,
    metric_bytes: u64,
}

impl Needs {
    pub(crate) fn of(section: &MapSection, speeds: &Speeds) -> Self {
        let Speeds { lanes, rules, .. } = speeds;
        Self {
            section_bytes: section.byte_count,
            roads_bytes: section.size.roads_bytes,
            metric_bytes: metric_bytes(section.profile, &section.size, lanes, rules),
        }
    }

    /// Returns the peak. The bytes of the section are freed before the metric is computed, so they do not add up.
    pub(crate) fn at_most(&self) -> u64 {
        self.roads_bytes.saturating_add(self.section_bytes.max(self.metric_bytes))
    }
}

impl LoadedProfile {
    pub(crate) fn downgrade(&self) -> WeakProfile {
        WeakProfile {
            map: Arc::downgrade(&self.map),
            metric: Arc::downgrade(&self.metric),
            speeds_version: self.speeds_version,
            live_speeds: self.live_speeds.clone(),
        }
    }
}

impl WeakProfile {
    /// Returns `None` if the profile was dropped or its costs were replaced, and no request uses the old ones any more.
    pub(crate) fn upgrade(&self) -> Option<LoadedProfile> {
        Some(LoadedProfile {
            map: self.map.upgrade()?,
            metric: self.metric.upgrade()?,
            speeds_version: self.speeds_version,
            live_speeds: self.live_speeds.clone(),
        })
    }
}

impl LoadedMap {
    pub(crate) fn new(header: MapHeader, budget: &'static Budget) -> Self {
        let profiles = header.sections.iter().map(|_| Mutex::new(None)).collect();
        Self { header, budget, profiles }
    }

    /// The positions of all profiles.
    pub(crate) fn positions(&self) -> std::ops::Range<usize> {
        0..self.profiles.len()
    }

    fn lock(&self, position: usize) -> MutexGuard<'_, Option<CachedProfile>> {
        self.profiles[position].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn metric_bytes(&self, position: usize) -> usize {
        self.lock(position).as_ref().map_or(0, |cached| cached.loaded.metric.bytes())
    }

    /// Returns the profile, reading and customizing it first if it is not loaded; `None` if there is no room yet. Other
    /// threads that need the same profile wait meanwhile.
    pub(crate) fn load<E>(
        &self,
        position: usize,
        speeds: impl FnOnce() -> Option<Arc<Speeds>>,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
        reserve: impl FnOnce(u64) -> Option<Reservation>,
    ) -> Result<Option<LoadedProfile>, LoadError<E>> {
        let used_at = USES.fetch_add(1, Ordering::Relaxed);
        let mut slot = self.lock(position);
        if let Some(cached) = &mut *slot {
            cached.used_at = used_at;
            return Ok(Some(cached.loaded.clone()));
        }
        let section = &self.header.sections[position];
        let speeds = speeds().ok_or(LoadError::NoSpeeds)?;
        let needs = Needs::of(section, &speeds);
        let (bytes, bytes_max) = (needs.at_most(), self.budget.bytes_max());
        if bytes > bytes_max {
            return Err(LoadError::TooLarge { bytes, bytes_max });
        }
        let Some(mut reservation) = reserve(bytes) else { return Ok(None) };
        let bytes = read().map_err(LoadError::Unread)?;
        section.check(&bytes)?;
        let roads = ProfileMap::decode(&bytes)?;
        drop(bytes);
        if roads.size() != section.size {
            return Err(LoadError::Map(MapError::Inconsistent { what: "sizes" }));
        }
        let metric = roads.customize(&speeds.lanes, &speeds.rules);
        let loaded = LoadedProfile {
            map: Arc::new(Reserved::new(roads, reservation.split(needs.roads_bytes))),
            metric: Arc::new(Reserved::new(metric, reservation.split(needs.metric_bytes))),
            speeds_version: speeds.version(),
            live_speeds: speeds.live_for(section.profile),
        };
        *slot = Some(CachedProfile { loaded: loaded.clone(), used_at });
        Ok(Some(loaded))
    }

    /// Replaces the costs of a profile if it is loaded, or drops the profile if there is no room for the new costs.
    /// Computing them may take long: requests that arrive meanwhile use the old costs. If the speeds are equal, the
    /// costs are kept, because live speeds are often sent again without a change.
    pub(crate) fn replace_metric(
        &self,
        position: usize,
        speeds: &Speeds,
        customize: impl FnOnce(&ProfileMap) -> Metric,
    ) {
        let speeds_version = speeds.version();
        let profile = self.header.sections[position].profile;
        let map = match &mut *self.lock(position) {
            None => return,
            Some(CachedProfile { loaded, .. }) if loaded.speeds_version == speeds_version => {
                loaded.live_speeds = speeds.live_for(profile);
                return;
            }
            Some(CachedProfile { loaded, .. }) => Arc::clone(&loaded.map),
        };
        let bytes = metric_bytes(profile, &map.size(), &speeds.lanes, &speeds.rules);
        let metric = self
            .budget
            .take(bytes)
            .map(|reservation| Arc::new(Reserved::new(customize(&map), reservation)));
        let mut slot = self.lock(position);
        // The profile may have been dropped meanwhile, and perhaps loaded again with these speeds.
        let Some(cached) = slot.take_if(|cached| Arc::ptr_eq(&cached.loaded.map, &map)) else {
            return;
        };
        cached.loaded.metric.reservation().retire();
        match metric {
            Some(metric) => {
                let live_speeds = speeds.live_for(profile);
                let loaded = LoadedProfile { map, metric, speeds_version, live_speeds };
                *slot = Some(CachedProfile { loaded, used_at: cached.used_at });
            }
            None => cached.loaded.map.reservation().retire(),
        }
    }
}

/// Reserves `bytes`, and drops profiles if necessary: unused ones first, and the least recently used before others. If
/// dropping all of them would not make enough room yet, drops nothing and returns `None`.
pub(crate) fn evict_for(
    maps: &[Arc<LoadedMap>],
    budget: &'static Budget,
    bytes: u64,
) -> Option<Reservation> {
    if let Some(reservation) = budget.take(bytes) {
        return Some(reservation);
    }
    let mut candidates: Vec<Candidate<'_>> =
        maps.iter().flat_map(|map| &map.profiles).filter_map(Candidate::of).collect();
    if candidates.iter().map(|it| it.bytes).sum::<u64>() < budget.deficit(bytes) {
        return None;
    }
    candidates.sort_unstable_by_key(|it| (it.is_in_use, it.used_at));
    for candidate in candidates {
        if budget.deficit(bytes) == 0 {
            break;
        }
        candidate.drop_it();
    }
    budget.take(bytes)
}

/// A profile that may be dropped.
struct Candidate<'a> {
    slot: &'a Mutex<Option<CachedProfile>>,
    used_at: u64,
    is_in_use: bool,
    bytes: u64,
}

impl<'a> Candidate<'a> {
    /// Returns `None` if no profile is loaded in the slot, or if a thread is loading one at this moment.
    fn of(slot: &'a Mutex<Option<CachedProfile>>) -> Option<Self> {
        let guard = slot.try_lock().ok()?;
        let CachedProfile { loaded: LoadedProfile { map, metric, .. }, used_at } =
            guard.as_ref()?;
        // Copies are made while the lock is held, except those of a matrix that is kept between its blocks. If such a
        // copy is made too late to be counted here, the matrix may find its map gone at the next block, and then loads
        // it again.
        let is_in_use = Arc::strong_count(map) > 1 || Arc::strong_count(metric) > 1;
        let bytes = map.reservation().bytes() + metric.reservation().bytes();
        Some(Self { slot, used_at: *used_at, is_in_use, bytes })
    }

    /// Removes the profile from the list, unless it has been used since.
    fn drop_it(self) {
        let Ok(mut guard) = self.slot.try_lock() else { return };
        let dropped = guard.take_if(|cached| cached.used_at == self.used_at);
        drop(guard);
        if let Some(CachedProfile { loaded: LoadedProfile { map, metric, .. }, .. }) = dropped {
            map.reservation().retire();
            metric.reservation().retire();
        }
    }
}

#[cfg(test)]
mod tests;

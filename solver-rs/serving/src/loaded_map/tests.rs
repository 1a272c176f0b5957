//! Tests of loading within a budget and of replacing costs, on a small map of a crossroads.

use std::sync::LazyLock;
use std::thread;

use roads::map::{LaneMask, LaneSpeeds, MapReading, RulePlace, SpeedChange, SpeedRule};
use roads::network::NetworkOptions;
use roads::osm::{OsmFormat, PassOutcome};
use roads::profile::Profile;

use super::*;

const EXTRACT: &[u8] = include_bytes!("../../../../test/fixtures/maps/crossroads.osm");

/// Positions of sections. Every profile has a section, at the position of its code.
const CAR: usize = 0;
const FOOT: usize = 4;

struct MapFile {
    header: MapHeader,
    /// Indexed by the code of the profile.
    sections: Vec<Vec<u8>>,
}

static FILE: LazyLock<MapFile> = LazyLock::new(|| {
    let mut reading = MapReading::new(OsmFormat::detect(EXTRACT).unwrap());
    loop {
        reading.push(EXTRACT).unwrap();
        if reading.end_pass().unwrap() != PassOutcome::ReadAgain {
            break;
        }
    }
    let mut build = reading.finish(NetworkOptions::default()).unwrap();
    let sections = Profile::ALL.map(|profile| build.section(profile).0).into();
    MapFile { header: MapHeader::decode(&build.header()).unwrap(), sections }
});

/// A map with a budget of its own.
fn map_within(bytes_max: u64) -> Arc<LoadedMap> {
    let budget = Box::leak(Box::new(Budget::new(bytes_max)));
    Arc::new(LoadedMap::new(FILE.header.clone(), budget))
}

fn speeds_of(windows: &[f64]) -> Arc<Speeds> {
    let windows = windows.iter().map(|&factor| [factor; 4]).collect();
    let lanes = LaneSpeeds { windows, ..LaneSpeeds::free_flow() };
    Arc::new(Speeds { lanes, rules: Vec::new(), live: None })
}

/// Speeds at which all lanes are equal: 8 bytes per cost.
fn free_flow() -> Arc<Speeds> {
    speeds_of(&[])
}

/// Returns the memory that a profile needs at free flow.
fn all_needs(profile: Profile) -> Needs {
    Needs::of(FILE.header.section(profile.name()).unwrap(), &free_flow())
}

fn try_use(map: &Arc<LoadedMap>, profile: Profile) -> Result<Option<LoadedProfile>, LoadError<()>> {
    let read = || Ok(FILE.sections[usize::from(profile.code())].clone());
    let maps = [Arc::clone(map)];
    let reserve = |bytes| evict_for(&maps, map.budget, bytes);
    map.load(usize::from(profile.code()), || Some(free_flow()), read, reserve)
}

fn is_loaded(map: &LoadedMap, profile: Profile) -> bool {
    map.lock(usize::from(profile.code())).is_some()
}

#[test]
fn a_profile_is_counted_with_its_memory() {
    let map = map_within(u64::MAX);
    let car = try_use(&map, Profile::Car).unwrap().unwrap();
    let needs = all_needs(Profile::Car);
    assert_eq!(map.budget.bytes_used(), needs.roads_bytes + needs.metric_bytes);
    assert_eq!(car.metric.bytes() as u64, needs.metric_bytes);
    assert_eq!(car.map.size().roads_bytes, needs.roads_bytes);
}

#[test]
fn the_profile_that_was_used_the_longest_ago_makes_room() {
    // Two profiles are loaded, and a third one does not fit beside them.
    let [car, van] = [Profile::Car, Profile::Van].map(all_needs);
    let loaded = |needs: Needs| needs.roads_bytes + needs.metric_bytes;
    let bytes_max = loaded(car) + loaded(van) + all_needs(Profile::Truck).at_most() - 1;
    let map = map_within(bytes_max);
    for profile in [Profile::Car, Profile::Van, Profile::Car] {
        try_use(&map, profile).unwrap().unwrap();
    }
    try_use(&map, Profile::Truck).unwrap().unwrap();
    try_use(&map, Profile::Foot).unwrap().unwrap();
    assert!(!is_loaded(&map, Profile::Van));
    assert!(is_loaded(&map, Profile::Foot));
    assert!(map.budget.bytes_used() <= bytes_max);
    assert!(try_use(&map, Profile::Van).unwrap().is_some(), "it is loaded again");
}

#[test]
fn a_profile_that_fits_to_the_byte_is_loaded_and_one_more_byte_is_refused() {
    let needed = all_needs(Profile::Car).at_most();
    assert!(try_use(&map_within(needed), Profile::Car).unwrap().is_some());
    match try_use(&map_within(needed - 1), Profile::Car) {
        Err(LoadError::TooLarge { bytes, bytes_max }) => {
            assert_eq!((bytes, bytes_max), (needed, needed - 1));
        }
        other => panic!("it should be too large: {other:?}"),
    }
}

#[test]
fn profiles_of_a_request_stay_until_it_ends_and_keep_their_bytes() {
    let bytes_max = Profile::ALL.map(|it| all_needs(it).at_most()).into_iter().max().unwrap();
    let map = map_within(bytes_max);
    let car = try_use(&map, Profile::Car).unwrap().unwrap();
    let bytes_before = map.budget.bytes_used();
    // The profile is removed from the list, but its bytes are not free, so there is no room for another.
    assert!(try_use(&map, Profile::Foot).unwrap().is_none());
    assert!(!is_loaded(&map, Profile::Car));
    assert_eq!(map.budget.bytes_used(), bytes_before);
    assert!(car.map.snap(&[0.0], &[0.0], 5_000.0).is_ok());
    drop(car);
    assert!(try_use(&map, Profile::Foot).unwrap().is_some());
}

#[test]
fn nothing_is_dropped_where_that_would_not_make_room() {
    let [car, foot] = [Profile::Car, Profile::Foot].map(|it| all_needs(it).at_most());
    let map = map_within(car + foot);
    try_use(&map, Profile::Foot).unwrap().unwrap();
    // As if another thread were loading a profile.
    let _loading = map.budget.take(car + foot - map.budget.bytes_used()).unwrap();
    assert!(try_use(&map, Profile::Car).unwrap().is_none());
    assert!(is_loaded(&map, Profile::Foot));
}

#[test]
fn threads_that_want_more_than_fits_all_come_to_their_end() {
    let bytes_max = Profile::ALL.map(|it| all_needs(it).at_most()).into_iter().max().unwrap();
    let map = map_within(bytes_max + bytes_max / 3);
    let expected = Profile::ALL.map(|profile| {
        let alone = try_use(&map_within(u64::MAX), profile).unwrap().unwrap();
        alone.map.encode()
    });
    thread::scope(|scope| {
        for first in 0..4 {
            let (map, expected) = (&map, &expected);
            scope.spawn(move || {
                for turn in 0..50 {
                    let profile = Profile::ALL[(first + turn) % Profile::ALL.len()];
                    let loaded = loop {
                        match try_use(map, profile).unwrap() {
                            Some(loaded) => break loaded,
                            None => thread::yield_now(),
                        }
                    };
                    assert!(map.budget.bytes_used() <= map.budget.bytes_max());
                    assert!(loaded.map.encode() == expected[usize::from(profile.code())]);
                }
            });
        }
    });
    let kept: u64 = Profile::ALL
        .map(|profile| {
            Candidate::of(&map.profiles[usize::from(profile.code())]).map_or(0, |it| it.bytes)
        })
        .iter()
        .sum();
    assert_eq!(map.budget.bytes_used(), kept, "nothing is lost by the way");
    assert_eq!(map.budget.deficit(map.budget.bytes_max()), kept, "nothing is leaving");
}

#[test]
fn requests_go_on_with_the_costs_before_while_new_ones_are_computed() {
    let map = map_within(u64::MAX);
    let before = try_use(&map, Profile::Car).unwrap().unwrap().metric;
    let other = speeds_of(&[1.0]);
    map.replace_metric(CAR, &other, |roads| {
        let meanwhile = map.profiles[CAR].try_lock();
        let meanwhile = meanwhile.expect("no request waits").clone().unwrap();
        assert!(Arc::ptr_eq(&meanwhile.loaded.metric, &before));
        roads.customize(&other.lanes, &[])
    });
    let after = try_use(&map, Profile::Car).unwrap().unwrap().metric;
    assert!(!Arc::ptr_eq(&after, &before));
    let bytes_used = map.budget.bytes_used();
    let bytes_of_metric = before.reservation().bytes();
    drop(before);
    assert_eq!(map.budget.bytes_used(), bytes_used - bytes_of_metric);
}

#[test]
fn a_weak_profile_keeps_neither_map_nor_costs() {
    let map = map_within(u64::MAX);
    let profile = try_use(&map, Profile::Car).unwrap().unwrap();
    let weak = profile.downgrade();
    let slower = speeds_of(&[0.5]);
    map.replace_metric(CAR, &slower, |roads| roads.customize(&slower.lanes, &[]));
    assert!(weak.upgrade().is_some(), "somebody still uses those before");
    drop(profile);
    assert!(weak.upgrade().is_none());

    let weak = try_use(&map, Profile::Car).unwrap().unwrap().downgrade();
    assert!(weak.upgrade().is_some());
    Candidate::of(&map.profiles[CAR]).unwrap().drop_it();
    assert!(weak.upgrade().is_none());
    assert_eq!(map.budget.bytes_used(), 0);
}

#[test]
fn versions_tell_speeds_apart() {
    let rule = |value, way| SpeedRule {
        place: RulePlace::Way(way),
        class: None,
        lanes: LaneMask(1),
        change: SpeedChange::Factor(value),
    };
    let version = |windows: &[f64], rules: Vec<SpeedRule>| {
        let lanes = speeds_of(windows).lanes.clone();
        Speeds { lanes, rules, live: None }.version()
    };
    let different = [
        version(&[], vec![]),
        version(&[0.5], vec![]),
        version(&[0.5, 1.0], vec![]),
        version(&[], vec![rule(0.5, 7)]),
        version(&[], vec![rule(0.6, 7)]),
        version(&[], vec![rule(0.5, 8)]),
        version(&[], vec![rule(0.5, 8), rule(0.5, 7)]),
    ];
    for (idx, one) in different.iter().enumerate() {
        assert!(!different[..idx].contains(one), "{idx}");
    }
    assert_eq!(version(&[0.5], vec![rule(0.5, 7)]), version(&[0.5], vec![rule(0.5, 7)]));

    let map = map_within(u64::MAX);
    let before = try_use(&map, Profile::Car).unwrap().unwrap().speeds_version;
    let slower = speeds_of(&[0.5]);
    map.replace_metric(CAR, &slower, |roads| roads.customize(&slower.lanes, &[]));
    let after = try_use(&map, Profile::Car).unwrap().unwrap().speeds_version;
    assert_eq!([before, after], [free_flow().version(), slower.version()]);
}

#[test]
fn costs_say_which_live_speeds_they_are_for() {
    let map = map_within(u64::MAX);
    let live = || try_use(&map, Profile::Car).unwrap().unwrap().live_speeds;
    assert_eq!(live(), None);
    let named = |windows: &[f64], name: Option<&str>| Speeds {
        lanes: speeds_of(windows).lanes.clone(),
        rules: Vec::new(),
        live: name.map(Arc::from),
    };
    let slower = named(&[0.5], Some("1.0"));
    map.replace_metric(CAR, &slower, |roads| roads.customize(&slower.lanes, &[]));
    assert_eq!(live().as_deref(), Some("1.0"));
    // Equal speeds with another name: the costs are kept, and nothing is computed.
    let again = named(&[0.5], Some("2.0"));
    map.replace_metric(CAR, &again, |_| unreachable!("the speeds are equal"));
    assert_eq!(live().as_deref(), Some("2.0"));
    map.replace_metric(CAR, &named(&[0.5], None), |_| unreachable!("the speeds are equal"));
    assert_eq!(live(), None);
}

#[test]
fn new_costs_for_which_there_is_no_room_drop_the_profile() {
    let needs = all_needs(Profile::Car);
    let map = map_within(needs.at_most());
    try_use(&map, Profile::Car).unwrap().unwrap();
    let slower = speeds_of(&[0.9, 0.8, 0.7, 0.6, 0.5]);
    map.replace_metric(CAR, &slower, |_| unreachable!("there is no room"));
    assert!(!is_loaded(&map, Profile::Car));
    assert_eq!(map.budget.bytes_used(), 0);
}

#[test]
fn new_costs_do_not_restore_profiles_dropped_meanwhile() {
    let map = map_within(u64::MAX);
    try_use(&map, Profile::Car).unwrap().unwrap();
    map.replace_metric(CAR, &speeds_of(&[1.0]), |roads| {
        Candidate::of(&map.profiles[CAR]).unwrap().drop_it();
        roads.customize(&free_flow().lanes, &[])
    });
    assert!(!is_loaded(&map, Profile::Car));
    assert_eq!(map.budget.bytes_used(), 0);
}

#[test]
fn a_profile_that_is_not_loaded_gets_no_costs() {
    let map = map_within(u64::MAX);
    map.replace_metric(FOOT, &free_flow(), |_| unreachable!("there is nothing to customize"));
    assert!(!is_loaded(&map, Profile::Foot));
}

//! Real extracts, each read and built once for all tests, and places on their roads.

use std::path::Path;
use std::sync::OnceLock;

use roads::hierarchy::{Metric, Share};
use roads::map::{LaneSpeeds, ProfileMap, RoadPlace};
use roads::network::{NetworkOptions, RoadNetwork, SegmentIdx};
use roads::osm::read_osm;
use roads::profile::Profile;

use crate::drawing::{Drawing, Via};
use crate::random::Random;

/// The factors in `server/travel/traffic.json`: motorway, primary, tertiary, residential.
pub(crate) const WEEKDAY: [[f64; 4]; 8] = [
    [1.0, 1.0, 1.0, 1.0],
    [0.92, 0.9, 0.94, 0.97],
    [0.7, 0.72, 0.82, 0.9],
    [0.9, 0.86, 0.92, 0.96],
    [0.9, 0.85, 0.91, 0.95],
    [0.86, 0.82, 0.89, 0.94],
    [0.68, 0.7, 0.8, 0.89],
    [0.96, 0.94, 0.96, 0.98],
];
pub(crate) const WEEKEND: [f64; 4] = [0.96, 0.93, 0.96, 0.98];

/// Returns the hours of the same windows: first and last seconds of the day.
pub(crate) fn hours() -> [Vec<(u32, u32)>; 8] {
    let from_to = |first: u32, end: u32| (first * 60, end * 60 - 1);
    let borders = [360, 420, 570, 720, 840, 990, 1140, 1320];
    std::array::from_fn(|window| match window {
        0 => vec![from_to(0, 360), from_to(1320, 1440)],
        _ => vec![from_to(borders[window - 1], borders[window])],
    })
}

pub(crate) fn speeds() -> LaneSpeeds {
    LaneSpeeds { windows: WEEKDAY.to_vec(), weekend: WEEKEND, hours: hours().to_vec() }
}

/// The map of an extract for one profile.
pub(crate) struct Extract {
    pub(crate) name: &'static str,
    pub(crate) map: ProfileMap,
    /// With the speeds of [`speeds`].
    pub(crate) metric: Metric,
    /// The network from which the map was built, for the oracle.
    pub(crate) network: RoadNetwork,
}

fn load(name: &'static str, path: &str, profile: Profile) -> Extract {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    built(name, &std::fs::read(root.join(path)).unwrap(), profile)
}

/// Returns a town of 15 × 15 streets, many of which are closed, slower, one-way or destination-only at
/// certain hours; many turns are restricted as well. Real extracts of this size have hardly any such tags.
pub(crate) fn town_with_hours() -> &'static Extract {
    static LOADED: OnceLock<Extract> = OnceLock::new();
    LOADED.get_or_init(|| built("a town with hours", town_xml().as_bytes(), Profile::Car))
}

const TOWN_SIZE: i64 = 15;

fn town_xml() -> String {
    const HOURS: [&str; 7] = [
        "Mo-Fr 07:00-09:00",
        "22:00-06:00",
        "Mo-Fr 07:00-09:00,16:00-18:00; Sa off",
        "Sa,Su",
        "06:00-20:00",
        "Mo-We 12:00-17:00",
        "00:00-24:00; Tu 10:00-11:00",
    ];
    let mut random = Random::seeded(16);
    let id = |east: i64, north: i64| 1 + east * TOWN_SIZE + north;
    let mut drawing = Drawing::new();
    for (east, north) in (0..TOWN_SIZE).flat_map(|it| (0..TOWN_SIZE).map(move |other| (it, other)))
    {
        let meters = |it: i64, aside: usize| {
            i32::try_from(it * 100).unwrap() + i32::try_from(aside).unwrap()
        };
        let (x, y) = (meters(east, random.below(30)), meters(north, random.below(30)));
        drawing = drawing.node(id(east, north), x, y);
    }
    let mut ways: Vec<(i64, [i64; 2])> = Vec::new();
    for (a, b) in (0..TOWN_SIZE).flat_map(|a| (1..TOWN_SIZE).map(move |b| (a, b))) {
        for ends in [[id(a, b - 1), id(a, b)], [id(b - 1, a), id(b, a)]] {
            ways.push((i64::try_from(ways.len()).unwrap() + 1, ends));
        }
    }
    for (way, ends) in &ways {
        let hours = HOURS[random.below(HOURS.len())];
        let tags = match random.below(16) {
            0 | 1 => format!("access:conditional=no @ ({hours})"),
            2 => format!("motor_vehicle:conditional=destination @ ({hours})"),
            3 => format!("maxspeed:conditional=20 @ ({hours}); 10 @ (Su)"),
            4 => format!("oneway:conditional=yes @ ({hours})"),
            5 => format!("access=no, access:conditional=yes @ ({hours})"),
            6 => "access=private".to_owned(),
            7 => format!("vehicle=no, vehicle:conditional=delivery @ ({hours})"),
            _ => "highway=tertiary".to_owned(),
        };
        drawing = drawing.way(*way, ends, &tags);
    }
    // One restricted turn at about every other crossing.
    for (east, north) in (1..TOWN_SIZE - 1).flat_map(|it| (1..TOWN_SIZE - 1).map(move |b| (it, b)))
    {
        let at = id(east, north);
        let here: Vec<i64> =
            ways.iter().filter(|way| way.1.contains(&at)).map(|way| way.0).collect();
        let (from, to) = (here[random.below(here.len())], here[random.below(here.len())]);
        if from != to && random.below(2) == 0 {
            let hours = HOURS[random.below(HOURS.len())];
            let rule = ["no_left_turn", "only_straight_on"][random.below(2)];
            let tags = format!("restriction:conditional={rule} @ ({hours})");
            drawing = drawing.relation(&tags, &[from], Via::Node(at), &[to]);
        }
    }
    drawing.xml()
}

fn built(name: &'static str, bytes: &[u8], profile: Profile) -> Extract {
    let (roads, _) = read_osm(bytes).unwrap();
    let options = NetworkOptions::default();
    let (map, _) = ProfileMap::build(&roads, profile, options);
    let (network, _) = roads::network::build(&roads, profile.table(), options);
    let metric = map.customize(&speeds(), &[]);
    Extract { name, map, metric, network }
}

macro_rules! extracts {
    ($($name:ident: $path:literal, $profile:ident;)*) => {$(
        pub(crate) fn $name() -> &'static Extract {
            static LOADED: OnceLock<Extract> = OnceLock::new();
            LOADED.get_or_init(|| load(stringify!($name), $path, Profile::$profile))
        }
    )*};
}

extracts! {
    porto_car: "maps/porto.osm.pbf", Car;
    columbus_car: "test/fixtures/maps/columbus.osm.pbf", Car;
    liechtenstein_car: "test/fixtures/maps/liechtenstein.osm.pbf", Car;
    liechtenstein_truck: "test/fixtures/maps/liechtenstein.osm.pbf", Truck;
    liechtenstein_bicycle: "test/fixtures/maps/liechtenstein.osm.pbf", Bicycle;
    liechtenstein_foot: "test/fixtures/maps/liechtenstein.osm.pbf", Foot;
}

impl Extract {
    /// Returns a place within about 50 m of a random point of a random road. Every other place is snapped
    /// alone, so that it may lie on an island.
    pub(crate) fn random_place(&self, random: &mut Random) -> RoadPlace {
        let segment = random.below(self.map.segment_count());
        self.place_near(SegmentIdx(u32::try_from(segment).unwrap()), random)
    }

    /// Returns a place near a given road, or near another road if that place is at a junction: the costs of
    /// such places have tests of their own.
    pub(crate) fn place_near(&self, segment: SegmentIdx, random: &mut Random) -> RoadPlace {
        for _ in 0..20 {
            let place = self.any_place_near(segment, random);
            if is_on_a_road(&place) {
                return place;
            }
        }
        self.random_place(random)
    }

    fn any_place_near(&self, segment: SegmentIdx, random: &mut Random) -> RoadPlace {
        let (lats, lons) = self.network.segments.points(segment);
        let point = random.below(lats.len());
        let mut degrees = |e7: i32| {
            let aside = i32::try_from(random.below(9001)).unwrap() - 4500;
            f64::from(e7 + aside) / 1e7
        };
        let (lat, lon) = (degrees(lats[point]), degrees(lons[point]));
        if random.below(2) == 0 {
            return self.map.snap(&[lat], &[lon], 5000.0).unwrap()[0].unwrap();
        }
        // Together with a place in the middle of the main network, it is not snapped to islands.
        let (main_lat, main_lon) = self.main_place();
        let snapped = self.map.snap(&[lat, main_lat], &[lon, main_lon], 50_000.0).unwrap();
        snapped[0].unwrap()
    }

    /// Returns a point of a road in the largest component.
    fn main_place(&self) -> (f64, f64) {
        let segments = (0..u32::try_from(self.map.segment_count()).unwrap()).map(SegmentIdx);
        let components = &self.network.components;
        let main = segments.into_iter().find(|segment| components.of_segment(*segment).0 == 0);
        let (lats, lons) = self.network.segments.points(main.unwrap());
        (f64::from(lats[0]) / 1e7, f64::from(lons[0]) / 1e7)
    }

    /// Returns targets for a source: some anywhere, some near it, some on the same road.
    pub(crate) fn random_targets(
        &self,
        source: &RoadPlace,
        count: usize,
        random: &mut Random,
    ) -> Vec<RoadPlace> {
        (0..count)
            .map(|idx| match idx % 5 {
                0 => self.place_near(SegmentIdx(source.point.segment), random),
                _ => self.random_place(random),
            })
            .collect()
    }
}

/// Returns whether a place lies between the ends of its segment.
fn is_on_a_road(place: &RoadPlace) -> bool {
    Share::NONE < place.point.length && place.point.length < Share::WHOLE
}

//! Real extracts, each read and built once for all tests, and places on their roads.

use std::path::Path;
use std::sync::OnceLock;

use roads::hierarchy::{Metric, Share};
use roads::map::{LaneSpeeds, ProfileMap, RoadPlace};
use roads::network::{NetworkOptions, RoadNetwork, SegmentIdx};
use roads::osm::read_osm;
use roads::profile::Profile;

use crate::random::Random;

/// The factors of `server/travel/traffic.json`: motorway, primary, tertiary, residential.
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

pub(crate) fn speeds() -> LaneSpeeds {
    LaneSpeeds { windows: WEEKDAY.to_vec(), weekend: WEEKEND }
}

/// A profile's map of an extract.
pub(crate) struct Extract {
    pub(crate) name: &'static str,
    pub(crate) map: ProfileMap,
    /// With the speeds of [`speeds`].
    pub(crate) metric: Metric,
    /// What the map was made of, for the oracle.
    pub(crate) network: RoadNetwork,
}

fn load(name: &'static str, path: &str, profile: Profile) -> Extract {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bytes = std::fs::read(root.join(path)).unwrap();
    let (roads, _) = read_osm(&bytes).unwrap();
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
    /// A place within some 50 m of a random point of a random road. Every other one is asked for alone, so
    /// that it may lie on an island.
    pub(crate) fn random_place(&self, random: &mut Random) -> RoadPlace {
        let segment = random.below(self.map.segment_count());
        self.place_near(SegmentIdx(u32::try_from(segment).unwrap()), random)
    }

    /// The same near a road that is given, or near another where that place is at a junction: what such
    /// places cost is tested by itself.
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
        // Beside a place in the middle of the main network, islands do not count.
        let (main_lat, main_lon) = self.main_place();
        let snapped = self.map.snap(&[lat, main_lat], &[lon, main_lon], 50_000.0).unwrap();
        snapped[0].unwrap()
    }

    /// A point of a road of the largest component.
    fn main_place(&self) -> (f64, f64) {
        let segments = (0..u32::try_from(self.map.segment_count()).unwrap()).map(SegmentIdx);
        let components = &self.network.components;
        let main = segments.into_iter().find(|segment| components.of_segment(*segment).0 == 0);
        let (lats, lons) = self.network.segments.points(main.unwrap());
        (f64::from(lats[0]) / 1e7, f64::from(lons[0]) / 1e7)
    }

    /// Targets for a source: some anywhere, some near it, some on its very road.
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

/// Whether a place lies between the ends of its segment.
fn is_on_a_road(place: &RoadPlace) -> bool {
    Share::NONE < place.point.length && place.point.length < Share::WHOLE
}

//! Places of a request on the roads of a loaded map, and routes between them.

use roads::hierarchy::{Lane, RouteSearch, WINDOW_LANE_COUNT};
use roads::map::{RoadLabels, RoadPlace, RoadQuery};
use roads::{EstimateModel, PlaceIdx, Places};

use crate::AskError;
use crate::loaded_map::LoadedProfile;
use crate::route_line::{Ends, RouteLine};

/// Places that have been moved to roads, with the costs that held when they were.
#[derive(Debug)]
pub struct RoadPlaces {
    pub(crate) loaded: LoadedProfile,
    pub(crate) places: Vec<Option<RoadPlace>>,
}

impl RoadPlaces {
    /// Moves places, given in degrees, to the roads of a profile that are at most `radius_meters` away.
    ///
    /// # Errors
    /// A coordinate is out of range.
    pub fn new(
        loaded: LoadedProfile,
        latitudes: &[f64],
        longitudes: &[f64],
        radius_meters: f64,
    ) -> Result<Self, AskError> {
        let places = loaded.map.snap(latitudes, longitudes, radius_meters)?;
        Ok(Self { loaded, places })
    }

    /// One per place: meters to the road, not a number where none is near.
    #[must_use]
    pub fn snap_meters(&self) -> Vec<f64> {
        let meters = |place: &Option<RoadPlace>| place.map_or(f64::NAN, |place| place.snap_meters);
        self.places.iter().map(meters).collect()
    }

    /// Latitude and longitude of each place on its road, in turn, in degrees; not numbers where none is near.
    #[must_use]
    pub fn snapped_degrees(&self) -> Vec<f64> {
        let degrees = |e7: i32| f64::from(e7) / 1e7;
        let point = |place: &Option<RoadPlace>| {
            place.map_or([f64::NAN; 2], |it| [degrees(it.lat_e7), degrees(it.lon_e7)])
        };
        self.places.iter().flat_map(point).collect()
    }

    /// Which speeds the costs are for: equal for equal speeds, in all instances of one build.
    #[must_use]
    pub fn speeds_version(&self) -> String {
        format!("{:016x}", self.loaded.speeds_version)
    }

    /// What the live speeds are called that the costs are for ([`crate::SpeedRules::set_live`]); nothing where
    /// none are in force.
    #[must_use]
    pub fn live_speeds(&self) -> Option<&str> {
        self.loaded.live_speeds.as_deref()
    }

    /// Draws a route: leg after leg from place to place, each by the fastest way in its lane (see [`lane_of`]), and
    /// straight where there is none or a place is off the map. The coordinates are those of the places as they
    /// were given, at which the drawing of each leg starts and ends.
    ///
    /// # Errors
    /// The lists do not fit one another, or there is no such place, lane or precision.
    pub fn route(
        &self,
        coordinates: [&[f64]; 2],
        ends: Ends<'_>,
        lanes: &[u8],
        digits: u8,
    ) -> Result<RouteLine, AskError> {
        if lanes.len() != ends.from.len() {
            return Err(AskError::new("there is not one lane for each leg"));
        }
        let LoadedProfile { map, metric, .. } = &self.loaded;
        let mut search = RouteSearch::default();
        let lanes = lanes.iter().map(|lane| lane_of(*lane)).collect::<Result<Vec<_>, _>>()?;
        RouteLine::draw(coordinates, ends, digits, |leg, points| {
            let place = |idx: u32| self.places.get(idx as usize).and_then(Option::as_ref);
            let between = [place(ends.from[leg])?, place(ends.to[leg])?];
            map.leg(metric, lanes[leg], &mut search, between, points)
        })
    }
}

/// Lanes by number: weekday windows from 0, then the weekend, then free flow.
pub(crate) fn lane_of(number: u8) -> Result<Lane, AskError> {
    match usize::from(number) {
        lane if lane < WINDOW_LANE_COUNT => Ok(Lane::Window(number)),
        lane if lane == WINDOW_LANE_COUNT => Ok(Lane::Paired(1)),
        lane if lane == WINDOW_LANE_COUNT + 1 => Ok(Lane::Paired(0)),
        _ => Err(AskError::new("there is no such lane")),
    }
}

/// In which lanes places are travelled between, and how fast.
#[derive(Debug)]
pub(crate) struct RoadTrip {
    lanes: Vec<Lane>,
    speed_factor: f64,
}

impl RoadTrip {
    /// Lanes are as many as the model has, and the places the same that it is asked about.
    pub(crate) fn new(
        roads: &RoadPlaces,
        lanes: &[u8],
        speed_factor: f64,
        model: &EstimateModel,
        places: &Places,
    ) -> Result<Self, AskError> {
        if places.count() != roads.places.len() {
            return Err(AskError::new("the places on roads are of another number"));
        }
        if !(speed_factor > 0.0 && speed_factor.is_finite()) || lanes.len() != model.lane_count() {
            return Err(AskError::new("the speed factor or the number of lanes does not fit"));
        }
        let lanes = lanes.iter().map(|lane| lane_of(*lane)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { lanes, speed_factor })
    }

    /// Between places of the roads that the trip was made for.
    pub(crate) fn labels(
        &self,
        RoadPlaces { loaded, places }: &RoadPlaces,
        sources: &[PlaceIdx],
        destinations: &[PlaceIdx],
    ) -> RoadLabels {
        let query = RoadQuery {
            places,
            is_source: &is_listed(sources, places.len()),
            is_destination: &is_listed(destinations, places.len()),
            lanes: &self.lanes,
            speed_factor: self.speed_factor,
        };
        RoadLabels::new(&loaded.map, &loaded.metric, &query)
    }
}

/// One per place: whether it stands in a list.
pub(crate) fn is_listed(listed: &[PlaceIdx], place_count: usize) -> Vec<bool> {
    let mut is_listed = vec![false; place_count];
    for place in listed {
        is_listed[place.as_usize()] = true;
    }
    is_listed
}

//! Places of a request on the roads of a loaded map, and routes between them.

use roads::hierarchy::{Lane, RouteSearch, WINDOW_LANE_COUNT};
use roads::map::{RoadLabels, RoadPlace, RoadQuery};
use roads::{EstimateModel, PlaceIdx, Places};

use crate::AskError;
use crate::loaded_map::LoadedProfile;
use crate::route_line::{Ends, RouteLine};

/// Places that have been snapped to roads, with the costs that were current at that time.
#[derive(Debug)]
pub struct RoadPlaces {
    pub(crate) loaded: LoadedProfile,
    pub(crate) places: Vec<Option<RoadPlace>>,
}

impl RoadPlaces {
    /// Snaps places, given in degrees, to the roads of a profile that are at most `radius_meters` away.
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

    /// Returns the meters from each place to its road; NaN where no road is near.
    #[must_use]
    pub fn snap_meters(&self) -> Vec<f64> {
        let meters = |place: &Option<RoadPlace>| place.map_or(f64::NAN, |place| place.snap_meters);
        self.places.iter().map(meters).collect()
    }

    /// Returns the snapped latitude and longitude of each place, alternating, in degrees; NaN where no road is near.
    #[must_use]
    pub fn snapped_degrees(&self) -> Vec<f64> {
        let degrees = |e7: i32| f64::from(e7) / 1e7;
        let point = |place: &Option<RoadPlace>| {
            place.map_or([f64::NAN; 2], |it| [degrees(it.lat_e7), degrees(it.lon_e7)])
        };
        self.places.iter().flat_map(point).collect()
    }

    /// Returns the version of the speeds that the costs are for: equal for equal speeds, in all instances of one build.
    #[must_use]
    pub fn speeds_version(&self) -> String {
        format!("{:016x}", self.loaded.speeds_version)
    }

    /// Returns the name of the live speeds that the costs are for ([`crate::SpeedRules::set_live`]), or `None` if no
    /// live speeds are in force.
    #[must_use]
    pub fn live_speeds(&self) -> Option<&str> {
        self.loaded.live_speeds.as_deref()
    }

    /// Draws a route from place to place. Each leg takes the fastest path in its lane (see [`lane_of`]), and is
    /// straight if there is no path or a place is off the map. `coordinates` are those of the places before snapping;
    /// the drawing of each leg starts and ends there.
    ///
    /// # Errors
    /// The lists do not match in length, or there is no such place, lane or precision.
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

/// Returns the lane with a number: weekday windows from 0, then the weekend, then free flow.
pub(crate) fn lane_of(number: u8) -> Result<Lane, AskError> {
    match usize::from(number) {
        lane if lane < WINDOW_LANE_COUNT => Ok(Lane::Window(number)),
        lane if lane == WINDOW_LANE_COUNT => Ok(Lane::Paired(1)),
        lane if lane == WINDOW_LANE_COUNT + 1 => Ok(Lane::Paired(0)),
        _ => Err(AskError::new("there is no such lane")),
    }
}

/// The lanes and the speed factor that costs between places are computed with.
#[derive(Debug)]
pub(crate) struct RoadTrip {
    lanes: Vec<Lane>,
    speed_factor: f64,
}

impl RoadTrip {
    /// Checks that there are as many lanes as the model has, and as many places as were snapped.
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

    /// Computes labels of places that are on the roads of this trip.
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

/// Returns for each place whether it is in `listed`.
pub(crate) fn is_listed(listed: &[PlaceIdx], place_count: usize) -> Vec<bool> {
    let mut is_listed = vec![false; place_count];
    for place in listed {
        is_listed[place.as_usize()] = true;
    }
    is_listed
}

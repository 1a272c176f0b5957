//! Routes as they are drawn: along roads, or in straight lines.

use roads::line::{self, unit_point};
use roads::map::RoadLeg;
use roads::polyline::Precision;

use crate::AskError;

/// The line of a route, and the distance and time of each leg.
#[derive(Debug)]
pub struct RouteLine {
    line: line::RouteLine,
    precision: Precision,
    legs: Vec<Option<RoadLeg>>,
}

/// The places between which the legs of a route lead. Both lists have the same length.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// The place of departure of each leg.
    pub from: &'a [u32],
    /// The place of arrival of each leg.
    pub to: &'a [u32],
}

impl RouteLine {
    /// Creates a route that goes straight from place to place, for places without a map.
    ///
    /// # Errors
    /// The lists do not match in length, or there is no such place or precision.
    pub fn straight(
        coordinates: [&[f64]; 2],
        ends: Ends<'_>,
        digits: u8,
    ) -> Result<Self, AskError> {
        Self::draw(coordinates, ends, digits, |_, _| None)
    }

    /// Returns the whole line as an encoded polyline.
    #[must_use]
    pub fn polyline(&self) -> String {
        self.line.polyline()
    }

    /// Returns the points of the whole line as alternating longitudes and latitudes in degrees, the order of GeoJSON.
    #[must_use]
    pub fn degrees(&self) -> Vec<f64> {
        let units = self.precision.units_per_degree();
        let degrees = |(lat, lon): (i32, i32)| [f64::from(lon) / units, f64::from(lat) / units];
        self.line.points().into_iter().flat_map(degrees).collect()
    }

    /// Returns the meters of each leg along the roads; NaN for a straight leg.
    #[must_use]
    pub fn leg_meters(&self) -> Vec<f64> {
        let meters = |leg: &Option<RoadLeg>| {
            leg.as_ref().map_or(f64::NAN, |leg| f64::from(leg.decimeters) / 10.0)
        };
        self.legs.iter().map(meters).collect()
    }

    /// Returns the seconds of each leg in its lane; NaN for a straight leg.
    #[must_use]
    pub fn leg_seconds(&self) -> Vec<f64> {
        let seconds = |leg: &Option<RoadLeg>| {
            leg.as_ref().map_or(f64::NAN, |leg| f64::from(leg.milliseconds) / 1000.0)
        };
        self.legs.iter().map(seconds).collect()
    }

    /// Returns the latitude and longitude, in degrees, of the point at `share` of the length of a leg.
    ///
    /// # Errors
    /// There is no such leg.
    pub fn point_on(&self, leg: usize, share: f64) -> Result<[f64; 2], AskError> {
        let point = self.line.point_on(leg, share, self.precision);
        let (lat, lon) = point.ok_or_else(|| AskError::new("there is no such leg"))?;
        let units = self.precision.units_per_degree();
        Ok([f64::from(lat) / units, f64::from(lon) / units])
    }

    /// Draws a route. For each leg, `find` appends the points, in 1e-7 degrees, and returns the leg if there is a road.
    pub(crate) fn draw(
        [latitudes, longitudes]: [&[f64]; 2],
        Ends { from, to }: Ends<'_>,
        digits: u8,
        mut find: impl FnMut(usize, &mut Vec<(i32, i32)>) -> Option<RoadLeg>,
    ) -> Result<Self, AskError> {
        let precision = match digits {
            5 => Precision::Five,
            6 => Precision::Six,
            _ => return Err(AskError::new("lines have 5 or 6 digits")),
        };
        if from.len() != to.len() {
            return Err(AskError::new("legs have two ends"));
        }
        let point = |idx: u32| {
            let (lat, lon) = latitudes.get(idx as usize).zip(longitudes.get(idx as usize))?;
            Some(unit_point(*lat, *lon, precision))
        };
        let mut line = line::RouteLine::default();
        let mut legs = Vec::with_capacity(from.len());
        let mut points = Vec::new();
        for (leg, (&from, &to)) in from.iter().zip(to).enumerate() {
            let ends = point(from).zip(point(to));
            let (from, to) = ends.ok_or_else(|| AskError::new("there is no such place"))?;
            points.clear();
            legs.push(find(leg, &mut points));
            line.push_leg(from, points.iter().map(|it| precision.units(*it)), to);
        }
        Ok(Self { line, precision, legs })
    }
}

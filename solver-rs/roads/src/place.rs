//! Places: points on the sphere, addressed by dense indexes.
//!
//! A place is stored as a unit vector (3 × 8 bytes). The difference and the sum of two vectors, from
//! which the distance of the places is computed, then need no trigonometry per pair, and the poles and
//! the date line are ordinary points in space. Trigonometry runs once per place.

use crate::RoadError;

/// Position of a place in the request's list of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceIdx(pub u32);

impl PlaceIdx {
    /// The same number, for indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

/// Points on Earth with validated coordinates.
#[derive(Clone, Debug)]
pub struct Places {
    /// Each has length 1; there are at most `u32::MAX` of them.
    unit_vectors: Vec<[f64; 3]>,
}

impl Places {
    /// Creates places from coordinates in degrees, one latitude and one longitude per place.
    ///
    /// # Errors
    /// The lists differ in length, or a coordinate is not a number in its range.
    pub fn from_degrees(latitudes: &[f64], longitudes: &[f64]) -> Result<Self, RoadError> {
        if latitudes.len() != longitudes.len() {
            return Err(RoadError::CoordinateCountsDiffer {
                latitude_count: latitudes.len(),
                longitude_count: longitudes.len(),
            });
        }
        if u32::try_from(latitudes.len()).is_err() {
            return Err(RoadError::TooManyPlaces { place_count: latitudes.len() });
        }
        let mut unit_vectors = Vec::with_capacity(latitudes.len());
        for (place_idx, (&latitude, &longitude)) in latitudes.iter().zip(longitudes).enumerate() {
            if !(-90.0..=90.0).contains(&latitude) {
                return Err(RoadError::LatitudeOutOfRange { place_idx, degrees: latitude });
            }
            if !(-180.0..=180.0).contains(&longitude) {
                return Err(RoadError::LongitudeOutOfRange { place_idx, degrees: longitude });
            }
            unit_vectors.push(unit_vector(latitude.to_radians(), longitude.to_radians()));
        }
        Ok(Self { unit_vectors })
    }

    /// How many places there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.unit_vectors.len()
    }

    /// The point of a place on the unit sphere.
    ///
    /// # Panics
    /// The index is not one of these places.
    pub(crate) fn unit_vector(&self, place: PlaceIdx) -> &[f64; 3] {
        &self.unit_vectors[place.as_usize()]
    }
}

fn unit_vector(latitude: f64, longitude: f64) -> [f64; 3] {
    let (sin_latitude, cos_latitude) = libm::sincos(latitude);
    let (sin_longitude, cos_longitude) = libm::sincos(longitude);
    [cos_latitude * cos_longitude, cos_latitude * sin_longitude, sin_latitude]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_on_the_edge_of_their_range_are_places() {
        let places = Places::from_degrees(&[-90.0, 90.0, 0.0], &[-180.0, 180.0, 0.0]).unwrap();
        assert_eq!(places.count(), 3);
    }

    #[test]
    fn a_coordinate_beyond_its_range_is_named() {
        for degrees in [90.000_001, -91.0, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(
                Places::from_degrees(&[1.0, degrees], &[1.0, 1.0]).unwrap_err(),
                RoadError::LatitudeOutOfRange { place_idx: 1, degrees },
            );
        }
        for degrees in [180.000_001, -181.0, f64::INFINITY] {
            assert_eq!(
                Places::from_degrees(&[1.0, 1.0], &[degrees, 1.0]).unwrap_err(),
                RoadError::LongitudeOutOfRange { place_idx: 0, degrees },
            );
        }
    }

    #[test]
    fn a_coordinate_that_is_not_a_number_is_refused() {
        let of_latitude = Places::from_degrees(&[f64::NAN], &[0.0]);
        assert!(matches!(of_latitude, Err(RoadError::LatitudeOutOfRange { .. })));
        let of_longitude = Places::from_degrees(&[0.0], &[f64::NAN]);
        assert!(matches!(of_longitude, Err(RoadError::LongitudeOutOfRange { .. })));
    }

    #[test]
    fn each_latitude_needs_a_longitude() {
        assert_eq!(
            Places::from_degrees(&[1.0, 2.0], &[1.0]).unwrap_err(),
            RoadError::CoordinateCountsDiffer { latitude_count: 2, longitude_count: 1 },
        );
    }
}

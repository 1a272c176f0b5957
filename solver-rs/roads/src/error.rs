//! Every error that the input of this crate can cause, as data.
//!
//! There is one enum for the whole crate, so that the caller that turns errors into messages has
//! one place to look. A violated invariant between our own parts is an `assert!` instead.

/// Why places, a travel model or a selection of pairs could not be built.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RoadError {
    /// The numbers of latitudes and longitudes differ.
    #[error("{latitude_count} latitudes come with {longitude_count} longitudes")]
    CoordinateCountsDiffer {
        /// How many latitudes were given.
        latitude_count: usize,
        /// How many longitudes were given.
        longitude_count: usize,
    },
    /// More places than a `u32` can index.
    #[error("{place_count} places are more than {} can index", u32::MAX)]
    TooManyPlaces {
        /// How many places were given.
        place_count: usize,
    },
    /// A latitude is not a number from -90 to 90.
    #[error("place {place_idx} has latitude {degrees}, not one from -90 to 90")]
    LatitudeOutOfRange {
        /// Position of the place.
        place_idx: usize,
        /// The latitude in degrees.
        degrees: f64,
    },
    /// A longitude is not a number from -180 to 180.
    #[error("place {place_idx} has longitude {degrees}, not one from -180 to 180")]
    LongitudeOutOfRange {
        /// Position of the place.
        place_idx: usize,
        /// The longitude in degrees.
        degrees: f64,
    },
    /// The detour factor is not a positive number.
    #[error("the detour factor {factor} is not a positive number")]
    DetourFactorInvalid {
        /// The factor.
        factor: f64,
    },
    /// An estimate has no distance band.
    #[error("an estimate needs at least one distance band")]
    NoBands,
    /// The numbers of band ends and speeds differ.
    #[error("{end_count} band ends come with {speed_count} speeds")]
    BandCountsDiffer {
        /// How many band ends were given.
        end_count: usize,
        /// How many speeds were given.
        speed_count: usize,
    },
    /// A band does not end after the band before it, or a band other than the last has no end.
    #[error(
        "band {band_idx} ends at {end_meters} m: ends ascend from above 0, and only the last \
         may be infinite"
    )]
    BandEndInvalid {
        /// Position of the band.
        band_idx: usize,
        /// Where it ends.
        end_meters: f64,
    },
    /// The speed of a band is not a positive number.
    #[error("band {band_idx} has the speed {meters_per_second} m/s, not above 0")]
    SpeedInvalid {
        /// Position of the band.
        band_idx: usize,
        /// The speed.
        meters_per_second: f64,
    },
    /// There are no speed factors, or they do not fill whole lanes.
    #[error("{factor_count} speed factors do not make one or more lanes of {band_count} bands")]
    LaneFactorCountInvalid {
        /// How many factors were given.
        factor_count: usize,
        /// How many bands one lane has.
        band_count: usize,
    },
    /// A speed factor is not a positive number.
    #[error("lane {lane_idx} has the speed factor {factor} in band {band_idx}, not above 0")]
    LaneFactorInvalid {
        /// Position of the lane.
        lane_idx: usize,
        /// Position of the band.
        band_idx: usize,
        /// The factor.
        factor: f64,
    },
    /// Traveling halfway around the Earth would cost as much as an unreachable place.
    #[error("halfway round the Earth would cost {cost}, which has to stay below {cost_limit}")]
    EstimateTooLarge {
        /// The largest distance or travel time that the parameters give.
        cost: f64,
        /// The limit that it must stay below.
        cost_limit: i32,
    },
    /// The index of a source or destination is out of range.
    #[error("place {place_idx} does not exist among {place_count} places")]
    PlaceIdxOutOfRange {
        /// The index.
        place_idx: u32,
        /// How many places there are.
        place_count: u32,
    },
    /// A place is listed twice as a source, or twice as a destination.
    #[error("place {place_idx} is listed twice")]
    PlaceRepeated {
        /// The index.
        place_idx: u32,
    },
    /// The class offsets do not divide the values into one run per place.
    #[error(
        "{offset_count} class offsets do not cut {value_count} values into {place_count} \
         ascending runs"
    )]
    ClassOffsetsInvalid {
        /// How many places need classes.
        place_count: u32,
        /// How many offsets were given.
        offset_count: usize,
        /// How many values were given.
        value_count: usize,
    },
    /// The class sets would take more memory than one request may use.
    #[error(
        "{class_count} different classes are more than the {class_count_max} allowed for this \
         number of places"
    )]
    TooManyClasses {
        /// How many different values all places have together.
        class_count: usize,
        /// The maximum for this number of places.
        class_count_max: usize,
    },
}

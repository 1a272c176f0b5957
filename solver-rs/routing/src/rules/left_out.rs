//! Why a visit is left out where no rule of a route stands in the way.

use super::{Code, Miss};

/// No shift is there to serve it.
pub(crate) const NO_VEHICLE: Code = Code::NoVehicle;
/// To serve it would cost more than to leave it out.
pub(crate) const CHEAPER: Code = Code::CheaperUnserved;
/// The search had no time to find it a place, or to find out why there is none.
pub(crate) const NOT_FOUND_IN_TIME: Code = Code::NotFoundInTime;

/// No rule: time was over before one was found to be broken or all to be kept.
pub(crate) const GIVEN_UP: Miss = (NOT_FOUND_IN_TIME, 0);

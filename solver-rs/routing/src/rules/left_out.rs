//! Why a visit is left out although no rule of a route prevents serving it.

use super::{Code, Miss};

/// There is no shift that could serve it.
pub(crate) const NO_VEHICLE: Code = Code::NoVehicle;
/// Serving it would cost more than leaving it out.
pub(crate) const CHEAPER: Code = Code::CheaperUnserved;
/// The search had no time to find a place for it, or to find out why there is none.
pub(crate) const NOT_FOUND_IN_TIME: Code = Code::NotFoundInTime;

/// Not a rule: time was over before a rule was found to be broken, or all rules were found to be kept.
pub(crate) const GIVEN_UP: Miss = (NOT_FOUND_IN_TIME, 0);

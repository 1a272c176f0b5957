//! The data of each profile, one file each; what several share has a file of its own.
//!
//! `docs/profiles.md` has the speeds of all of them side by side, and why they are what they are.

mod bicycle;
mod car;
mod car_as_osrm;
mod foot;
mod motor;
mod truck;
mod van;

pub(super) use bicycle::BICYCLE;
pub(super) use car::CAR;
pub use car_as_osrm::CAR_AS_OSRM;
pub(super) use foot::FOOT;
pub(super) use truck::TRUCK;
pub(super) use van::VAN;

#[cfg(test)]
mod tests;

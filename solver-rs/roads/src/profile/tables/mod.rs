//! The data of the profiles, one file per profile; data that several profiles share has its own file.
//!
//! `docs/profiles.md` compares the speeds of all profiles and explains them.

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

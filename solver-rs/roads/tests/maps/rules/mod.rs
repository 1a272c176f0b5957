//! Rules of the road, one per drawing, tested end to end: extract in, travel time out.

mod countries;
mod hours;
mod places;
mod pockets;
mod towns;
mod turns;
mod ways;
mod zones;

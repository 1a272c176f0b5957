//! Rules of the road, one a drawing, seen from its ends: extract in, travel time out.

mod places;
mod pockets;
mod turns;
mod ways;

//! Snapping: the nearest place on a road to a point anywhere.
//!
//! ```text
//!   •  query                             nearest:          • on the yard's road, an island
//!   ┊╲                                   nearest_in_main:  • on the street
//!   • ╲   ──┐ island
//!  ─┴─ ╲ ───┘            all pieces along a Hilbert curve, 16 to a leaf, 16 leaves to a node, …:
//!  ═════•════ main       a packed R-tree of which one number a piece is stored, the piece's own
//! ```
//!
//! A *piece* is the straight line between two neighboring points of a segment's shape; straight in
//! latitude and longitude, the short way round the Earth. [`SnapIndex`] answers with up to two points:
//! the nearest of all, and the nearest in the main network, from which nearly everything can be reached
//! (a point near an island's road may be routed from there if all other points are on it too, or else
//! from the main network; that is the caller's choice).
//!
//! Distances are taken in the plane that touches the Earth at the query, in which meridians are
//! parallel: up to `d` meters from a query at latitude φ they are wrong by at most 0.2 tan|φ| d² / R
//! (and 4e-8 d), so 5 km at 41° by 0.7 m, at 80° by 4.5 m, and 500 m by a hundredth of that. With a pole
//! itself within `d`, a road on its far side may seem up to 3.3 times as far as it is.
//!
//! After Kamel, Faloutsos 1993 (Hilbert order) and Leutenegger, Lopez, Edgington 1997 (packed trees).
//! Differs: pieces have no boxes of their own, a leaf's 16 are measured at once; boxes of nodes are not
//! stored, since deriving them takes no longer than checking them, and no damage to a file can misplace
//! what is derived; and longitudes are circular, so that the date line is nowhere special.
//!
//! Memory: 4 bytes a piece in a file, 5.4 loaded. Porto's streets for cars, 88,000 segments of 298,000
//! pieces, in WebAssembly (November 2026, one core of a busy machine): built in 30 ms, loaded in 7 ms,
//! and 3.0 µs a query, within 150 m of roads as anywhere in town; some 50 pieces are measured for it.
//! Natively as much, and the same to the last bit. Nodes of 8 do with 40 % fewer instructions, but take
//! 6.9 bytes a piece; nodes of 32 take 40 % longer.

mod bounds;
mod hilbert;
mod index;
mod plane;
mod search;
mod shapes;

#[cfg(test)]
mod tests;

pub use index::SnapIndex;
pub use search::{Snapped, SnappedPoint};
pub use shapes::{ShapesView, SnapError, SnapKind};

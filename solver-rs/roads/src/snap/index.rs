//! The packed R-tree over pieces.
//!
//! ```text
//! level 1            ┌──────── node 3 ────────┐            a node is its box, and whether any piece
//! level 0        ┌ node 0 ┐ ┌ node 1 ┐ ┌ node 2 ┐          below is part of the main network
//! pieces         0 … 15     16 … 31    32 … 40             as their first points, in Hilbert order
//! ```
//!
//! The children of a node are computed: each node except the last of a level has 16, so a file stores only
//! the order of the pieces. The answers are correct in any order and fast in Hilbert order. Within a leaf,
//! pieces ascend, so that their points are read in order.
//!
//! Building sorts one `u64` per piece: O(pieces × log pieces) time, 13 bytes per piece at the peak. Loading
//! passes over shapes and pieces once, with one temporary byte per point.

use std::ops::Range;

use super::bounds::Bounds;
use super::hilbert;
use super::plane::cosine_of_lat;
use super::shapes::{POINT_COUNT_MAX, PointE7, ShapesView, SnapError};

/// The number of children of a node and of pieces in a leaf; for measurements of other widths see [`super`].
const NODE_WIDTH: usize = 16;
/// The number of levels of the largest index.
const LEVEL_COUNT_MAX: u32 = 8;
const _: () = assert!((NODE_WIDTH as u64).pow(LEVEL_COUNT_MAX) > POINT_COUNT_MAX as u64);
/// The maximum number of waiting nodes in a depth-first search: once per level, a node is replaced by its
/// children.
pub(super) const WAITING_COUNT_MAX: usize = LEVEL_COUNT_MAX as usize * (NODE_WIDTH - 1) + 1;

/// Finds pieces of segments near a point. It refers to shapes without copying them: the caller keeps them and
/// passes them with each query.
#[derive(Clone, Debug)]
pub struct SnapIndex {
    /// Codes of [`PieceRef`]; each snappable piece occurs once.
    pieces: Vec<u32>,
    /// The nodes level by level from the leaves, the root last; empty if there are no pieces.
    nodes: Vec<Node>,
    /// One more than there are levels: positions in `nodes`.
    level_start: Vec<usize>,
    /// The number of points of the shapes that it was built for.
    point_count: usize,
}

/// A piece, as its first point; the highest bit states whether it is part of the main network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceRef(u32);

impl PieceRef {
    const MAIN: u32 = 1 << 31;

    fn new(first_point: u32, is_main: bool) -> Self {
        Self(if is_main { first_point | Self::MAIN } else { first_point })
    }

    pub(super) fn first_point(self) -> u32 {
        self.0 & !Self::MAIN
    }

    pub(super) fn is_main(self) -> bool {
        self.0 & Self::MAIN != 0
    }

    pub(super) fn ends(self, shapes: &ShapesView<'_>) -> (PointE7, PointE7) {
        let first = self.first_point() as usize;
        (shapes.point(first), shapes.point(first + 1))
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) bounds: Bounds,
    pub(super) holds_main: bool,
}

impl Node {
    fn of_piece(piece: PieceRef, shapes: &ShapesView<'_>) -> Self {
        let (from, to) = piece.ends(shapes);
        Self { bounds: Bounds::of_piece(from, to), holds_main: piece.is_main() }
    }

    fn joined(self, other: Self) -> Self {
        Self {
            bounds: self.bounds.joined(&other.bounds),
            holds_main: self.holds_main || other.holds_main,
        }
    }
}

impl SnapIndex {
    /// Indexes the pieces of all segments that places may be snapped to.
    ///
    /// # Errors
    /// The shapes are invalid.
    pub fn build(shapes: ShapesView<'_>) -> Result<Self, SnapError> {
        shapes.check()?;
        Ok(Self::over(in_hilbert_order(&shapes), &shapes))
    }

    /// Returns what a file must store of the index: one number per piece.
    #[must_use]
    pub fn parts(&self) -> &[u32] {
        &self.pieces
    }

    /// Returns its size in bytes, without the starts of its few levels, whose size depends on the machine.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.pieces[..]) + size_of_val(&self.nodes[..])
    }

    /// Restores an index from [`SnapIndex::parts`] and the shapes that it was built for. If it succeeds, all
    /// answers are correct, even if the parts were altered.
    ///
    /// # Errors
    /// The shapes are invalid, or the parts do not contain each of their pieces exactly once.
    pub fn from_parts(parts: Vec<u32>, shapes: ShapesView<'_>) -> Result<Self, SnapError> {
        shapes.check()?;
        check_pieces(&parts, &shapes)?;
        Ok(Self::over(parts, &shapes))
    }

    fn over(pieces: Vec<u32>, shapes: &ShapesView<'_>) -> Self {
        let mut nodes: Vec<Node> = pieces
            .chunks(NODE_WIDTH)
            .filter_map(|leaf| {
                let of_pieces = leaf.iter().map(|&code| Node::of_piece(PieceRef(code), shapes));
                of_pieces.reduce(Node::joined)
            })
            .collect();
        let mut level_start = vec![0, nodes.len()];
        let mut level = 0..nodes.len();
        while level.len() > 1 {
            for first in level.clone().step_by(NODE_WIDTH) {
                let children = &nodes[first..level.end.min(first + NODE_WIDTH)];
                nodes.extend(children.iter().copied().reduce(Node::joined));
            }
            level = level.end..nodes.len();
            level_start.push(nodes.len());
        }
        Self { pieces, nodes, level_start, point_count: shapes.lat_e7.len() }
    }

    /// Returns the root and its level, if there is any piece.
    pub(super) fn root(&self) -> Option<(usize, usize)> {
        let root = self.nodes.len().checked_sub(1)?;
        Some((root, self.level_start.len() - 2))
    }

    pub(super) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// Returns the children of a node, one level below.
    pub(super) fn children(&self, node: usize, level: usize) -> Range<usize> {
        let start = self.level_start[level - 1];
        let first = start + (node - self.level_start[level]) * NODE_WIDTH;
        first..self.level_start[level].min(first + NODE_WIDTH)
    }

    /// Returns the pieces of a leaf, which is a node of level 0.
    pub(super) fn pieces_of_leaf(&self, leaf: usize) -> impl Iterator<Item = PieceRef> {
        let first = leaf * NODE_WIDTH;
        let pieces = &self.pieces[first..self.pieces.len().min(first + NODE_WIDTH)];
        pieces.iter().map(|&code| PieceRef(code))
    }

    pub(super) fn point_count(&self) -> usize {
        self.point_count
    }
}

fn in_hilbert_order(shapes: &ShapesView<'_>) -> Vec<u32> {
    let pieces = || {
        shapes.snappable_pieces().map(|(point, is_main)| {
            let piece = PieceRef::new(point, is_main);
            (piece, Node::of_piece(piece, shapes).bounds)
        })
    };
    let Some(whole) = pieces().map(|(_, bounds)| bounds).reduce(|all, next| all.joined(&next))
    else {
        return Vec::new();
    };
    // In the middle of the whole area, cells are as wide on the ground as they are high.
    let cosine = cosine_of_lat(whole.middle_lat_e7());
    let side_e7 = f64::from(whole.height_e7()).max(f64::from(whole.width_e7()) * cosine).max(1.0);
    let cells_per_e7 = f64::from(hilbert::SIDE - 1) / side_e7;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the side")]
    let cell = |e7: f64| ((e7 * cells_per_e7) as u32).min(hilbert::SIDE - 1);

    let mut sorted: Vec<u64> = Vec::with_capacity(pieces().count());
    sorted.extend(pieces().map(|(piece, bounds)| {
        let (north_e7, east_e7) = bounds.middle_within(&whole);
        let position =
            hilbert::position(cell(f64::from(east_e7) * cosine), cell(f64::from(north_e7)));
        u64::from(position) << 32 | u64::from(piece.0)
    }));
    sorted.sort_unstable();
    #[expect(clippy::cast_possible_truncation, reason = "the low half holds the piece")]
    let mut ordered: Vec<u32> = sorted.into_iter().map(|it| it as u32).collect();
    for leaf in ordered.chunks_mut(NODE_WIDTH) {
        leaf.sort_unstable_by_key(|&code| PieceRef(code).first_point());
    }
    ordered
}

/// Checks that each snappable piece occurs once, with the kind that the shapes give it.
fn check_pieces(parts: &[u32], shapes: &ShapesView<'_>) -> Result<(), SnapError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Expected {
        Nothing,
        Piece { is_main: bool },
    }
    let mut expected = vec![Expected::Nothing; shapes.lat_e7.len()];
    let mut shape_count = 0;
    for (point, is_main) in shapes.snappable_pieces() {
        expected[point as usize] = Expected::Piece { is_main };
        shape_count += 1;
    }
    if parts.len() != shape_count {
        return Err(SnapError::PieceCountsDiffer { index_count: parts.len(), shape_count });
    }
    for (position, &code) in parts.iter().enumerate() {
        let piece = PieceRef(code);
        match expected.get_mut(piece.first_point() as usize) {
            Some(entry) if *entry == (Expected::Piece { is_main: piece.is_main() }) => {
                *entry = Expected::Nothing;
            }
            _ => return Err(SnapError::PieceUnknown { position }),
        }
    }
    Ok(())
}

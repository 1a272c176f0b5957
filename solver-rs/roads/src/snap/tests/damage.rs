//! Invalid shapes and parts are rejected, whatever the fault.

use super::Shapes;
use crate::random::Random;
use crate::snap::SnapKind::{Island, Main, Never};
use crate::snap::{SnapError, SnapIndex};

const MAIN_BIT: u32 = 1 << 31;

/// Points 0 to 2 are in the main network, 3 and 4 on an island, 5 and 6 on a ferry.
fn shapes() -> Shapes {
    Shapes::of(&[
        (Main, &[(0, 0), (10, 10), (20, 20)]),
        (Island, &[(0, 5), (10, 15)]),
        (Never, &[(0, 50), (10, 55)]),
    ])
}

#[test]
fn parts_name_each_piece_once_with_its_kind() {
    let shapes = shapes();
    let mut parts = shapes.index().parts().to_vec();
    parts.sort_unstable();
    assert_eq!(parts, [3, MAIN_BIT, MAIN_BIT | 1]);
    for (parts, error) in [
        (vec![], SnapError::PieceCountsDiffer { index_count: 0, shape_count: 3 }),
        (vec![3, MAIN_BIT], SnapError::PieceCountsDiffer { index_count: 2, shape_count: 3 }),
        (vec![3; 4], SnapError::PieceCountsDiffer { index_count: 4, shape_count: 3 }),
        // A repeated piece.
        (vec![3, MAIN_BIT, MAIN_BIT], SnapError::PieceUnknown { position: 2 }),
        // Pieces of the other kind.
        (vec![3, 0, MAIN_BIT | 1], SnapError::PieceUnknown { position: 1 }),
        (vec![3 | MAIN_BIT, MAIN_BIT, MAIN_BIT | 1], SnapError::PieceUnknown { position: 0 }),
        // The last point of a segment; the first of a ferry; a point that does not exist.
        (vec![3, MAIN_BIT, MAIN_BIT | 2], SnapError::PieceUnknown { position: 2 }),
        (vec![5, MAIN_BIT, MAIN_BIT | 1], SnapError::PieceUnknown { position: 0 }),
        (vec![7, MAIN_BIT, MAIN_BIT | 1], SnapError::PieceUnknown { position: 0 }),
        (vec![u32::MAX, MAIN_BIT, MAIN_BIT | 1], SnapError::PieceUnknown { position: 0 }),
    ] {
        let refused = SnapIndex::from_parts(parts.clone(), shapes.view());
        assert_eq!(refused.unwrap_err(), error, "{parts:?}");
    }
}

#[test]
fn shapes_that_do_not_fit_together_are_refused() {
    let refused = |change: fn(&mut Shapes)| {
        let mut shapes = shapes();
        let parts = shapes.index().parts().to_vec();
        change(&mut shapes);
        let error = SnapIndex::build(shapes.view()).unwrap_err();
        assert_eq!(SnapIndex::from_parts(parts, shapes.view()).unwrap_err(), error);
        error
    };
    for change in [
        (|it| it.first_point.clear()) as fn(&mut Shapes),
        |it| it.first_point[0] = 1,
        |it| it.first_point[3] = 8,
        |it| it.first_point[3] = 6,
        |it| it.lon_e7.truncate(6),
        |it| it.lat_e7.truncate(6),
        |it| it.snap_kind.truncate(2),
        |it| it.snap_kind.push(0),
    ] {
        assert_eq!(refused(change), SnapError::CountsDiffer);
    }
    for first_point in [2, 1, 6] {
        let mut shapes = shapes();
        shapes.first_point[2] = first_point + 2;
        let error = SnapIndex::build(shapes.view()).unwrap_err();
        let segment = u32::from(first_point == 6) + 1;
        assert_eq!(error, SnapError::SegmentTooShort { segment }, "{first_point}");
    }
    let error = refused(|it| it.snap_kind[1] = 3);
    assert_eq!(error, SnapError::KindUnknown { segment: 1, code: 3 });
    for change in [
        (|it| it.lat_e7[4] = 900_000_001) as fn(&mut Shapes),
        |it| it.lat_e7[4] = i32::MIN,
        |it| it.lon_e7[4] = 1_800_000_001,
        |it| it.lon_e7[4] = -1_800_000_001,
    ] {
        assert_eq!(refused(change), SnapError::CoordinateOutOfRange { point: 4 });
    }
}

#[test]
fn changed_numbers_are_refused_or_do_no_harm() {
    let mut random = Random::seeded(23);
    let mut accepted_count = 0;
    for _ in 0..20_000 {
        let mut shapes = shapes();
        let mut parts = shapes.index().parts().to_vec();
        // A number that differs by a few, or an arbitrary one.
        let mut changed = |old: u32| match random.below(3) {
            0 => old.wrapping_add(random.below(7)).wrapping_sub(3),
            1 => old ^ 1 << random.below(32),
            _ => random.below(u32::MAX),
        };
        let new = changed(0);
        match new % 5 {
            0 => parts[(new >> 8) as usize % 3] = changed(parts[(new >> 8) as usize % 3]),
            1 => shapes.first_point[(new >> 8) as usize % 4] = changed(3),
            2 => shapes.lat_e7[(new >> 8) as usize % 7] = changed(0).cast_signed(),
            3 => shapes.lon_e7[(new >> 8) as usize % 7] = changed(0).cast_signed(),
            _ => shapes.snap_kind[(new >> 8) as usize % 3] = changed(1).to_le_bytes()[0],
        }
        if let Ok(index) = SnapIndex::from_parts(parts, shapes.view()) {
            accepted_count += 1;
            for lat in [-90.0, 0.0, 90.0] {
                let snapped = index.nearest(shapes.view(), lat, 180.0, f64::INFINITY);
                assert!(snapped.nearest.is_some());
            }
        }
    }
    assert!(accepted_count > 100, "{accepted_count}");
}

#[test]
fn errors_are_sentences() {
    for (error, expected) in [
        (SnapError::SegmentTooShort { segment: 7 }, "segment 7 has fewer than two points"),
        (
            SnapError::PieceCountsDiffer { index_count: 2, shape_count: 3 },
            "the snap index has 2 pieces, its shapes 3",
        ),
    ] {
        assert_eq!(error.to_string(), expected);
    }
}

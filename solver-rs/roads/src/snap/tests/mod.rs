//! The guarantees of snapping, checked with an oracle that shares no code with it.

mod damage;
mod oracle;
mod property;
mod rules;

use super::{ShapesView, SnapIndex, SnapKind, Snapped};

/// Shapes that a test defines.
#[derive(Clone, Default)]
struct Shapes {
    first_point: Vec<u32>,
    lat_e7: Vec<i32>,
    lon_e7: Vec<i32>,
    snap_kind: Vec<u8>,
}

impl Shapes {
    fn of(segments: &[(SnapKind, &[(i32, i32)])]) -> Self {
        let mut shapes = Self { first_point: vec![0], ..Self::default() };
        for (kind, points) in segments {
            shapes.push(*kind, points);
        }
        shapes
    }

    fn push(&mut self, kind: SnapKind, points: &[(i32, i32)]) {
        self.lat_e7.extend(points.iter().map(|it| it.0));
        self.lon_e7.extend(points.iter().map(|it| it.1));
        self.first_point.push(u32::try_from(self.lat_e7.len()).unwrap());
        self.snap_kind.push(kind.code());
    }

    fn view(&self) -> ShapesView<'_> {
        ShapesView {
            first_point: &self.first_point,
            lat_e7: &self.lat_e7,
            lon_e7: &self.lon_e7,
            snap_kind: &self.snap_kind,
        }
    }

    fn index(&self) -> SnapIndex {
        SnapIndex::build(self.view()).unwrap()
    }

    fn snapped(&self, lat: f64, lon: f64, radius_meters: f64) -> Snapped {
        self.index().nearest(self.view(), lat, lon, radius_meters)
    }
}

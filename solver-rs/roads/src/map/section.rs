//! One profile of a map as one section of the file: its network, its hierarchy and its index of roads.

use super::MapError;
use super::hours::{read_hours, read_timed_paces, write_hours};
use super::junctions::Junctions;
use crate::codec::{ArrayReader, ArrayWriter, check_below, check_len, check_rows};
use crate::hierarchy::{Hierarchy, NetworkShape, TurnGraphView};
use crate::network::{
    self, NetworkOptions, NetworkReport, RoadNetwork, SegmentIdx, Segments, TimedPace,
};
use crate::osm::OsmRoads;
use crate::profile::{Profile, ProfileTable, RoadUser};
use crate::snap::{ShapesView, SnapIndex, SnapKind};
use crate::week::WeekHours;

/// Everything that is needed to compute trips of one profile.
#[derive(Clone, Debug)]
pub struct ProfileMap {
    pub(super) profile: Profile,
    pub(super) segments: Segments,
    pub(super) junctions: Junctions,
    pub(super) hierarchy: Hierarchy,
    /// One per segment: codes of [`SnapKind`].
    pub(super) snap_kind: Vec<u8>,
    /// One per segment: the component that it belongs to, 0 the largest.
    pub(super) component: Vec<u32>,
    pub(super) snap: SnapIndex,
    /// The sets of hours that closed turns and paces refer to.
    pub(super) hours: Vec<WeekHours>,
}

/// The memory that a profile takes. It is equal on every machine, so that a map file can contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileSize {
    /// Bytes of roads, hierarchy and index, without the unused capacity of their arrays; after loading
    /// there is none.
    pub roads_bytes: u64,
    /// How many costs each metric has, one per arc and one per directed segment: see [`super::metric_bytes`].
    pub cost_count: u64,
    /// How many turns and starts of trips are closed at certain hours.
    pub closed_count: u64,
    /// How many paces of parts of roads apply at certain hours only.
    pub timed_pace_count: u64,
}

impl ProfileSize {
    /// Whether anything depends on the hour.
    pub(super) fn is_timed(&self) -> bool {
        self.closed_count + self.timed_pace_count > 0
    }
}

impl ProfileMap {
    /// Builds the map of a profile. Takes seconds for a city.
    #[must_use]
    pub fn build(
        roads: &OsmRoads,
        profile: Profile,
        options: NetworkOptions,
    ) -> (Self, NetworkReport) {
        Self::build_by(roads, profile, profile.table(), options)
    }

    /// Like [`ProfileMap::build`], for a vehicle that may be defined by the operator.
    #[must_use]
    pub fn build_for(
        roads: &OsmRoads,
        user: &RoadUser,
        options: NetworkOptions,
    ) -> (Self, NetworkReport) {
        Self::build_by(roads, user.profile(), user.table(), options)
    }

    /// Like [`ProfileMap::build`], with another table than that of the profile, for comparisons with
    /// other engines.
    #[must_use]
    pub fn build_by(
        roads: &OsmRoads,
        profile: Profile,
        table: &ProfileTable,
        options: NetworkOptions,
    ) -> (Self, NetworkReport) {
        let (network, report) = network::build(roads, table, options);
        let hierarchy = hierarchy_of(&network);
        let RoadNetwork { segments, components, hours, .. } = network;
        let snap_kind: Vec<u8> = (0..segments.count())
            .map(|segment| {
                let segment = SegmentIdx(segment);
                let is_snappable = segments.flags(segment).has(network::SegmentFlags::SNAPPABLE);
                let kind = match (is_snappable, components.is_in_large(segment)) {
                    (false, _) => SnapKind::Never,
                    (true, false) => SnapKind::Island,
                    (true, true) => SnapKind::Main,
                };
                kind.code()
            })
            .collect();
        let component = components.segment_component.iter().map(|it| it.0).collect();
        let snap = SnapIndex::build(shapes(&segments, &snap_kind))
            .expect("a network has fewer than 2^31 points, all of them on Earth");
        let junctions = Junctions::of(&segments);
        let map =
            Self { profile, segments, junctions, hierarchy, snap_kind, component, snap, hours };
        (map, report)
    }

    /// The profile that it was built for.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// How many segments there are.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.segments.count() as usize
    }

    /// The memory that it takes.
    #[must_use]
    pub fn size(&self) -> ProfileSize {
        let Self { segments, junctions, hierarchy, snap_kind, component, snap, hours, .. } = self;
        let of_hours = size_of_val(&hours[..])
            + hours.iter().map(|it| size_of_val(it.ranges())).sum::<usize>();
        let own = size_of_val(&snap_kind[..]) + size_of_val(&component[..]) + of_hours;
        let parts = segments.bytes() + junctions.bytes() + hierarchy.bytes() + snap.bytes();
        let cost_count = hierarchy.arc_count() + hierarchy.directed_segment_count();
        ProfileSize {
            roads_bytes: (own + parts) as u64,
            cost_count: cost_count as u64,
            closed_count: hierarchy.closed_count() as u64,
            timed_pace_count: segments.timed_paces.len() as u64,
        }
    }

    /// Whether anything depends on the hour.
    pub(super) fn is_timed(&self) -> bool {
        self.size().is_timed()
    }

    /// The hierarchy over its turns.
    #[must_use]
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    pub(super) fn shapes(&self) -> ShapesView<'_> {
        shapes(&self.segments, &self.snap_kind)
    }

    /// Encodes the section as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = ArrayWriter::default();
        writer.write(&[self.profile.code()]);
        write_hours(&self.hours, &mut writer);
        self.segments.write(&mut writer);
        writer.write(&self.snap_kind);
        writer.write(&self.component);
        writer.write(self.snap.parts());
        self.hierarchy.write(&mut writer);
        writer.finish()
    }

    /// Decodes a section whose checksum is correct.
    ///
    /// # Errors
    /// The bytes are not those of a section.
    pub fn decode(bytes: &[u8]) -> Result<Self, MapError> {
        let mut reader = ArrayReader::new(bytes);
        let inconsistent = |what| MapError::Inconsistent { what };
        let profile = match reader.read::<u8>()?[..] {
            [code] => Profile::from_code(code).ok_or(inconsistent("profile"))?,
            _ => return Err(inconsistent("profile")),
        };
        let hours = read_hours(&mut reader)?;
        let segments = Segments::read(&mut reader, hours.len())?;
        let segment_count = segments.count() as usize;
        let snap_kind: Vec<u8> = reader.read()?;
        check_len(snap_kind.len(), segment_count, "segments")?;
        let component: Vec<u32> = reader.read()?;
        check_len(component.len(), segment_count, "components")?;
        let snap = SnapIndex::from_parts(reader.read()?, shapes(&segments, &snap_kind))
            .map_err(|_| inconsistent("index of roads"))?;
        let hierarchy = Hierarchy::read(&mut reader, segment_count, hours.len())?;
        reader.finish()?;
        let junctions = Junctions::of(&segments);
        Ok(Self { profile, segments, junctions, hierarchy, snap_kind, component, snap, hours })
    }
}

fn shapes<'a>(segments: &'a Segments, snap_kind: &'a [u8]) -> ShapesView<'a> {
    ShapesView {
        first_point: &segments.first_point,
        lat_e7: &segments.point_lat_e7,
        lon_e7: &segments.point_lon_e7,
        snap_kind,
    }
}

fn hierarchy_of(network: &RoadNetwork) -> Hierarchy {
    let RoadNetwork { segments, turns, .. } = network;
    let junction_count = segments.junction_count() as usize;
    let mut lat_e7 = vec![0; junction_count];
    let mut lon_e7 = vec![0; junction_count];
    for segment in 0..segments.count() {
        let segment = SegmentIdx(segment);
        let (lats, lons) = segments.points(segment);
        let ends = [(segment.backward(), 0), (segment.forward(), lats.len() - 1)];
        for (towards, point) in ends {
            let junction = segments.to(towards).as_usize();
            lat_e7[junction] = lats[point];
            lon_e7[junction] = lons[point];
        }
    }
    let tail: Vec<u32> = segments.tail.iter().map(|it| it.0).collect();
    let head: Vec<u32> = segments.head.iter().map(|it| it.0).collect();
    let turn_heads: Vec<u32> = turns.head.iter().map(|it| it.0).collect();
    let directed_segment: Vec<u32> = turns.node_segment.iter().map(|it| it.0).collect();
    let start_node: Vec<u32> = segments
        .directed()
        .map(|directed| turns.start_nodes(directed).first().map_or(u32::MAX, |node| node.0))
        .collect();
    let end_node: Vec<u32> = turns.copy.iter().map(|it| it.0).collect();
    let closed_turns: Vec<_> = turns.closed_arcs.iter().map(|it| (it.0, it.1.0)).collect();
    let closed_starts: Vec<_> = turns.closed_starts.iter().map(|it| (it.0.0, it.1.0)).collect();
    Hierarchy::build(
        NetworkShape { lat_e7: &lat_e7, lon_e7: &lon_e7, tail: &tail, head: &head },
        TurnGraphView {
            first_out: &turns.first_out,
            head: &turn_heads,
            turn_milliseconds: &turns.turn_ms,
            directed_segment: &directed_segment,
            start_node: &start_node,
            first_end: &turns.first_copy,
            end_node: &end_node,
            closed_turns: &closed_turns,
            closed_starts: &closed_starts,
        },
    )
}

impl Segments {
    fn bytes(&self) -> usize {
        let of_segments = size_of_val(&self.tail[..])
            + size_of_val(&self.head[..])
            + size_of_val(&self.length_dm[..])
            + size_of_val(&self.duration_ms[..])
            + size_of_val(&self.class[..])
            + size_of_val(&self.flags[..]);
        let of_parts = size_of_val(&self.first_part[..])
            + size_of_val(&self.part_way_id[..])
            + size_of_val(&self.part_length_dm[..])
            + size_of_val(&self.part_ms[..])
            + size_of_val(&self.timed_paces[..]);
        let of_points = size_of_val(&self.first_point[..])
            + size_of_val(&self.point_lat_e7[..])
            + size_of_val(&self.point_lon_e7[..]);
        of_segments + of_parts + of_points
    }

    fn write(&self, writer: &mut ArrayWriter) {
        let column = |numbers: &[network::JunctionIdx]| -> Vec<u32> {
            numbers.iter().map(|junction| junction.0).collect()
        };
        writer.write(&[self.junction_count]);
        writer.write(&column(&self.tail));
        writer.write(&column(&self.head));
        writer.write(&self.length_dm);
        writer.write(&self.duration_ms);
        writer.write(&self.class.iter().map(|class| class.code()).collect::<Vec<_>>());
        writer.write(&self.flags.iter().map(|flags| flags.0).collect::<Vec<_>>());
        writer.write(&self.first_part);
        writer.write(&self.part_way_id);
        writer.write(&self.part_length_dm);
        writer.write(&self.part_ms);
        let column = |number: fn(&TimedPace) -> u32| -> Vec<u32> {
            self.timed_paces.iter().map(number).collect()
        };
        writer.write(&column(|pace| pace.part_side));
        writer.write(&column(|pace| pace.hours.0));
        writer.write(&column(|pace| pace.milliseconds));
        writer.write(&self.first_point);
        writer.write(&self.point_lat_e7);
        writer.write(&self.point_lon_e7);
    }

    fn read(reader: &mut ArrayReader<'_>, hours_count: usize) -> Result<Self, MapError> {
        let inconsistent = MapError::Inconsistent { what: "segments" };
        let [junction_count] = reader.read::<u32>()?[..] else { return Err(inconsistent) };
        let junctions = |numbers: Vec<u32>| numbers.into_iter().map(network::JunctionIdx).collect();
        let tail: Vec<u32> = reader.read()?;
        let head: Vec<u32> = reader.read()?;
        // A segment ends at every junction, so there are at most two junctions per segment.
        if junction_count as usize > tail.len() * 2 {
            return Err(inconsistent);
        }
        check_below(&tail, junction_count as usize, None, "junctions")?;
        check_below(&head, junction_count as usize, None, "junctions")?;
        let segments = Self {
            junction_count,
            tail: junctions(tail),
            head: junctions(head),
            length_dm: reader.read()?,
            duration_ms: reader.read()?,
            class: reader
                .read::<u8>()?
                .into_iter()
                .map(|code| crate::profile::RoadClass::from_code(code).ok_or(inconsistent.clone()))
                .collect::<Result<_, _>>()?,
            flags: reader.read::<u8>()?.into_iter().map(network::SegmentFlags).collect(),
            first_part: reader.read()?,
            part_way_id: reader.read()?,
            part_length_dm: reader.read()?,
            part_ms: reader.read()?,
            timed_paces: read_timed_paces(reader, hours_count)?,
            first_point: reader.read()?,
            point_lat_e7: reader.read()?,
            point_lon_e7: reader.read()?,
        };
        let count = segments.tail.len();
        for len in [
            segments.head.len(),
            segments.length_dm.len(),
            segments.class.len(),
            segments.flags.len(),
        ] {
            check_len(len, count, "segments")?;
        }
        check_len(segments.duration_ms.len(), count * 2, "segments")?;
        for first in [&segments.first_part, &segments.first_point] {
            check_len(first.len(), count + 1, "segments")?;
        }
        check_rows(&segments.first_part, segments.part_way_id.len(), "parts")?;
        check_len(segments.part_length_dm.len(), segments.part_way_id.len(), "parts")?;
        check_len(segments.part_ms.len(), segments.part_way_id.len() * 2, "parts")?;
        let last_timed = segments.timed_paces.last().map_or(0, |pace| pace.part_side as usize + 1);
        if last_timed > segments.part_ms.len() {
            return Err(MapError::Inconsistent { what: "hours" });
        }
        check_rows(&segments.first_point, segments.point_lat_e7.len(), "points")?;
        check_len(segments.point_lon_e7.len(), segments.point_lat_e7.len(), "points")?;
        Ok(segments)
    }
}

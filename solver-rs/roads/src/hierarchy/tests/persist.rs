//! A hierarchy written and read again, whole or damaged.

use super::*;
use crate::codec::{ArrayReader, ArrayWriter};

#[test]
fn a_hierarchy_comes_back_as_it_was_written_and_damage_never_panics() {
    for seed in 0..40 {
        let mut random = Random::seeded(seed);
        let network = random_network(&mut random);
        let hierarchy = hierarchy_of(&network);
        let mut writer = ArrayWriter::default();
        hierarchy.write(&mut writer);
        let bytes = writer.finish();
        let read = |bytes: &[u8]| {
            let mut reader = ArrayReader::new(bytes);
            let hierarchy = Hierarchy::read(&mut reader, network.tail.len(), 0);
            hierarchy.and_then(|hierarchy| reader.finish().map(|()| hierarchy))
        };
        let again = read(&bytes).unwrap();
        assert_eq!((&again.order, &again.arcs), (&hierarchy.order, &hierarchy.arcs));
        assert_eq!((&again.turns, &again.out_slot), (&hierarchy.turns, &hierarchy.out_slot));
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            let position = random.below(u32::try_from(bytes.len()).unwrap()) as usize;
            damaged[position] ^= 1 << random.below(8);
            // Some damage gives another valid hierarchy, which only the checksum detects.
            if let Ok(hierarchy) = read(&damaged) {
                assert_eq!(hierarchy.directed_segment_count(), network.tail.len() * 2);
            }
        }
    }
}

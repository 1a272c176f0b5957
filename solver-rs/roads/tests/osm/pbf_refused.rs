//! `.osm.pbf` files that are refused, because what follows a fault cannot be interpreted.

use crate::files::{
    Blob, NodeStyle, blob, block, bytes, file, framed, header_block, number, packed, pbf, pbf_tags,
    sample, way, zlib,
};
use roads::osm::{BlobCompression, OsmError, OsmFormat, OsmReader, read_osm};

fn refused(file: &[u8]) -> OsmError {
    let mut reader = OsmReader::new(OsmFormat::Pbf);
    let error = reader.push(file).and_then(|()| reader.end_pass().map(drop)).unwrap_err();
    assert_eq!(reader.push(file), Err(error.clone()), "the error stays");
    let text = error.to_string();
    assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
    error
}

#[test]
fn files_that_cannot_be_framed_are_refused() {
    let header = file(&[], Blob::Raw);
    let offset = header.len() as u64;
    let after_header = |bytes: &[u8]| refused(&[&header[..], bytes].concat());

    for (header_bytes, expected) in [
        (64 * 1024, OsmError::Truncated { offset: offset + 4 }),
        (
            64 * 1024 + 1,
            OsmError::BlobHeaderTooLarge { offset, header_bytes: 65_537, header_bytes_max: 65_536 },
        ),
        (
            u32::MAX,
            OsmError::BlobHeaderTooLarge {
                offset,
                header_bytes: u32::MAX,
                header_bytes_max: 65_536,
            },
        ),
        (0, OsmError::BlobHeaderInvalid { offset }),
    ] {
        assert_eq!(after_header(&header_bytes.to_be_bytes()), expected);
    }

    let announced = |size: u64| {
        let header = [bytes(1, b"OSMData"), number(3, size)].concat();
        [&u32::try_from(header.len()).unwrap().to_be_bytes()[..], &header].concat()
    };
    let limit = 32 << 20;
    for size in [limit + 1, u64::from(u32::MAX), (-1i64).cast_unsigned()] {
        let blob = announced(size);
        let offset = offset + blob.len() as u64;
        let too_large = OsmError::BlobTooLarge { offset, blob_bytes: size, blob_bytes_max: limit };
        assert_eq!(after_header(&blob), too_large);
    }
    let at_limit = announced(limit);
    let offset_after = offset + at_limit.len() as u64;
    assert_eq!(after_header(&at_limit), OsmError::Truncated { offset: offset_after });
    let empty = announced(0);
    let offset_after = offset + empty.len() as u64;
    assert_eq!(after_header(&empty), OsmError::BlobInvalid { offset: offset_after });

    let no_kind = number(3, 5);
    let no_kind = [&[0, 0, 0, 2][..], &no_kind].concat();
    assert_eq!(after_header(&no_kind), OsmError::BlobHeaderInvalid { offset: offset + 4 });
}

#[test]
fn every_truncation_is_refused_or_ends_with_a_blob() {
    let whole = pbf(&sample(), NodeStyle::Dense, Blob::Zlib);
    let mut ends_count = 0;
    for length in 0..whole.len() {
        let mut reader = OsmReader::new(OsmFormat::Pbf);
        reader.push(&whole[..length]).unwrap();
        match reader.end_pass() {
            Ok(_) => ends_count += 1,
            Err(OsmError::HeaderMissing) => assert_eq!(length, 0),
            Err(error) => assert_eq!(error, OsmError::Truncated { offset: length as u64 }),
        }
    }
    // The file may end after the header, after the nodes and after the ways.
    assert_eq!(ends_count, 3);
}

#[test]
fn blobs_that_cannot_be_inflated_are_refused() {
    let header = file(&[], Blob::Raw);
    let content = block(|it| way(5, &[1], &vec![("highway", "road")], it));
    let length = content.len() as u64;
    let refused_blob = |fields: &[Vec<u8>]| {
        let blob = framed("OSMData", &fields.concat());
        let offset = header.len() + blob.len() - fields.concat().len();
        (refused(&[&header[..], &blob].concat()), offset as u64)
    };
    let differs =
        |stated_bytes| move |offset| OsmError::InflatedSizeDiffers { offset, stated_bytes };
    let check = |fields: &[Vec<u8>], expected: &dyn Fn(u64) -> OsmError| {
        let (error, offset) = refused_blob(fields);
        assert_eq!(error, expected(offset));
    };
    let data = bytes(3, &zlib(&content));
    check(&[number(2, length - 1), data.clone()], &differs(length - 1));
    check(&[number(2, length + 1), data.clone()], &differs(length + 1));
    check(&[number(2, 32 << 20), data.clone()], &differs(32 << 20));
    check(std::slice::from_ref(&data), &differs(0));
    let limit = 32 << 20;
    check(&[number(2, limit + 1), data], &|offset| OsmError::BlobTooLarge {
        offset,
        blob_bytes: limit + 1,
        blob_bytes_max: limit,
    });
    let mut damaged = zlib(&content);
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    check(&[number(2, length), bytes(3, &damaged)], &|offset| OsmError::InflateFailed { offset });
    let cut_off = zlib(&content)[..20].to_vec();
    check(&[number(2, length), bytes(3, &cut_off)], &|offset| OsmError::InflateFailed { offset });
    check(&[number(2, 3)], &|offset| OsmError::BlobInvalid { offset });
    check(&[vec![0x0a, 9, 1]], &|offset| OsmError::BlobInvalid { offset });
    for (field, compression) in [
        (4, BlobCompression::Lzma),
        (5, BlobCompression::Bzip2),
        (6, BlobCompression::Lz4),
        (7, BlobCompression::Zstd),
    ] {
        check(&[number(2, 3), bytes(field, b"abc")], &|offset| OsmError::CompressionUnsupported {
            offset,
            compression,
        });
    }
}

#[test]
fn files_that_ask_for_more_than_we_understand_are_refused() {
    let with_feature = |feature: &str| {
        let block = [header_block(), bytes(4, feature.as_bytes())].concat();
        refused(&blob("OSMHeader", &block, Blob::Zlib))
    };
    let unknown = |feature: &str| OsmError::FeatureUnknown { feature: feature.to_owned() };
    assert_eq!(with_feature("HistoricalInformation"), unknown("HistoricalInformation"));
    assert_eq!(with_feature(&"x".repeat(1000)), unknown(&"x".repeat(64)));

    let optional = [header_block(), bytes(5, b"LocationsOnWays")].concat();
    assert!(read_osm(&blob("OSMHeader", &optional, Blob::Zlib)).is_ok());

    assert_eq!(refused(&blob("OSMHeader", &[0x22, 9], Blob::Raw)), OsmError::HeaderInvalid);
    let no_header = blob("OSMData", &block(|_| vec![]), Blob::Raw);
    assert_eq!(refused(&no_header), OsmError::HeaderMissing);
    assert_eq!(refused(b""), OsmError::HeaderMissing);
}

#[test]
fn a_small_blob_cannot_make_much_memory() {
    // Each member has the same role of 1,000 bytes: 100,000 of them would be 100 MB of text.
    let relations = block(|it| {
        let role = it.idx("r".repeat(1000));
        let count = 100_000;
        let fields = [
            number(1, 7),
            pbf_tags(&vec![("type", "restriction")], it),
            packed(8, vec![role; count]),
            packed(9, vec![0; count]),
            packed(10, vec![0; count]),
        ];
        bytes(4, &fields.concat())
    });
    let memory_bytes_max = 10_000_000;
    let mut reader = OsmReader::with_memory_limit(OsmFormat::Pbf, memory_bytes_max);
    let error = reader.push(&file(&[relations], Blob::Zlib)).unwrap_err();
    assert_eq!(error, OsmError::MemoryExceeded { memory_bytes_max });
}

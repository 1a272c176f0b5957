//! Compares metrics whose equal lanes are stored once with metrics that store each lane.

use super::*;

/// Costs in all lanes between all points, and routes in some lanes.
fn answers(
    hierarchy: &Hierarchy,
    metric: &Metric,
    points: &[Point],
) -> (Vec<LaneCosts>, Vec<Option<SegmentRoute>>) {
    let road_points = || points.iter().map(|point| Some(point.as_road_point()));
    let sources = LabelSet::of_sources(hierarchy, metric, road_points());
    let targets = LabelSet::of_targets(hierarchy, metric, road_points());
    let table = Table::new(hierarchy, metric, sources, targets);
    let mut row = [LaneCosts::ZERO; 8];
    let (mut costs, mut routes) = (Vec::new(), Vec::new());
    let mut search = RouteSearch::default();
    for (source, from) in points.iter().enumerate() {
        table.fill((hierarchy, metric), source, &[0, 1, 2, 3, 4, 5, 6, 7], &mut row);
        costs.extend_from_slice(&row);
        for to in points {
            for lane in SOME_LANES {
                let ends = [from, to].map(|it| it.as_road_point());
                routes.push(search.find(hierarchy, metric, lane, ends[0], ends[1]));
            }
        }
    }
    (costs, routes)
}

#[test]
fn lanes_that_are_kept_once_answer_as_lanes_of_their_own() {
    // By lane, windows first: lanes with the same number have the same costs.
    let groups: [([usize; 10], usize); 4] = [
        ([8, 1, 2, 3, 4, 5, 9, 9, 8, 9], 48),
        ([8, 1, 2, 3, 4, 4, 9, 9, 8, 9], 32),
        ([9, 8, 9, 9, 9, 8, 9, 9, 8, 9], 16),
        ([8, 8, 8, 8, 8, 8, 8, 8, 8, 8], 8),
    ];
    for (seed, (groups, bytes)) in (2000..2024).zip(groups.into_iter().cycle()) {
        let mut random = Random::seeded(seed);
        let mut network = random_network(&mut random);
        for costs in &mut network.costs {
            let own = costs.all_milliseconds();
            let grouped = |lane: usize| own[groups[lane]];
            let length = costs.free_flow_decimeters();
            costs.windows = std::array::from_fn(grouped);
            costs.paired = [8, 9].map(|lane| pair_cost(grouped(lane), length));
        }
        let hierarchy = hierarchy_of(&network);
        let points = random_points(&mut random, &network);
        let sharing = LaneSharing::of(|a, b| groups[usize::from(a)] == groups[usize::from(b)]);
        let own = Metric::customize(&hierarchy, network.costs.clone(), &[], LaneSharing::none());
        let kept_once = Metric::customize(&hierarchy, network.costs.clone(), &[], sharing);
        let cost_count = hierarchy.arc_count() + hierarchy.directed_segment_count();
        assert_eq!((own.bytes(), kept_once.bytes()), (cost_count * 48, cost_count * bytes));
        let [own, kept_once] = [own, kept_once].map(|it| answers(&hierarchy, &it, &points));
        assert_eq!(own, kept_once, "seed {seed}");
    }
}

//! Joins lines that meet end to start, so that a street is one line instead of one per junction.
//!
//! Greedy: each line is continued by the first unused line that starts where it ends. Two-way roads may be
//! reversed for this, one-way roads may not. The result depends only on the order of the input, so equal
//! input gives equal lines.

use std::collections::HashMap;

use super::mercator::TilePoint;

/// Returns the same lines in fewer parts.
pub(super) fn join(lines: &[Vec<TilePoint>], may_turn: bool) -> Vec<Vec<TilePoint>> {
    let mut by_start: HashMap<TilePoint, Vec<usize>> = HashMap::new();
    let mut by_end: HashMap<TilePoint, Vec<usize>> = HashMap::new();
    for (idx, line) in lines.iter().enumerate() {
        let (Some(&start), Some(&end)) = (line.first(), line.last()) else { continue };
        by_start.entry(start).or_default().push(idx);
        by_end.entry(end).or_default().push(idx);
    }
    let mut is_used = vec![false; lines.len()];
    let unused = |list: Option<&Vec<usize>>, is_used: &[bool]| {
        list.and_then(|list| list.iter().copied().find(|&idx| !is_used[idx]))
    };
    let mut joined = Vec::new();
    for first in 0..lines.len() {
        if is_used[first] {
            continue;
        }
        is_used[first] = true;
        let mut line = lines[first].clone();
        // Extends the line forward from its end, reversing lines if allowed, and then backward from its
        // start.
        while let Some(&end) = line.last() {
            if let Some(next) = unused(by_start.get(&end), &is_used) {
                is_used[next] = true;
                line.extend(&lines[next][1..]);
            } else if let Some(next) = unused(by_end.get(&end), &is_used).filter(|_| may_turn) {
                is_used[next] = true;
                line.extend(lines[next].iter().rev().skip(1));
            } else {
                break;
            }
        }
        let mut before: Vec<&[TilePoint]> = Vec::new();
        let mut start = line[0];
        while let Some(previous) = unused(by_end.get(&start), &is_used) {
            is_used[previous] = true;
            before.push(&lines[previous]);
            start = lines[previous][0];
        }
        if !before.is_empty() {
            let mut whole: Vec<TilePoint> = Vec::new();
            for part in before.into_iter().rev() {
                whole.extend(&part[..part.len() - 1]);
            }
            whole.append(&mut line);
            line = whole;
        }
        joined.push(line);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&[i32]]) -> Vec<Vec<TilePoint>> {
        lines.iter().map(|line| line.iter().map(|&x| TilePoint { x, y: 0 }).collect()).collect()
    }

    #[test]
    fn one_way_roads_are_joined_as_they_run_and_two_way_roads_either_way() {
        let parts = lines(&[&[2, 3], &[1, 2], &[4, 3], &[3, 9]]);
        assert_eq!(join(&parts, false), lines(&[&[1, 2, 3, 9], &[4, 3]]));
        let parts = lines(&[&[2, 3], &[1, 2], &[4, 3]]);
        assert_eq!(join(&parts, true), lines(&[&[1, 2, 3, 4]]));
    }
}

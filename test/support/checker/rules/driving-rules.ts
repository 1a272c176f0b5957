/**
 * Driving rules: no longer at the wheel than allowed without a break, or its parts in their order.
 *
 * States: seconds driven since the last full break, and how many parts of one were taken since then.
 *
 *     drive t  → driven + t, wrong above the maximum       rest r ≥ break_duration → 0 driven, 0 parts
 *                                                          rest r ≥ next part      → one more part; after the last: 0, 0
 *
 * Rest is what the response reports as breaks; waiting is not. Breaks that directly follow each other are one. Every
 * shift starts rested.
 */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Route } from '../model/routes.js';

function checkRoute({ stops, occurrence }: Route): Finding[] {
  const rules = occurrence.vehicle.entry.driving_rules;
  if (rules === undefined) return [];
  const { max_driving_duration: expected, break_duration, break_parts = [] } = rules;
  const findings: Finding[] = [];
  let drivenSeconds = 0;
  let partCount = 0;
  let restSeconds = 0;
  for (const { raw, isRest, pointer } of stops) {
    drivenSeconds += raw.travel_duration;
    if (drivenSeconds > expected) {
      const got = drivenSeconds;
      const amount = got - expected;
      const comment = 'seconds of driving since the last break';
      findings.push({ code: 'driving_rules', pointer, expected, got, comment, amount });
      drivenSeconds = 0; // once is enough for one break that is missing
      partCount = 0;
    }
    const isUnbroken = raw.travel_duration === 0 && raw.waiting_duration === 0;
    if (!isRest) {
      restSeconds = 0;
      continue;
    }
    // What counted as a part before may grow into the whole, but is not counted twice.
    const earlier = isUnbroken ? restSeconds : 0;
    restSeconds = earlier + raw.duration;
    const part = break_parts[partCount];
    if (restSeconds >= break_duration) {
      drivenSeconds = 0;
      partCount = 0;
    } else if (part !== undefined && restSeconds >= part && (earlier === 0 || earlier < part)) {
      partCount += 1;
      if (partCount === break_parts.length) {
        drivenSeconds = 0;
        partCount = 0;
      }
    }
  }
  return findings;
}

export function checkDrivingRules({ routes }: Checked): Finding[] {
  return routes.flatMap(checkRoute);
}

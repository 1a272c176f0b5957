/** Answers as text tables for a terminal. */
import type { Account, JobPage, MatrixResponse, RoutingResponse, UsageReport } from '../schema.js';

/** Returns a table whose columns are as wide as their widest cell. Numbers are right-aligned. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, idx) => Math.max(...cells.map((row) => row[idx]?.length ?? 0)));
  const isNumeric = head.map((_, idx) => rows.every((row) => typeof row[idx] === 'number'));
  return cells
    .map((row) =>
      row
        .map((cell, idx) => {
          const width = widths[idx] ?? 0;
          return isNumeric[idx] === true ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function planTable({ status, routes, unserved, statistics }: RoutingResponse): string {
  const stops = routes.flatMap(({ vehicle_id, stops: of }) =>
    of.map((stop) => [
      ...[vehicle_id, stop.sequence, stop.type, stop.order_id ?? stop.stop_id ?? ''],
      ...[String(stop.arrival_time), stop.waiting_duration, stop.duration, stop.travel_distance],
    ]),
  );
  const head = ['vehicle', '#', 'stop', 'order', 'arrival', 'waits s', 'service s', 'travel m'];
  const left = unserved.map(({ order_id, reasons }) => [order_id, reasons[0]?.comment ?? '']);
  const { vehicles, distance, duration, cost, orders_served } = statistics;
  const sum = `${status}: ${orders_served} served, ${unserved.length} unserved, ${vehicles} vehicles, ${Math.round(distance / 1000)} km, ${(duration / 3600).toFixed(1)} h, cost ${cost.total}`;
  const rest = left.length === 0 ? '' : `\n\n${table(['unserved', 'reason'], left)}`;
  return `${table(head, stops)}${rest}\n\n${sum}`;
}

/** Shows only the first traffic window, because a terminal is too narrow for all. */
export function matrixTable({ locations, travel_costs }: MatrixResponse): string {
  const ids = locations.map(({ location_id }) => location_id);
  const rows = ids
    .filter((source) => travel_costs[source] !== undefined)
    .map((source) => [
      source,
      ...ids.map((destination) => {
        const [meters, seconds] = travel_costs[source]?.[destination] ?? [];
        return meters === undefined ? '-' : `${meters} m ${seconds} s`;
      }),
    ]);
  return table(['from \\ to', ...ids], rows);
}

export const jobsTable = ({ jobs }: JobPage): string =>
  table(
    ['job', 'kind', 'status', 'done %', 'credits', 'created'],
    jobs.map(({ jobid, kind, status, progress, credits, created_time }) => [
      ...[jobid, kind, status, Math.round(progress * 100), credits, created_time],
    ]),
  );

export const accountTable = ({ name, credits, limits }: Account): string =>
  `${name}: ${credits} credits, ${limits.requests_per_minute} requests per minute`;

export const usageTable = ({ group_by, usage }: UsageReport): string =>
  table(
    [group_by, 'requests', 'credits'],
    usage.map(({ group, requests, credits }) => [group, requests, credits]),
  );

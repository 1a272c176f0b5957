/** Exports a plan in formats that other programs read. */
import { nameOf } from './plan-scene.js';
import { lineOf } from './route-line.js';
import type { Plan, PlanRequest } from './types.js';

export function toGeoJson({ routes, attribution }: Plan): string {
  const features = routes.flatMap((route) => {
    const { vehicle_id, shift_id, date, start_time, end_time, stops } = route;
    return [
      {
        type: 'Feature',
        properties: { vehicle_id, shift_id, date, start_time, end_time },
        geometry: { type: 'LineString', coordinates: lineOf(route) },
      },
      ...stops.map(({ latitude, longitude, ...properties }) => ({
        type: 'Feature',
        properties: { vehicle_id, date, ...properties },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    ];
  });
  return JSON.stringify({ type: 'FeatureCollection', attribution, features });
}

const CSV_COLUMNS = [
  ...['vehicle_id', 'date', 'sequence', 'type', 'order_id', 'stop_id', 'location_id'],
  ...['latitude', 'longitude', 'arrival_time', 'departure_time', 'travel_distance', 'lateness'],
];

export function toCsv({ routes }: Plan): string {
  const rows = routes.flatMap(({ vehicle_id, date, stops }) =>
    stops.map((stop, sequence) => {
      const cells: Record<string, unknown> = { vehicle_id, date, ...stop, sequence };
      return CSV_COLUMNS.map((column) => csvCell(cells[column]));
    }),
  );
  return [CSV_COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Escapes a cell. A text that starts like a formula is marked as text, or a spreadsheet would run it. */
function csvCell(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const plain = typeof value === 'string' && /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function toGpx({ routes }: Plan): string {
  const points = routes.flatMap(({ vehicle_id: vehicle, stops }) =>
    stops
      .filter(({ type }) => type === 'order')
      .map((stop) => {
        const name = xml(`${vehicle}: ${nameOf(stop)}`);
        return `<wpt lat="${stop.latitude}" lon="${stop.longitude}"><time>${utc(stop.arrival_time)}</time><name>${name}</name></wpt>`;
      }),
  );
  const tracks = routes.map((route) => {
    const line = lineOf(route).map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`);
    return `<trk><name>${xml(`${route.vehicle_id} ${route.date}`)}</name><trkseg>${line.join('')}</trkseg></trk>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Route Engine" xmlns="http://www.topografix.com/GPX/1/1">
${[...points, ...tracks].join('\n')}
</gpx>
`;
}

const utc = (iso: string): string => new Date(iso).toISOString();

const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Escapes a text, and removes control characters, which XML cannot represent. */
const xml = (text: string): string =>
  text.replace(/[&<>"]|[^\P{Cc}\t\n\r]/gu, (letter) => XML[letter] ?? '');

/** Returns a curl command. The user fills in the key. */
export function toCurl(request: PlanRequest, origin: string): string {
  const body = JSON.stringify(request).replaceAll("'", "'\\''");
  return `curl -s '${origin}/engine/routing/v1/async' -H "x-api-key: $ROUTE_ENGINE_KEY" -H 'content-type: application/json' -d '${body}'`;
}

/** Returns a program that uses the client in `sdk/typescript`. */
export function toTypeScript(request: PlanRequest, origin: string): string {
  return `import { createClient } from 'route-engine-client';

const engine = createClient({
  baseUrl: ${JSON.stringify(origin)},
  apiKey: process.env['ROUTE_ENGINE_KEY'] ?? '',
});
const plan = await engine.solve(${JSON.stringify(request, null, 2)});
console.log(plan.status, plan.statistics.cost.total);
`;
}

/** Returns a program that uses the client in `sdk/python`. */
export function toPython(request: PlanRequest, origin: string): string {
  return `import os
from route_engine import RouteEngine

engine = RouteEngine(${JSON.stringify(origin)}, os.environ["ROUTE_ENGINE_KEY"])
plan = engine.solve(${pythonOf(request)})
print(plan.status, plan.statistics.cost.total)
`;
}

/** Writes a JSON value as a Python literal. Strings have the same form in both. */
function pythonOf(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((each) => pythonOf(each, inner))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([key, each]) => `${JSON.stringify(key)}: ${pythonOf(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}

/** Shape: every number and time of the response can be read, and times are in the requested format. */
import { type RoutingRequest, type RoutingResponse, type TimeText } from '../contract.js';
import { type Finding } from '../findings.js';
import { readInstant } from '../time/instant.js';

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const STOP_COUNTS = [
  'sequence',
  'waiting_duration',
  'setup_duration',
  'duration',
  'travel_duration',
  'earliness',
  'lateness',
  'slack',
] as const;

/** Checks the shape. If this reports findings, no other rule can be checked. */
export function checkShape(request: RoutingRequest, response: RoutingResponse): Finding[] {
  const findings: Finding[] = [];
  const expect = (isRight: boolean, pointer: string, expected: string, got: unknown): void => {
    if (!isRight) findings.push({ code: 'shape', pointer, expected, got, comment: 'not readable' });
  };
  const expectTime = (time: TimeText, pointer: string): void => {
    const isUnix = request.options?.time_format === 'unix';
    const isReadable = readInstant(time, 'Etc/UTC') !== undefined;
    expect(isReadable, pointer, 'a time', time);
    if (isReadable && isUnix !== (typeof time === 'number')) {
      const expected = isUnix ? 'Unix seconds' : 'an ISO 8601 string';
      findings.push({ code: 'shape', pointer, expected, got: time, comment: 'time_format' });
    }
  };

  response.routes.forEach((route, routeIdx) => {
    const pointer = `/routes/${routeIdx}`;
    expectTime(route.start_time, `${pointer}/start_time`);
    expectTime(route.end_time, `${pointer}/end_time`);
    expect(isRecord(route.statistics), `${pointer}/statistics`, 'an object', route.statistics);
    expect(route.stops.length > 0, `${pointer}/stops`, 'stops', route.stops);
    route.stops.forEach((stop, stopIdx) => {
      const at = `${pointer}/stops/${stopIdx}`;
      expectTime(stop.arrival_time, `${at}/arrival_time`);
      expectTime(stop.service_start_time, `${at}/service_start_time`);
      expectTime(stop.departure_time, `${at}/departure_time`);
      for (const field of STOP_COUNTS) {
        expect(isCount(stop[field]), `${at}/${field}`, 'a whole number from 0', stop[field]);
      }
      const { travel_distance, load_after } = stop;
      expect(isAmount(travel_distance), `${at}/travel_distance`, 'meters', travel_distance);
      expect(isRecord(load_after), `${at}/load_after`, 'an object', load_after);
    });
  });
  expect(Array.isArray(response.unserved), '/unserved', 'an array', response.unserved);
  expect(isRecord(response.statistics), '/statistics', 'an object', response.statistics);
  return findings;
}

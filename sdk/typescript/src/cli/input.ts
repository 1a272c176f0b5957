/** Requests from files: JSON, or a CSV table of orders or places. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { MatrixRequest, Order, RoutingRequest } from '../schema.js';
import type { Flags } from './main.js';

/** A fault in the command line or in a file, which the user can correct. */
export class UsageError extends Error {}

/** The columns with a fixed meaning. All others are dimensions of the load. */
const ORDER_COLUMNS = ['order_id', 'latitude', 'longitude', 'duration', 'start_time', 'end_time'];

type Row = Readonly<Record<string, string>>;

export async function readRoutingRequest(file: string, flags: Flags): Promise<RoutingRequest> {
  const text = await readText(file);
  if (!isTable(file)) return withTimeLimit(parsedJson<RoutingRequest>(file, text), flags);
  const depot = coordinatesOf(flags.depot ?? '', '--depot');
  const today = new Date().toISOString().slice(0, 10);
  const shift = {
    start_location: depot,
    end_location: depot,
    start_time: flags.start ?? `${today}T08:00`,
    end_time: flags.end ?? `${today}T18:00`,
  };
  const vehicle = {
    vehicle_id: 'v',
    count: wholeOf(flags.vehicles ?? '1', '--vehicles'),
    ...(flags.capacity === undefined ? {} : { capacity: amountsOf(flags.capacity) }),
    shifts: [shift],
  };
  const orders = rowsOf(file, text, ['order_id', 'latitude', 'longitude']).map(orderOf);
  return withTimeLimit({ vehicles: [vehicle], orders }, flags);
}

export async function readMatrixRequest(file: string): Promise<MatrixRequest> {
  const text = await readText(file);
  if (!isTable(file)) return parsedJson<MatrixRequest>(file, text);
  const locations = rowsOf(file, text, ['location_id', 'latitude', 'longitude']).map(
    (row, idx) => ({
      location_id: row['location_id'] ?? '',
      latitude: numberOf(row, 'latitude', idx),
      longitude: numberOf(row, 'longitude', idx),
    }),
  );
  return { locations, vehicle: {} };
}

function orderOf(row: Row, idx: number): Order {
  const loads = Object.keys(row).filter(
    (name) => !ORDER_COLUMNS.includes(name) && row[name] !== '',
  );
  const [start, end] = [row['start_time'] ?? '', row['end_time'] ?? ''];
  const window = {
    ...(start === '' ? {} : { start_time: start }),
    ...(end === '' ? {} : { end_time: end }),
  };
  return {
    order_id: row['order_id'] ?? '',
    location: {
      latitude: numberOf(row, 'latitude', idx),
      longitude: numberOf(row, 'longitude', idx),
    },
    ...((row['duration'] ?? '') === '' ? {} : { duration: numberOf(row, 'duration', idx) }),
    ...(start === '' && end === '' ? {} : { time_windows: [window] }),
    ...(loads.length === 0
      ? {}
      : { load: Object.fromEntries(loads.map((name) => [name, numberOf(row, name, idx)])) }),
  };
}

const isTable = (file: string): boolean => file.toLowerCase().endsWith('.csv');

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
}

/** Returns the content without checks; the service reports its faults. */
function parsedJson<Request>(file: string, text: string): Request {
  try {
    const request: Request = JSON.parse(text);
    return request;
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : ''}.`);
  }
}

function rowsOf(file: string, text: string, needed: readonly string[]): Row[] {
  const rows: Row[] = parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true });
  const missing = needed.filter((name) => rows[0]?.[name] === undefined);
  if (missing.length > 0) throw new UsageError(`${file} has no column ${missing.join(', ')}.`);
  return rows;
}

function numberOf(row: Row, name: string, idx: number): number {
  const text = row[name] ?? '';
  const number = Number(text);
  // The first line contains the column names.
  if (text === '' || !Number.isFinite(number)) {
    throw new UsageError(`Line ${idx + 2}: ${name} must be a number, got ${JSON.stringify(text)}.`);
  }
  return number;
}

function wholeOf(text: string, name: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${name} must be a whole number.`);
  return Number(text);
}

function coordinatesOf(text: string, name: string): { latitude: number; longitude: number } {
  const [latitude, longitude, ...rest] = text.split(',').map(Number);
  if (
    latitude === undefined ||
    longitude === undefined ||
    rest.length > 0 ||
    Number.isNaN(latitude + longitude)
  ) {
    throw new UsageError(`${name} must be LATITUDE,LONGITUDE, such as 41.15,-8.61.`);
  }
  return { latitude, longitude };
}

function amountsOf(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', amount = ''] = part.split('=');
      if (name === '' || amount === '' || Number.isNaN(Number(amount))) {
        throw new UsageError('--capacity is to be NAME=AMOUNT, such as weight=900.');
      }
      return [name, Number(amount)];
    }),
  );
}

function withTimeLimit(request: RoutingRequest, { 'time-limit': limit }: Flags): RoutingRequest {
  if (limit === undefined) return request;
  const seconds = Number(limit);
  if (Number.isNaN(seconds)) throw new UsageError('--time-limit is to be a number of seconds.');
  return { ...request, options: { ...request.options, time_limit: seconds } };
}

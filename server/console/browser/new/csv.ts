/**
 * Reads orders from a table as spreadsheets copy it: commas, semicolons or tabs, quoted cells, columns in any order.
 *
 * Columns are recognized by their headers, in a few spellings. A numeric column with an unknown header is a load.
 * Faults name the row and cell, and a row with a fault does not become an order.
 */
import { TEXTS } from '../texts.js';
import type { DraftOrder } from './draft.js';

const { csvFaults } = TEXTS.new;

export type Column = 'id' | 'latitude' | 'longitude' | 'minutes' | 'from' | 'to' | 'load' | 'none';
export type CsvFault = { row: number; column: string; message: string };
export type CsvOrders = {
  orders: DraftOrder[];
  columns: { header: string; meaning: Column }[];
  faults: CsvFault[];
};

const SPELLINGS: readonly [Exclude<Column, 'load' | 'none'>, RegExp][] = [
  ['id', /^(order.?)?(id|name|no|nr|number|order|customer)$/i],
  ['latitude', /^(lat|latitude|y)$/i],
  ['longitude', /^(lon|lng|long|longitude|x)$/i],
  ['minutes', /^(minutes|min|service|duration|service.?minutes|service.?time)$/i],
  ['from', /^(from|start|open|opens|earliest|window.?start|ready)$/i],
  ['to', /^(to|until|end|close|closes|latest|window.?end|due)$/i],
];

export const CSV_EXAMPLE = `id,latitude,longitude,minutes,from,to,crates
Bolhão market,41.1497,-8.6070,10,07:00,10:00,12
Clérigos,41.1458,-8.6139,5,09:00,12:00,4
Casa da Música,41.1589,-8.6307,5,08:00,11:00,8
Serralves,41.1597,-8.6598,5,,,7
Dragão,41.1617,-8.5839,8,08:00,13:00,16
Matosinhos market,41.1858,-8.6940,10,07:00,10:00,20
NorteShopping,41.1805,-8.6544,8,07:00,10:00,22
Gaia,41.1268,-8.6063,5,,14:00,12
`;

const NUMBER = /^-?\d+([.,]\d+)?$/;

/** If more than this share of a column's cells are numbers, it is a load, and its other cells are faults. */
const LOAD_SHARE = 0.7;

export function readCsv(text: string): CsvOrders {
  const [{ cells: header } = NO_ROW, ...numbered] = rowsOf(text);
  const rows = numbered.map(({ cells }) => cells);
  const columns = header.map((name, idx) => ({
    header: name,
    meaning: meaningOf(
      name,
      rows.map((row) => row[idx] ?? ''),
    ),
  }));
  const faults: CsvFault[] = [];
  if (header.some((name) => NUMBER.test(name.trim()))) {
    faults.push({ row: 1, column: csvFaults.header, message: csvFaults.noHeader });
    return { orders: [], columns, faults };
  }
  for (const needed of ['latitude', 'longitude'] as const) {
    if (rows.length > 0 && !columns.some(({ meaning }) => meaning === needed)) {
      faults.push({ row: 1, column: needed, message: csvFaults.noColumn });
    }
  }
  if (faults.length > 0) return { orders: [], columns, faults };
  const orders: DraftOrder[] = [];
  const seen = new Set<string>();
  rows.forEach((row, rowIdx) => {
    const before = faults.length;
    const cell = (meaning: Column): string =>
      row[columns.findIndex((column) => column.meaning === meaning)]?.trim() ?? '';
    const fault = (column: string, message: string): void => {
      faults.push({ row: numbered[rowIdx]?.number ?? 0, column, message });
    };
    const number = (column: 'latitude' | 'longitude' | 'minutes', max: number): number => {
      const written = cell(column).replace(',', '.');
      if (column === 'minutes' && written === '') return 5;
      const value = Number(written);
      const isGood =
        written !== '' && Math.abs(value) <= max && (column !== 'minutes' || value >= 0);
      if (!isGood) fault(column, csvFaults.notNumber(cell(column), max));
      return value;
    };
    const clock = (column: 'from' | 'to'): string => {
      const written = cell(column);
      const read = clockOf(written);
      if (written !== '' && read === undefined) fault(column, csvFaults.notClock(written));
      return read ?? '';
    };
    const id = cell('id') === '' ? `order ${rowIdx + 1}` : cell('id');
    if (seen.has(id)) fault('id', csvFaults.twice(id));
    seen.add(id);
    const order: DraftOrder = {
      id,
      at: [number('longitude', 180), number('latitude', 90)],
      ...{ minutes: number('minutes', 1440), from: clock('from'), to: clock('to') },
      loads: Object.fromEntries(
        columns.flatMap(({ header: name, meaning }, idx) => {
          if (meaning !== 'load') return [];
          const written = row[idx]?.trim() ?? '';
          // An empty cell counts as 0.
          const amount = Number(written.replace(',', '.'));
          if (!(amount >= 0 && Number.isFinite(amount))) fault(name, csvFaults.notAmount(written));
          return [[name, amount]];
        }),
      ),
    };
    if (faults.length === before) orders.push(order);
  });
  return { orders, columns, faults };
}

function meaningOf(header: string, values: readonly string[]): Column {
  const known = SPELLINGS.find(([, spelling]) => spelling.test(header.trim()));
  if (known !== undefined) return known[0];
  const written = values.map((value) => value.trim()).filter((value) => value !== '');
  const numbers = written.filter((value) => /^\d+([.,]\d+)?$/.test(value));
  return written.length > 0 && numbers.length > LOAD_SHARE * written.length ? 'load' : 'none';
}

/** Reads `9:30`, `09.30`, `9h30`, `09:30:00`, `9:30 pm` or `9 pm` as a time of day from 00:00 to 24:00. */
function clockOf(written: string): string | undefined {
  const parts = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.]\d{2})?)?(?:\s*([ap])\.?m\.?)?$/i.exec(written);
  const [, hours = '', minute = '00', half] = parts ?? [];
  // A bare number is not a time of day.
  if (parts?.[2] === undefined && half === undefined) return undefined;
  if (parts === null || Number(minute) > 59) return undefined;
  const isHalf = half !== undefined;
  if (isHalf && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  const isPm = half?.toLowerCase() === 'p';
  const hour = isHalf ? (Number(hours) % 12) + (isPm ? 12 : 0) : Number(hours);
  if (hour > 24 || (hour === 24 && Number(minute) > 0)) return undefined;
  return `${String(hour).padStart(2, '0')}:${minute}`;
}

/** A row with its number as spreadsheets count: the header is 1, and empty rows count. */
type NumberedRow = { number: number; cells: string[] };
const NO_ROW: NumberedRow = { number: 1, cells: [] };

/** Returns the rows that are not empty. The separator is the one that occurs most often in the header. */
function rowsOf(text: string): NumberedRow[] {
  const firstLine = text.slice(0, text.search(/\r?\n|$/));
  const count = (separator: string): number => firstLine.split(separator).length;
  const separator = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at] ?? '';
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      row.push(cell);
      rows.push(row);
      [row, cell] = [[], ''];
    } else if (letter !== '\r') cell += letter;
  }
  rows.push([...row, cell]);
  return rows
    .map((cells, idx) => ({ number: idx + 1, cells }))
    .filter(({ cells }) => cells.some((each) => each.trim() !== ''));
}

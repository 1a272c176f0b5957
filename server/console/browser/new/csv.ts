/**
 * Orders from a table as spreadsheets copy it: commas, semicolons or tabs, cells in quotes, any order of columns.
 *
 * Columns are known by their header, in a few spellings; one that is a number in every row and known by none is a load.
 * Faults name row and cell, and no row with a fault becomes an order.
 */
import type { DraftOrder } from './draft.js';

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

export function readCsv(text: string): CsvOrders {
  const [header = [], ...rows] = cellsOf(text);
  const columns = header.map((name, idx) => ({
    header: name,
    meaning: meaningOf(
      name,
      rows.map((row) => row[idx] ?? ''),
    ),
  }));
  const faults: CsvFault[] = [];
  for (const needed of ['latitude', 'longitude'] as const) {
    if (rows.length > 0 && !columns.some(({ meaning }) => meaning === needed)) {
      faults.push({ row: 1, column: needed, message: `There is no column of this name.` });
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
      // The header is row 1, as spreadsheets count.
      faults.push({ row: rowIdx + 2, column, message });
    };
    const number = (column: 'latitude' | 'longitude' | 'minutes', max: number): number => {
      const written = cell(column).replace(',', '.');
      if (column === 'minutes' && written === '') return 5;
      const value = Number(written);
      const isGood =
        written !== '' && Math.abs(value) <= max && (column !== 'minutes' || value >= 0);
      if (!isGood) fault(column, `“${cell(column)}” is not a number up to ${max}.`);
      return value;
    };
    const clock = (column: 'from' | 'to'): string => {
      const written = cell(column);
      const [, hour = '', minute = ''] = /^(\d{1,2})[:.h](\d{2})/.exec(written) ?? [];
      if (written !== '' && (hour === '' || Number(hour) > 24 || Number(minute) > 59)) {
        fault(column, `“${written}” is not a time of day such as 09:30.`);
      }
      return written === '' ? '' : `${hour.padStart(2, '0')}:${minute}`;
    };
    const id = cell('id') === '' ? `order ${rowIdx + 1}` : cell('id');
    if (seen.has(id)) fault('id', `“${id}” is there twice.`);
    seen.add(id);
    const order: DraftOrder = {
      id,
      at: [number('longitude', 180), number('latitude', 90)],
      ...{ minutes: number('minutes', 1440), from: clock('from'), to: clock('to') },
      loads: Object.fromEntries(
        columns.flatMap(({ header: name, meaning }, idx) =>
          meaning === 'load' ? [[name, Number((row[idx] ?? '0').replace(',', '.'))]] : [],
        ),
      ),
    };
    if (faults.length === before) orders.push(order);
  });
  return { orders, columns, faults };
}

function meaningOf(header: string, values: readonly string[]): Column {
  const known = SPELLINGS.find(([, spelling]) => spelling.test(header.trim()));
  if (known !== undefined) return known[0];
  const isNumber = (value: string): boolean => /^\d+([.,]\d+)?$/.test(value.trim());
  return values.length > 0 && values.every(isNumber) ? 'load' : 'none';
}

/** Rows of cells. The separator is the one that the header has most of. */
function cellsOf(text: string): string[][] {
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
  return rows.filter((cells) => cells.some((each) => each.trim() !== ''));
}

// Whether a result can be drawn: a first column of times, numbers or names, and further columns of numbers.
import type { Result } from './run.ts';

export interface ChartData {
  readonly isTime: boolean;
  /** Names of the places on the axis, when these are not numbers. */
  readonly names: readonly string[] | undefined;
  readonly series: readonly string[];
  /** The first column, then each series. */
  readonly values: readonly (readonly (number | null)[])[];
}

const mostNames = 60;
const mostSeries = 8;

/** What to draw; undefined when the result has another form. */
export function chartOf({ columns, rows }: Pick<Result, 'columns' | 'rows'>): ChartData | undefined {
  if (columns.length < 2 || columns.length > mostSeries + 1 || rows.length < 2) return undefined;
  const isNumeric = columns.slice(1).every(({ type }) => isNumber(type));
  if (!isNumeric) return undefined;
  const type = columns[0]!.type;
  const isTime = /^(DATE|TIMESTAMP)/.test(type);
  const isNamed = !isTime && !isNumber(type);
  if (isNamed && rows.length > mostNames) return undefined;
  const sorted = isNamed ? rows : [...rows].sort((left, right) => placeOf(left[0], isTime) - placeOf(right[0], isTime));
  const series = columns.slice(1).map((_, index) => sorted.map(row => toNumber(row[index + 1])));
  const places = sorted.map((row, index) => (isNamed ? index : placeOf(row[0], isTime)));
  if (places.some(Number.isNaN)) return undefined;
  return {
    isTime,
    names: isNamed ? sorted.map(row => String(row[0] ?? '–')) : undefined,
    series: columns.slice(1).map(({ name }) => name),
    values: [places, ...series],
  };
}

function isNumber(type: string): boolean {
  return /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL)/.test(type);
}

/** Seconds for a time, as uPlot counts them. */
function placeOf(value: unknown, isTime: boolean): number {
  return isTime ? Date.parse(String(value)) / 1000 : (toNumber(value) ?? Number.NaN);
}

/** Large whole numbers arrive as texts. */
function toNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

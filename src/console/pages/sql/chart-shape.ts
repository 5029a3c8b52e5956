// Whether a result can be drawn: a first column of times, numbers or names, and further columns of numbers.
import type { ChartChoice, ChartKind } from './chart-choice.ts';
import type { Result } from './run.ts';

export interface ChartData {
  readonly kind: ChartKind;
  /** Name of the column on the axis. */
  readonly across: string;
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
export function chartOf(
  { columns, rows }: Pick<Result, 'columns' | 'rows'>,
  choice: ChartChoice = {},
): ChartData | undefined {
  if (columns.length < 2 || rows.length < 2) return undefined;
  const chosen = columns.findIndex(({ name }) => name === choice.across);
  const across = chosen >= 0 ? chosen : usualAxis(columns);
  const drawable = drawableColumns(columns, across);
  const wanted = drawable.filter(index => choice.drawn?.includes(columns[index]!.name));
  const drawn = (wanted.length > 0 ? wanted : drawable).slice(0, mostSeries);
  if (drawn.length === 0) return undefined;
  const type = columns[across]!.type;
  const isTime = /^(DATE|TIMESTAMP)/.test(type);
  const isNamed = !isTime && !isNumber(type);
  if (isNamed && rows.length > mostNames) return undefined;
  const sorted = isNamed
    ? rows
    : [...rows].sort((left, right) => placeOf(left[across], isTime) - placeOf(right[across], isTime));
  const series = drawn.map(index => sorted.map(row => toNumber(row[index])));
  const places = sorted.map((row, index) => (isNamed ? index : placeOf(row[across], isTime)));
  if (places.some(Number.isNaN)) return undefined;
  return {
    kind: choice.kind ?? (isNamed ? 'bars' : 'lines'),
    across: columns[across]!.name,
    isTime,
    names: isNamed ? sorted.map(row => String(row[across] ?? '–')) : undefined,
    series: drawn.map(index => columns[index]!.name),
    values: [places, ...series],
  };
}

type Columns = Result['columns'];

/** The first column of times or names; of numbers alone, the first. */
const usualAxis = (columns: Columns): number =>
  Math.max(
    0,
    columns.findIndex(({ type }) => !isNumber(type)),
  );

/** Numbers of the columns that can be drawn over the one on the axis. */
export function drawableColumns(columns: Columns, across: number): number[] {
  return columns.flatMap(({ type }, index) => (index !== across && isNumber(type) ? [index] : []));
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

// How a reader has a result drawn.

export const chartKinds = ['lines', 'bars', 'points'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** What a reader has chosen; absent: what suits the result. */
export interface ChartChoice {
  readonly kind?: ChartKind;
  /** Name of the column on the axis. */
  readonly across?: string;
  /** Names of the columns that are drawn. */
  readonly drawn?: readonly string[];
}

// Unresolved violations over versions, a line for each severity.
import type { ReactNode } from 'react';
import {
  Chart,
  type Colours,
  countAxis,
  fromZero,
  steps,
  timeAxis,
  timeSeries,
} from '../../components/chart/chart.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { type CountedRule, type RiskCounts, unresolvedOver } from './counts.ts';
import { type Severity, severities } from './risks-search.ts';

/** Lines differ by their dashes too, for readers who do not see their colours. */
const lines: Readonly<Record<Severity, { readonly colour: string; readonly dash: number[] }>> = {
  Critical: { colour: '--bad', dash: [] },
  High: { colour: '--warning', dash: [8, 4] },
  Medium: { colour: '--info', dash: [3, 3] },
  Low: { colour: '--text-muted', dash: [10, 3, 2, 3] },
};

interface TrendChartProps {
  readonly counts: RiskCounts;
  /** Those of the counts that are drawn. */
  readonly items: readonly CountedRule[];
}

export function TrendChart({ counts, items }: TrendChartProps): ReactNode {
  const shown = severities.filter(severity => items.some(item => item.severity === severity));
  const values = shown.map(severity => unresolvedOver(counts, items, severity));
  const spoken = shown.map((severity, index) => {
    const [first, last] = [values[index]!.at(0)!, values[index]!.at(-1)!];
    return `${severity}: from ${formatCount(first)} to ${formatCount(last)}`;
  });
  return (
    <Chart
      // Other severities are other lines.
      key={shown.join(' ')}
      label={`Unresolved violations over ${counts.points.length} versions. ${spoken.join(', ')}`}
      data={[counts.points.map(({ generatedAt }) => Date.parse(generatedAt) / 1000), ...values]}
      options={colour => ({
        scales: { y: { range: fromZero } },
        axes: [timeAxis(colour), countAxis(colour)],
        series: [timeSeries, ...shown.map(severity => lineOf(severity, colour))],
      })}
    />
  );
}

function lineOf(severity: Severity, colour: Colours) {
  return {
    label: severity,
    stroke: colour(lines[severity].colour),
    dash: lines[severity].dash,
    width: 2,
    paths: steps,
  };
}

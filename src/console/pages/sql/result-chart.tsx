// A result as lines over time or numbers, or as bars by name.
import type { ReactNode } from 'react';
import uPlot from 'uplot';
import {
  Chart,
  type Colours,
  fromZero,
  plainAxis,
  timeAxis,
  timeSeries,
  valueAxis,
} from '../../components/chart/chart.tsx';
import type { ChartKind } from './chart-choice.ts';
import type { ChartData } from './chart-shape.ts';

const colours = ['--accent', '--good', '--warning', '--bad', '--info', '--text-muted'] as const;
/** With more names than this, the names are rotated. */
const mostHorizontal = 6;
/** The end of the last rotated name stands beyond the plot. */
const rotatedPadding: uPlot.Padding = [null, 100, null, null];

export function ResultChart({ data }: { readonly data: ChartData }): ReactNode {
  const { kind, names, isTime, series, values } = data;
  return (
    <Chart
      key={[kind, data.across, ...series, ...(names ?? [])].join('\n')}
      label={`Chart of ${series.join(', ')}`}
      data={values}
      options={colour => ({
        ...(names && names.length > mostHorizontal && { padding: rotatedPadding }),
        scales: { x: { time: isTime, ...(names && { range: [-0.6, names.length - 0.4] }) }, y: { range: fromZero } },
        axes: [names ? nameAxis(names, colour) : isTime ? timeAxis(colour) : plainAxis(colour), valueAxis(colour)],
        series: [
          {
            ...(names ? { value: (_, place) => names[place] ?? '' } : isTime ? timeSeries : {}),
            label: data.across,
          },
          ...series.map((label, index) => seriesOf(label, colour(colours[index % colours.length]!), kind)),
        ],
      })}
    />
  );
}

function nameAxis(names: readonly string[], colour: Colours): uPlot.Axis {
  const isRotated = names.length > mostHorizontal;
  return {
    ...plainAxis(colour),
    splits: () => names.map((_, index) => index),
    values: (_, places) => places.map(place => shortened(names[place] ?? '')),
    rotate: isRotated ? -40 : 0,
    size: isRotated ? 120 : 40,
  };
}

function seriesOf(label: string, stroke: string, kind: ChartKind): uPlot.Series {
  const bar = { paths: uPlot.paths.bars!({ size: [0.7, 60] }), fill: `color-mix(in srgb, ${stroke} 45%, transparent)` };
  const points = { paths: () => null, points: { show: true, size: 7, fill: stroke } };
  return { label, stroke, width: 2, ...(kind === 'bars' && bar), ...(kind === 'points' && points) };
}

const longestName = 22;

const shortened = (name: string) => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);

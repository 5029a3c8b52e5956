// A result as lines over time or numbers, or as bars by name.
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatShort } from '../../components/text/number.tsx';
import type { ChartData } from './chart-shape.ts';
import styles from './sql.module.css';

const colours = ['--accent', '--good', '--warning', '--bad', '--info', '--text-muted'] as const;

export function ResultChart({ data }: { readonly data: ChartData }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current!;
    const plot = new uPlot(optionsOf(data, element), data.values as uPlot.AlignedData, element);
    const resized = new ResizeObserver(() => plot.setSize(sizeOf(element)));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [data]);
  return <div ref={frame} className={styles.chart} role="img" aria-label={`Chart of ${data.series.join(', ')}`} />;
}

function optionsOf({ names, isTime, series }: ChartData, element: HTMLElement): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--text-muted'),
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars!({ size: [0.7, 60] });
  return {
    ...sizeOf(element),
    scales: { x: { time: isTime, ...(names && { range: [-0.6, names.length - 0.4] }) }, y: { range: rangeFromZero } },
    axes: [
      {
        ...axis,
        ...(names && {
          splits: () => names.map((_, index) => index),
          values: (_: uPlot, places: number[]) => places.map(place => shortened(names[place] ?? '')),
          rotate: names.length > 6 ? -40 : 0,
          size: names.length > 6 ? 90 : 40,
        }),
      },
      { ...axis, size: 60, values: (_, values) => values.map(value => formatShort(value)) },
    ],
    series: [
      names ? { value: (_, place) => names[place] ?? '' } : {},
      ...series.map((label, index) => {
        const stroke = colour(colours[index % colours.length]!);
        return {
          label,
          stroke,
          width: 2,
          ...(names && { paths: bars, fill: `color-mix(in srgb, ${stroke} 45%, transparent)` }),
        };
      }),
    ],
  };
}

/** An axis that does not begin at zero makes small differences look large. */
function rangeFromZero(_: uPlot, least: number, most: number): [number, number] {
  return [Math.min(0, least), Math.max(most * 1.05, 1)];
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  // Room for the legend below the plot.
  return { width: clientWidth, height: Math.max(clientHeight - 40, 120) };
}

const shortened = (name: string) => (name.length > 14 ? `${name.slice(0, 13)}…` : name);

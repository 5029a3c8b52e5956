// Unresolved violations over versions, a line for each severity.
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStore } from '../../api/store.ts';
import { theme } from '../../app/theme.ts';
import { formatCount, formatShort } from '../../components/text/number.tsx';
import { type CountedRule, type RiskCounts, unresolvedOver } from './counts.ts';
import styles from './risks.module.css';
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
  const frame = useRef<HTMLDivElement>(null);
  const colours = useStore(theme);
  const shown = severities.filter(severity => items.some(item => item.severity === severity));
  const values = shown.map(severity => unresolvedOver(counts, items, severity));
  const data = JSON.stringify([counts.points.map(({ generatedAt }) => Date.parse(generatedAt) / 1000), ...values]);
  const names = shown.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the document when the theme has changed
  useEffect(() => {
    const element = frame.current!;
    const plot = new uPlot(optionsOf(names.split(' ') as Severity[], element), JSON.parse(data), element);
    const resized = new ResizeObserver(() => plot.setSize(sizeOf(element)));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [data, names, colours]);
  const spoken = shown.map((severity, index) => {
    const [first, last] = [values[index]!.at(0)!, values[index]!.at(-1)!];
    return `${severity}: from ${formatCount(first)} to ${formatCount(last)}`;
  });
  return (
    <div
      ref={frame}
      className={styles.chart}
      role="img"
      aria-label={`Unresolved violations over ${counts.points.length} versions. ${spoken.join(', ')}`}
    />
  );
}

function optionsOf(shown: readonly Severity[], element: HTMLElement): uPlot.Options {
  const colour = (token: string) => colourOf(token, element);
  const axis = {
    stroke: colour('--text-muted'),
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
  };
  return {
    ...sizeOf(element),
    // An axis that does not begin at zero makes small differences look large.
    scales: { y: { range: (_, _least, most) => [0, Math.max(most * 1.05, 1)] } },
    axes: [axis, { ...axis, size: 50, values: (_, values) => values.map(formatShort) }],
    series: [
      {},
      ...shown.map(severity => ({
        label: severity,
        stroke: colour(lines[severity].colour),
        dash: lines[severity].dash,
        width: 2,
      })),
    ],
  };
}

/** A canvas does not know `light-dark()`, which tokens hold. The computed colour of an element is resolved. */
function colourOf(token: string, element: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  // Room for the legend below the plot.
  return { width: clientWidth, height: Math.max(clientHeight - 40, 120) };
}

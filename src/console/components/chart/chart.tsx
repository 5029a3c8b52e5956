// A frame for charts of uPlot: it fills its place, follows the theme, and resolves the tokens of colours. Only pages import it, so that
// uPlot is no part of the first load.
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStore } from '../../api/store.ts';
import { scheme } from '../../app/theme.ts';
import { tokenColour } from '../../style/token-colour.ts';
import { formatShort } from '../text/number.tsx';
import { formatMoment } from '../text/time.tsx';
import styles from './chart.module.css';

/** Resolves a token to a colour: `--accent`. */
export type Colours = (token: string) => string;

/** Top, right, bottom, left; null: as the library has it. The last label of the axis stands half beyond the plot. */
const padding: uPlot.Padding = [null, 40, null, null];

interface ChartProps {
  /** What the chart shows, read aloud. */
  readonly label: string;
  /** The places on the axis, then the values of each series. The chart is drawn again when they differ. */
  readonly data: readonly (readonly (number | null)[])[];
  /** Everything but the size. @param colourOf of the theme that is shown */
  readonly options: (colourOf: Colours) => Omit<uPlot.Options, 'width' | 'height'>;
}

export function Chart({ label, data, options }: ChartProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const colours = useStore(scheme);
  const text = JSON.stringify(data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: options follow from the data; colours are read when the theme changes
  useEffect(() => {
    const element = frame.current!;
    const hooks = { setLegend: [showLast] };
    const made = { padding, hooks, ...options(token => tokenColour(token, element)), ...sizeOf(element) };
    const plot = new uPlot(made, JSON.parse(text), element);
    // The legend has as many lines as the width asks for.
    const resized = new ResizeObserver(() => plot.setSize(sizeOf(element)));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [text, colours]);
  return <div ref={frame} className={styles.chart} role="img" aria-label={label} />;
}

/** The look of an axis. */
export function plainAxis(colour: Colours): uPlot.Axis {
  return {
    stroke: colour('--text-muted'),
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
  };
}

export function valueAxis(colour: Colours): uPlot.Axis {
  return { ...plainAxis(colour), size: 60, values: (_, values) => values.map(formatShort) };
}

/** For numbers that have no fractions: steps of 1, 2, 5, 10 and so on. */
export function countAxis(colour: Colours): uPlot.Axis {
  return {
    ...valueAxis(colour),
    incrs: [...Array(15).keys()].flatMap(power => [1, 2, 5].map(digit => digit * 10 ** power)),
  };
}

const secondsPerDay = 86_400;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const exactClock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The line of a count over versions: it holds until the next version. */
export const steps = uPlot.paths.stepped!({ align: 1 });

/** For times in seconds, in the reader's locale. The day is shown only where a new one begins. */
export function timeAxis(colour: Colours): uPlot.Axis {
  return {
    ...plainAxis(colour),
    space: 100,
    values: (_, seconds, __, ___, step) => {
      const days = seconds.map(each => day.format(each * 1000));
      if (step >= secondsPerDay) return days;
      const { format } = step < 60 ? exactClock : clock;
      return seconds.map((each, index) => {
        const time = format(each * 1000);
        return days[index] === days[index - 1] ? time : `${time}\n${days[index]}`;
      });
    },
  };
}

/** Without a pointer on the chart, the legend shows the last point, where the library would show two dashes for each series. */
function showLast(plot: uPlot): void {
  const last = plot.data[0].length - 1;
  if (plot.legend.idxs?.[0] == null && last >= 0) plot.setLegend({ idx: last }, false);
}

/** The series of the times: the legend shows the one under the pointer, or the last one. */
export const timeSeries: uPlot.Series = {
  value: (_, seconds) => (seconds === null || seconds === undefined ? '–' : formatMoment(new Date(seconds * 1000))),
};

/** An axis that does not begin at zero makes small differences look large. */
export function fromZero(_: uPlot, least: number, most: number): [number, number] {
  return [Math.min(0, least), Math.max(most * 1.05, 1)];
}

const leastHeight = 120;

/** The size of the plot: what its legend leaves. */
function sizeOf(element: HTMLElement) {
  const { clientWidth: width, clientHeight } = element;
  const legend = element.querySelector<HTMLElement>('.u-legend')?.offsetHeight ?? 0;
  return { width, height: Math.max(clientHeight - legend, leastHeight) };
}

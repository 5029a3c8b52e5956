import type { ReactNode } from 'react';
import { type ChartChoice, type ChartKind, chartKinds } from './chart-choice.ts';
import { type ChartData, drawableColumns } from './chart-shape.ts';
import type { Result } from './run.ts';
import styles from './sql.module.css';

interface ChartControlsProps {
  readonly result: Result;
  readonly chart: ChartData;
  readonly choice: ChartChoice;
  readonly onChoose: (choice: ChartChoice) => void;
}

/** Chooses how a result is drawn: the form, the axis, and the columns. */
export function ChartControls({ result: { columns }, chart, choice, onChoose }: ChartControlsProps): ReactNode {
  const across = columns.findIndex(({ name }) => name === chart.across);
  const toggle = (name: string) => {
    const drawn = chart.series.includes(name) ? chart.series.filter(each => each !== name) : [...chart.series, name];
    if (drawn.length > 0) onChoose({ ...choice, drawn });
  };
  return (
    <div className={styles.chartControls}>
      <label>
        As{' '}
        <select value={chart.kind} onChange={({ target }) => onChoose({ ...choice, kind: target.value as ChartKind })}>
          {chartKinds.map(kind => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      <label>
        Over{' '}
        <select value={chart.across} onChange={({ target }) => onChoose({ kind: chart.kind, across: target.value })}>
          {[...new Set(columns.map(({ name }) => name))].map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {drawableColumns(columns, across).map(index => {
        const { name } = columns[index]!;
        return (
          <label key={`${index} ${name}`}>
            <input type="checkbox" checked={chart.series.includes(name)} onChange={() => toggle(name)} /> {name}
          </label>
        );
      })}
    </div>
  );
}

// The outcome of a run: the error with its hint, or the rows, as a table or as a chart.
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { formatCount } from '../../components/text/number.tsx';
import type { ChartChoice } from './chart-choice.ts';
import { ChartControls } from './chart-controls.tsx';
import { chartOf } from './chart-shape.ts';
import { ResultsTable } from './results-table.tsx';
import { hintOf, inTermsOfPage, type Result } from './run.ts';
import styles from './sql.module.css';

const ResultChart = lazy(() => import('./result-chart.tsx').then(module => ({ default: module.ResultChart })));

interface ResultsProps {
  readonly result: Result | undefined;
  /** Names of the parameters that have no value yet. */
  readonly awaited: readonly string[];
  readonly error: unknown;
  readonly isReading: boolean;
  readonly onMore: () => void;
  readonly onAgain: () => void;
  /** How the result is drawn; undefined: as a table. */
  readonly choice: ChartChoice | undefined;
  readonly onChoose: (choice: ChartChoice | undefined) => void;
  /** Buttons for the whole result. */
  readonly actions: ReactNode;
}

export function Results({ result, error, isReading, onMore, onAgain, actions, ...props }: ResultsProps): ReactNode {
  const { choice, onChoose, awaited } = props;
  const isChart = choice !== undefined;
  const chart = useMemo(() => result && chartOf(result, choice), [result, choice]);
  const hint = hintOf(error);
  return (
    <section className={styles.results} aria-label="Result">
      {error !== undefined && error !== null && (
        <div>
          <ErrorPanel error={inTermsOfPage(error)} what="The query was not answered" onRetry={onAgain} />
          {hint && (
            <p className={styles.hint}>
              <bdi>{hint}</bdi>
            </p>
          )}
        </div>
      )}
      {!result && isReading && <Loading>the result</Loading>}
      {!result && !isReading && !error && (
        <EmptyState title="Nothing has been run yet">
          {awaited.length === 0
            ? 'Choose a shipped query, or write one, and press Ctrl+Enter.'
            : `Type a value for ${awaited.join(', ')}, and press Ctrl+Enter.`}
        </EmptyState>
      )}
      {result && (
        <>
          <div className={styles.facts}>
            <p role="status">{factsOf(result)}</p>
            <div>
              {chart && (
                <Button aria-pressed={isChart} onClick={() => onChoose(isChart ? undefined : { kind: chart.kind })}>
                  {isChart ? 'Table' : 'Chart'}
                </Button>
              )}
              {actions}
            </div>
          </div>
          {chart && isChart && <ChartControls result={result} choice={choice} chart={chart} onChoose={onChoose} />}
          <Shown {...{ result, chart: isChart ? chart : undefined, isReading, onMore }} />
        </>
      )}
    </section>
  );
}

interface ShownProps extends Pick<ResultsProps, 'isReading' | 'onMore'> {
  readonly result: Result;
  readonly chart: ReturnType<typeof chartOf>;
}

function Shown({ result, chart, isReading, onMore }: ShownProps): ReactNode {
  if (isPlan(result)) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      <pre className={styles.plan} tabIndex={0}>
        {result.rows.map(row => String(row.at(-1))).join('\n')}
      </pre>
    );
  }
  if (result.rows.length === 0) return <EmptyState title="No row fits the question" />;
  if (chart) {
    return (
      <Suspense fallback={<Loading>the chart</Loading>}>
        <ResultChart data={chart} />
      </Suspense>
    );
  }
  return <ResultsTable {...{ result, isReading, onMore }} />;
}

/** What `EXPLAIN` answers is a drawing, not a table. */
function isPlan({ columns }: Result): boolean {
  return columns.at(-1)?.name === 'explain_value';
}

function factsOf({ rows, next, elapsedMs, version }: Result): string {
  const count = `${formatCount(rows.length)}${next === undefined ? '' : ' or more'} ${rows.length === 1 ? 'row' : 'rows'}`;
  return `${count} · ${formatCount(elapsedMs)} ms · version ${version}`;
}

// Queries in SQL: write one, run it, look at its result, save it.
import { createLazyRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { saveRows } from '../../api/save-rows.ts';
import { useEntryState } from '../../app/entry-state.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Page } from '../../components/layout/page.tsx';
import { may } from '../../session/session.ts';
import { Editor } from './editor.tsx';
import { Library, type Openable, openable, type SavedQuery } from './library.tsx';
import { ParameterForm } from './parameter-form.tsx';
import { chartIn, namesWithoutValue, parameterValues, placeholdersOf, withChart } from './query-text.ts';
import { Results } from './results.tsx';
import { files, problemOf, type Question, readFile } from './run.ts';
import { SaveDialog } from './save-dialog.tsx';
import styles from './sql.module.css';
import { sqlSearch } from './sql-search.ts';
import { Tables } from './tables.tsx';
import { useRun } from './use-run.ts';

export const page = createLazyRoute('/sql')({ component: SqlPage });

/** A longer text would make an address that browsers and proxies cut. */
const longestShared = 6000;

function SqlPage(): ReactNode {
  const { text, setText, opened, open, opening, run, start, parameters, chart } = useSqlPage();
  const [isSaving, setSaving] = useState(false);
  const models = useApi('get', '/v1/schema/models', {}, { staleTime: Number.POSITIVE_INFINITY });
  const tables = useMemo(() => models.data?.items[0]?.tables ?? [], [models.data]);
  const writer = useRef<(text: string) => void>(undefined);
  const isEmpty = text.trim() === '';
  const openSaved = (saved: SavedQuery, isSame: boolean) => {
    setSaving(false);
    open(openable(saved), isSame);
  };
  return (
    <Page
      title="SQL"
      about="Asks the model of the data in SQL. Queries only read, and see only what you may see."
      actions={
        <>
          <Button look="primary" disabled={isEmpty} onClick={() => start(text)} title="Ctrl+Enter">
            Run
          </Button>
          {run.isReading && <Button onClick={run.stop}>Stop</Button>}
          <Button disabled={isEmpty} onClick={() => start(text, true)}>
            Plan
          </Button>
          {may('annotate') && (
            <Button disabled={isEmpty} onClick={() => setSaving(true)}>
              Save
            </Button>
          )}
        </>
      }
    >
      <div className={styles.parts}>
        <div className={styles.side}>
          <Library openId={opened?.saved?.query_id} onOpen={query => open(query)} />
          <Tables tables={tables} onInsert={name => writer.current?.(name)} />
        </div>
        <div className={styles.work}>
          {opening.error && <ErrorPanel error={opening.error} what="The saved query could not be opened" />}
          {opened && <h2 className={styles.openName}>{opened.name}</h2>}
          <Editor
            text={text}
            tables={tables}
            writer={writer}
            problem={problemOf(run.error)}
            onChange={setText}
            onRun={written => start(written)}
          />
          <ParameterForm {...parameters} onRun={() => start(text)} />
          <Results
            result={run.result}
            awaited={namesWithoutValue(parameters.placeholders, parameters.values)}
            error={run.error}
            isReading={run.isReading}
            onMore={run.more}
            onAgain={() => start(text)}
            {...chart}
            actions={run.result && <Downloads question={run.result.question} name={opened?.name ?? 'query'} />}
          />
        </div>
      </div>
      {isSaving && (
        <SaveDialog
          text={withChart(text, chart.choice)}
          open={opened?.saved}
          name={opened?.saved ? opened.name : ''}
          description={opened?.description ?? ''}
          onClose={() => setSaving(false)}
          onSaved={saved => openSaved(saved, true)}
          onTheirs={saved => openSaved(saved, saved.name === opened?.name)}
        />
      )}
    </Page>
  );
}

/** What is in the editor, where it comes from, and its run. The address holds what somebody else needs to see the same. */
function useSqlPage() {
  const {
    q,
    saved: savedId,
    parameters: shared = {},
  } = useSearch({
    from: '/sql',
    select: sqlSearch,
  });
  const navigate = useNavigate();
  const [text, setText] = useEntryState('text', q ?? '');
  const [opened, setOpened] = useEntryState<Openable | undefined>('opened', undefined);
  const [values, setValues] = useEntryState<ReadonlyMap<string, string>>(
    'parameters',
    () => new Map(Object.entries(shared)),
  );
  const [choice, onChoose] = useEntryState('chart', () => chartIn(q ?? ''));
  const [question, ask] = useEntryState<Question | undefined>('question', undefined);
  const run = useRun(question);
  const runWhole = useCallback(
    (saved: SavedQuery, typed: ReadonlyMap<string, string>) => {
      const whole = wholeQuestion(saved, typed);
      if (whole) ask(whole);
    },
    [ask],
  );
  const opening = useSharedQuery(opened ? undefined : savedId);
  const placeholders = useMemo(() => placeholdersOf(text), [text]);

  /** @param isSame the query stays the same, and has been saved or has another text: the typed parameters and the result stay */
  const open = (query: Openable, isSame = query.name === opened?.name) => {
    // First, so that the entry of the history that is left keeps its own.
    void navigate({ to: '/sql', search: query.saved ? { saved: query.saved.query_id } : {} });
    setOpened(query);
    setText(query.text);
    onChoose(chartIn(query.text));
    if (!isSame) {
      setValues(new Map());
      ask(undefined);
    }
    if (!isSame && query.saved) runWhole(query.saved, new Map());
  };
  useEffect(() => {
    if (!opening.data || opened) return;
    setOpened(openable(opening.data));
    if (q !== undefined) return;
    setText(opening.data.query_string);
    onChoose(chartIn(opening.data.query_string));
    runWhole(opening.data, values);
  }, [opening.data, opened, q, values, runWhole, setOpened, setText, onChoose]);

  /** @param written what the editor has; @param isPlan ask for the plan instead of the rows */
  const start = (written: string, isPlan = false) => {
    if (written.trim() === '') return;
    const model = opened?.saved?.model;
    const asked = isPlan && !/^\s*explain\b/i.test(written) ? `EXPLAIN ${written}` : written;
    const asks = placeholdersOf(written);
    const parameters = parameterValues(asks, values);
    ask({ text: asked, parameters, ...(model !== undefined && { model }) });
    const isShared = written !== opened?.saved?.query_string && written.length <= longestShared;
    const saved = opened?.saved && { saved: opened.saved.query_id };
    const typed = asks.flatMap(({ name }) => [...values].filter(([key]) => key === name.toLowerCase()));
    const search = {
      ...saved,
      ...(isShared && { q: written }),
      ...(typed.length > 0 && { parameters: Object.fromEntries(typed) }),
    };
    void navigate({ to: '/sql', search, replace: true });
  };
  const onChange = (name: string, value: string) => setValues(new Map([...values, [name, value]]));
  return {
    ...{ text, setText, opened, open, opening, run, start },
    parameters: { placeholders, values, onChange },
    chart: { choice, onChoose },
  };
}

/** Whoever opens a saved query wants its answer. @returns undefined when a parameter lacks a value: the run waits for it */
function wholeQuestion({ query_string: text, model }: SavedQuery, typed: ReadonlyMap<string, string>) {
  const asks = placeholdersOf(text);
  const parameters = parameterValues(asks, typed);
  const isWhole = namesWithoutValue(asks, typed).length === 0;
  return isWhole ? { text, parameters, ...(model !== undefined && { model }) } : undefined;
}

/** The saved query of an address that somebody shared. */
function useSharedQuery(id: string | undefined) {
  const params = { path: { query_id: id ?? '' } };
  const query = useApi('get', '/v1/query/saved-queries/{query_id}', { params }, { enabled: id !== undefined });
  return { data: query.data as SavedQuery | undefined, error: query.error };
}

function Downloads({ question, name }: { readonly question: Question; readonly name: string }): ReactNode {
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<unknown>();
  const isAsked = useRef(false);
  const download = async (form: keyof typeof files) => {
    if (isAsked.current) return;
    isAsked.current = true;
    setReading(true);
    setError(undefined);
    try {
      await saveRows(
        `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}.${files[form].suffix}`,
        await readFile(question, form),
      );
    } catch (failure) {
      setError(failure);
    } finally {
      isAsked.current = false;
      setReading(false);
    }
  };
  return (
    <>
      <Button disabled={isReading} onClick={() => void download('csv')}>
        CSV
      </Button>
      <Button disabled={isReading} onClick={() => void download('arrow')}>
        Arrow
      </Button>
      {isReading && <span role="status">The file is being read …</span>}
      {error !== undefined && <ErrorPanel error={error} what="The file could not be read" />}
    </>
  );
}

// The wizard for a new source: its kind and name, its settings, a check against the source, and writing it into the configuration.
import { useMutation } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, useApi } from '../../api/api.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { offeredFile } from '../../objects/offered-file.ts';
import { may } from '../../session/session.ts';
import { CheckResult } from './check-result.tsx';
import { settingFields, settingsOf, type Typed } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';
import { idPattern, idRule } from './source-id.ts';
import styles from './sources.module.css';
import { Upload } from './upload.tsx';
import { useAdd } from './use-add.ts';

export const page = createLazyRoute('/add-source')({ component: AddSourcePage });

type Connector = Schemas['ConnectorList']['items'][number];

function AddSourcePage(): ReactNode {
  const query = useApi('get', '/v1/connectors', {}, { enabled: may('admin') });
  const offered = useStore(offeredFile);
  return (
    <Page
      title="Add a source"
      about="Choose what to read, type its settings, check them, and add them to the configuration."
    >
      {may('admin') ? (
        <QueryView query={query} awaited="the connectors">
          {({ items }) => (
            <Wizards key={offered && `${offered.name} ${offered.lastModified}`} connectors={items} offered={offered} />
          )}
        </QueryView>
      ) : (
        <EmptyState title="Only an administrator can add a source" />
      )}
    </Page>
  );
}

const ways = { system: 'A system', file: 'A file' } as const;

interface WizardsProps {
  readonly connectors: readonly Connector[];
  readonly offered: File | undefined;
}

function Wizards({ connectors, offered }: WizardsProps): ReactNode {
  const [way, setWay] = useState<keyof typeof ways>(offered ? 'file' : 'system');
  return (
    <div className={styles.form}>
      <fieldset className={styles.ways}>
        <legend>What is read</legend>
        {(Object.keys(ways) as (keyof typeof ways)[]).map(each => (
          <label key={each}>
            <input type="radio" name="way" checked={way === each} onChange={() => setWay(each)} />
            {ways[each]}
          </label>
        ))}
      </fieldset>
      {way === 'system' ? <Wizard connectors={connectors} /> : <Upload offered={offered} />}
    </div>
  );
}

function Wizard({ connectors }: { readonly connectors: readonly Connector[] }): ReactNode {
  const [connector, setConnector] = useState<Connector | undefined>();
  const [sourceId, setSourceId] = useState('');
  const [schedule, setSchedule] = useState('');
  return (
    <>
      <Panel title="What to read">
        <ConnectorChoice connectors={connectors} connector={connector} onChoose={setConnector} />
        <Field
          label="Name"
          hint="Names the source for good: ids are derived from it."
          problem={sourceId === '' || idPattern.test(sourceId) ? undefined : idRule}
          autoComplete="off"
          spellCheck={false}
          maxLength={63}
          value={sourceId}
          onChange={event => setSourceId(event.target.value)}
        />
        <Field
          label="Schedule"
          hint="When it is read, as a cron expression: 0 4 * * * is every day at 4. Empty: on request."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={schedule}
          onChange={event => setSchedule(event.target.value)}
        />
      </Panel>
      {connector && (
        <Settings key={connector.type} connector={connector} sourceId={sourceId} schedule={schedule.trim()} />
      )}
    </>
  );
}

interface SettingsProps {
  readonly connector: Connector;
  readonly sourceId: string;
  readonly schedule: string;
}

/** The settings, their check, and the button that writes what was checked. */
function Settings({ connector, sourceId, schedule }: SettingsProps): ReactNode {
  const [typed, setTyped] = useState<Typed>({});
  const [areProblemsShown, setProblemsShown] = useState(false);
  const fields = useMemo(() => settingFields(connector.settings), [connector]);
  const { settings, problems } = settingsOf(fields, typed);
  const check = useCheck();
  const add = useAdd(async (body: Schemas['SourceCreation']) => {
    await api.POST('/v1/sources', { body });
  });
  const isRight = idPattern.test(sourceId) && Object.keys(problems).length === 0;
  const source = { connector: connector.type, settings, sourceId };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblemsShown(true);
    if (isRight) check.mutate(source);
  };
  const hasErrors = check.data?.problems.some(({ severity }) => severity === 'error') ?? false;
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Panel title="Settings">
          <SettingsForm
            fields={fields}
            typed={typed}
            problems={areProblemsShown ? problems : {}}
            onType={(name, text) => {
              setTyped({ ...typed, [name]: text });
              // The settings have changed since the check, so its result no longer counts.
              check.reset();
            }}
          />
          {areProblemsShown && !isRight && <p role="alert">{mendThis(sourceId)}</p>}
          <div className={styles.buttons}>
            <Button type="submit" disabled={check.isPending}>
              {check.isPending ? 'Reading its first records …' : 'Check'}
            </Button>
          </div>
        </Panel>
      </form>
      {check.isError && <ErrorPanel error={check.error} what="The settings could not be checked" />}
      {check.data && (
        <>
          <CheckResult result={check.data} />
          <div className={styles.buttons}>
            <Button
              look="primary"
              disabled={!isRight || add.isPending || hasErrors}
              onClick={() => add.mutate({ ...source, ...(schedule !== '' && { schedule }) })}
            >
              Add and read it
            </Button>
          </div>
        </>
      )}
      {add.isError && <ErrorPanel error={add.error} what="The source was not added" />}
    </>
  );
}

const mendThis = (sourceId: string) =>
  idPattern.test(sourceId) ? 'Some settings are missing or wrong.' : `The source needs a name. ${idRule}`;

function useCheck() {
  return useMutation({
    mutationFn: async (body: Schemas['SourceCheck']) => (await api.POST('/v1/sources/check', { body })).data!,
  });
}

interface ConnectorChoiceProps {
  readonly connectors: readonly Connector[];
  readonly connector: Connector | undefined;
  readonly onChoose: (connector: Connector | undefined) => void;
}

function ConnectorChoice({ connectors, connector, onChoose }: ConnectorChoiceProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>Kind</label>
      <select
        id={id}
        value={connector?.type ?? ''}
        onChange={event => onChoose(connectors.find(({ type }) => type === event.target.value))}
      >
        <option value="">Choose what to read</option>
        {connectors.map(({ type, title }) => (
          <option key={type} value={type}>
            {title}
          </option>
        ))}
      </select>
      {connector && <small className={styles.muted}>{connector.description}</small>}
    </div>
  );
}

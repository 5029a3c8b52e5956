import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { Copyable } from '../../components/controls/copyable.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Awaited } from '../../components/feedback/loading.tsx';
import { sourcesQuery } from '../../objects/sources.ts';
import { currentSession, type Scope } from '../../session/session.ts';
import styles from './administration.module.css';

interface CreateClientDialogProps {
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

const meanings: Readonly<Record<Scope, string>> = {
  read: 'read what the sources have',
  annotate: 'save queries, accept risks',
  write: 'the same, and change accounts, roles and groups in the sources',
  admin: 'administer sources, clients and the audit log',
};
const longestName = 200;

/** A form, and then the secret, which nothing shows again. */
export function CreateClientDialog({ onCreated, onClose }: CreateClientDialogProps): ReactNode {
  const [created, setCreated] = useState<Schemas['CreatedClient']>();
  if (created) {
    return (
      <Dialog
        title="The client is created"
        description="The secret is shown only now. Put it where the program finds it, for example into a vault."
        isOpen
      >
        <div className={styles.form}>
          <Copyable label="Client id" text={created.clientId} />
          <Copyable label="Client secret" text={created.clientSecret} />
          <div className={styles.buttons}>
            <Button look="primary" onClick={onClose}>
              I have kept the secret
            </Button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="New client"
      description="A program that uses the API with an id and a secret."
      isOpen
      onClose={onClose}
    >
      <ClientForm
        onCreate={async creation => {
          const { data } = await api.POST('/v1/clients', { body: creation });
          setCreated(data!);
          onCreated();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface ClientFormProps {
  readonly onCreate: (creation: Schemas['ClientCreation']) => Promise<void>;
  readonly onClose: () => void;
}

function ClientForm({ onCreate, onClose }: ClientFormProps): ReactNode {
  const sources = useQuery(sourcesQuery);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [instances, setInstances] = useState<readonly string[]>([]);
  const [extras, setExtras] = useState<readonly 'personData'[]>([]);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    onCreate({
      name: name.trim(),
      scopes: [...scopes],
      ...(instances.length > 0 && {
        applicationInstanceIds: [...instances],
        personData: extras.includes('personData'),
      }),
    })
      .catch(setProblem)
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit} className={styles.form} data-in-order>
      <Field
        label="Name"
        hint="What it is for"
        required
        maxLength={longestName}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Choices
        legend="It may"
        // A person can give only scopes that their own session has.
        options={(currentSession()?.scopes ?? []).map(scope => ({
          value: scope,
          text: `${scope}: ${meanings[scope]}`,
        }))}
        chosen={scopes}
        onChange={setScopes}
      />
      {sources.isLoading && <Awaited />}
      <Choices
        legend="It sees only these sources; none chosen: all"
        options={(sources.data?.rows ?? []).map(({ application_instance_id, source_id }) => ({
          value: application_instance_id,
          text: source_id,
        }))}
        chosen={instances}
        onChange={setInstances}
      />
      {instances.length > 0 && (
        <Choices
          legend="Beyond these sources"
          options={[{ value: 'personData', text: 'It also sees all persons, and what is computed from other sources' }]}
          chosen={extras}
          onChange={setExtras}
        />
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || name.trim() === '' || scopes.length === 0}>
          {isBusy ? 'Creating …' : 'Create'}
        </Button>
      </div>
      {problem !== undefined && <ErrorPanel error={problem} what="The client could not be created" />}
    </form>
  );
}

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

function Choices<Value extends string>({ legend, options, chosen, onChange }: ChoicesProps<Value>): ReactNode {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter(each => each !== value))
            }
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

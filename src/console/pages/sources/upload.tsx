// A source that is made of a file: what its rows become is guessed, shown with the first of them, corrected, and added.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { CheckResult } from './check-result.tsx';
import { idPattern, idRule } from './source-id.ts';
import styles from './sources.module.css';
import { useAdd } from './use-add.ts';

interface ChosenFile {
  readonly fileName: string;
  readonly content: string;
}

/** The service takes no larger file; a larger one is added with the command line. */
const mostCharacters = 16 * 1024 * 1024;

/** Such as `people-of-may` for `People of May.csv`. */
const idOfFile = (name: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 63);

export function Upload(): ReactNode {
  const [file, setFile] = useState<ChosenFile>();
  const [sourceId, setSourceId] = useState('');
  /** Undefined: it is guessed. */
  const [description, setDescription] = useState<string>();
  const check = useMutation({
    mutationFn: async (body: Schemas['SourceUpload']) => (await api.POST('/v1/sources/uploads/check', { body })).data!,
    onSuccess: ({ description: found }) => setDescription(found),
  });
  const add = useAdd(async (body: Schemas['SourceUpload']) => {
    await api.POST('/v1/sources/uploads', { body });
  });
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const next = { fileName: chosen.name, content: await chosen.text() };
    const id = sourceId || idOfFile(chosen.name);
    setFile(next);
    setSourceId(id);
    setDescription(undefined);
    if (idPattern.test(id) && next.content.length <= mostCharacters) check.mutate({ sourceId: id, ...next });
  };
  const isTooLarge = file !== undefined && file.content.length > mostCharacters;
  const isNamed = idPattern.test(sourceId);
  const fileName = check.data?.fileName ?? file?.fileName ?? '';
  const upload = {
    sourceId,
    fileName,
    content: file?.content ?? '',
    ...(description !== undefined && { description }),
  };
  const hasErrors = check.data?.problems.some(({ severity }) => severity === 'error') ?? false;
  const isChecked = check.data !== undefined && check.data.description === description;
  return (
    <>
      <Panel title="The file">
        <FileChoice onChoose={chosen => void choose(chosen)} />
        {isTooLarge && (
          <p role="alert" className={styles.problem}>
            The file is too large to be sent. Add it where the service runs:{' '}
            <code>rolecall sources add NAME --from FILE</code>
          </p>
        )}
        <Field
          label="Name"
          hint="Names the source for good: ids are derived from it."
          problem={sourceId === '' || isNamed ? undefined : idRule}
          autoComplete="off"
          spellCheck={false}
          maxLength={63}
          value={sourceId}
          onChange={({ target }) => setSourceId(target.value)}
        />
      </Panel>
      {check.isError && <ErrorPanel error={check.error} what="The file could not be looked at" />}
      {file && description !== undefined && (
        <Panel title="How its rows become objects">
          {check.data && (
            <p className={styles.muted}>
              <Text>{check.data.origin}</Text>
            </p>
          )}
          <Description text={description} onType={setDescription} />
          <div className={styles.buttons}>
            <Button disabled={check.isPending || !isNamed} onClick={() => check.mutate(upload)}>
              {check.isPending ? 'Reading its rows …' : 'Check'}
            </Button>
          </div>
        </Panel>
      )}
      {check.data && <CheckResult result={check.data} />}
      {file && check.data && (
        <div className={styles.buttons}>
          {!isChecked && <p className={styles.muted}>The description has changed: check it first.</p>}
          <Button
            look="primary"
            disabled={!isNamed || !isChecked || hasErrors || add.isPending}
            onClick={() => add.mutate(upload)}
          >
            Add and read it
          </Button>
        </div>
      )}
      {add.isError && <ErrorPanel error={add.error} what="The source was not added" />}
    </>
  );
}

function FileChoice({ onChoose }: { readonly onChoose: (file: File | undefined) => void }): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>File</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
      <small className={styles.muted}>CSV or JSON with a row for each account, member or grant</small>
    </div>
  );
}

function Description({ text, onType }: { readonly text: string; readonly onType: (text: string) => void }): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>Description (YAML)</label>
      <textarea
        id={id}
        className={styles.description}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      <small className={styles.muted}>
        On the left of each line is a field, on the right a column of the file. Lines in which nothing was guessed begin
        with #.
      </small>
    </div>
  );
}

// A source that is made of a file: what its rows become is guessed, shown with the first of them, corrected, and added.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, useApi } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { fileKinds } from '../../objects/offered-file.ts';
import { useFieldWords } from '../../objects/schema.ts';
import { CheckResult } from './check-result.tsx';
import { ColumnTable } from './column-table.tsx';
import { type ColumnUses, columnUses, withConfirmed } from './description-edit.ts';
import { idPattern, idRule } from './source-id.ts';
import styles from './sources.module.css';
import { useAdd } from './use-add.ts';

interface ChosenFile {
  readonly fileName: string;
  readonly content: string;
}

/** What the first check found; the columns are those of the newest check that could read the file. */
interface Guess {
  readonly origin: string;
  readonly columns: NonNullable<Schemas['SourceUploadPreview']['columns']>;
  /** What is to be confirmed, as long as the description has it. */
  readonly byValues: Schemas['SourceUploadPreview']['chosenByValues'];
}

/** The service takes no larger file; a larger one is added with the command line. */
const mostCharacters = 16 * 1024 * 1024;

/** Why the service would not take the file, and what to do. */
function problemOf({ fileName, content }: ChosenFile): ReactNode {
  if (content.trim() === '') return 'The file is empty. Choose one with a row for each account, member or grant.';
  if (content.includes('\0'))
    return 'The file is not a text. Save the table as CSV where it comes from, for example in a spreadsheet, and choose that file.';
  if (isWithoutRows(fileName, content.trim()))
    return 'The file has names of columns at most, and no row. Choose one with a row for each account, member or grant.';
  if (content.length <= mostCharacters) return undefined;
  return (
    <>
      The file is too large to be sent. Add it where the service runs:{' '}
      <code>rolecall sources add NAME --from FILE</code>
    </>
  );
}

/** Whether a table is its first line only, or a JSON array is empty. Other forms, and names with line breaks, are left to the service. */
const isWithoutRows = (fileName: string, text: string) =>
  /\.(csv|tsv|txt)$/i.test(fileName) ? !/[\r\n]/.test(text) : /^\[\s*\]$/.test(text);

/** Such as `people-of-may` for `People of May.csv`. */
const idOfFile = (name: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 63);

/** The text of a file. Spreadsheets also save as UTF-16, or in the encoding of Windows. */
function textOf(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @param offered a file that was chosen before the page was opened */
function useUpload(offered: File | undefined) {
  const sources = useApi('get', '/v1/sources');
  const isKnown = (id: string) => sources.data?.items.some(source => source.sourceId === id) ?? false;
  const [file, setFile] = useState<ChosenFile>();
  const [sourceId, setSourceId] = useState('');
  /** Undefined: it is guessed. */
  const [description, setDescription] = useState<string>();
  const [guess, setGuess] = useState<Guess>();
  const check = useMutation({
    mutationFn: async (body: Schemas['SourceUpload']) => (await api.POST('/v1/sources/uploads/check', { body })).data!,
  });
  const fileName = check.data?.fileName ?? file?.fileName ?? '';
  const replaces = isKnown(sourceId);
  const upload = { sourceId, fileName, content: file?.content ?? '', ...(replaces && { replaces }) };
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const next = { fileName: chosen.name, content: textOf(new Uint8Array(await chosen.arrayBuffer())) };
    // A name that the reader wrote stays.
    const isWritten = sourceId !== '' && sourceId !== idOfFile(file?.fileName ?? '');
    const id = isWritten ? sourceId : idOfFile(chosen.name);
    setFile(next);
    setSourceId(id);
    setDescription(undefined);
    setGuess(undefined);
    check.reset();
    if (!idPattern.test(id) || problemOf(next) !== undefined) return;
    check.mutate(
      { sourceId: id, ...next, ...(isKnown(id) && { replaces: true }) },
      {
        onSuccess: found => {
          setDescription(found.description);
          setGuess({ origin: found.origin, columns: found.columns ?? [], byValues: found.chosenByValues });
        },
      },
    );
  };
  /** Check what is written now, or a newer text. */
  const checkAgain = (text = description!) =>
    check.mutate(
      { ...upload, description: text },
      { onSuccess: ({ columns }) => setGuess(former => former && { ...former, columns: columns ?? former.columns }) },
    );
  const uses = columnUses(description ?? '');
  const guesses = guess?.byValues.filter(({ field, column }) => uses?.fields.get(column)?.includes(field)) ?? [];
  const change = (text: string) => {
    setDescription(text);
    checkAgain(text);
  };
  const confirm = (fields: readonly string[]) => {
    setGuess(
      former => former && { ...former, byValues: former.byValues.filter(({ field }) => !fields.includes(field)) },
    );
    change(withConfirmed(description!, fields));
  };
  const chooseOffered = useEffectEvent(() => void choose(offered));
  useEffect(() => chooseOffered(), []);
  return {
    ...{ file, sourceId, setSourceId, description, setDescription, guess, check, upload, replaces, choose, checkAgain },
    ...{ uses, guesses, change, confirm },
  };
}

export function Upload({ offered }: { readonly offered: File | undefined }): ReactNode {
  const state = useUpload(offered);
  const { file, sourceId, setSourceId, description, check, upload, replaces, choose, guesses } = state;
  const add = useAdd(async (body: Schemas['SourceUpload']) => {
    await api.POST('/v1/sources/uploads', { body });
  });
  const problem = file && problemOf(file);
  const isNamed = idPattern.test(sourceId);
  const hasErrors = check.data?.problems.some(({ severity }) => severity === 'error') ?? false;
  const isChecked = check.data !== undefined && check.data.description === description;
  return (
    <>
      <Panel title="The file">
        <FileChoice offered={offered} onChoose={chosen => void choose(chosen)} />
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
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
        {replaces && (
          <p className={styles.muted}>
            There is a source of this name. The file takes the place of its file, and its description stays as it is
            written below. Choose another name to make another source.
          </p>
        )}
      </Panel>
      {check.isError && <ErrorPanel error={check.error} what="The file could not be looked at" />}
      {file && description !== undefined && <Mapping state={state} />}
      {check.data && state.uses && <PersonNote uses={state.uses} columns={state.guess?.columns ?? []} />}
      {check.data && <CheckResult result={check.data} />}
      {file && check.data && (
        <div className={styles.buttons}>
          {!isChecked && <p className={styles.muted}>The description has changed: check it first.</p>}
          {guesses.length > 0 && (
            <p className={styles.muted}>
              {guesses.length === 1 ? 'A field was' : `${guesses.length} fields were`} guessed from the values of the
              columns: confirm or change them above first.
            </p>
          )}
          <Button
            look="primary"
            disabled={!isNamed || !isChecked || guesses.length > 0 || hasErrors || add.isPending}
            onClick={() => add.mutate({ ...upload, description: description! })}
          >
            {replaces ? 'Replace the file of this source and read it' : 'Add and read it'}
          </Button>
        </div>
      )}
      {add.isError && <ErrorPanel error={add.error} what="The source was not added" />}
    </>
  );
}

/** What the columns become: as a table, and as the text that the table changes. */
function Mapping({ state }: { readonly state: ReturnType<typeof useUpload> }): ReactNode {
  const {
    description = '',
    setDescription,
    guess,
    check,
    checkAgain,
    sourceId,
    uses,
    guesses,
    change,
    confirm,
  } = state;
  return (
    <Panel title="How its rows become objects">
      {guess && (
        <p className={styles.muted}>
          <Text>{guess.origin}</Text>
        </p>
      )}
      {guess && guess.columns.length > 0 && uses && (
        <ColumnTable
          columns={guess.columns}
          uses={uses}
          description={description}
          guesses={guesses}
          onChange={change}
          onConfirm={field => confirm([field])}
        />
      )}
      <details className={styles.expert}>
        <summary>Description (YAML)</summary>
        <Description text={description} onType={setDescription} />
      </details>
      <div className={styles.buttons}>
        {guesses.length > 1 && (
          <Button onClick={() => confirm(guesses.map(({ field }) => field))}>
            Confirm all {guesses.length} guesses
          </Button>
        )}
        <Button disabled={check.isPending || !idPattern.test(sourceId)} onClick={() => checkAgain()}>
          {check.isPending ? 'Reading its rows …' : 'Check'}
        </Button>
      </div>
    </Panel>
  );
}

interface PersonNoteProps {
  readonly uses: ColumnUses;
  readonly columns: Guess['columns'];
}

/** Fields by which an account, or a person of a people register, is joined with a person. */
const personFields = ['email', 'employeeNumber'];

/** Said before the file is added: without an e-mail address and an employee number, no account gets a person. */
function PersonNote({ uses, columns }: PersonNoteProps): ReactNode {
  const wordsOf = useFieldWords('Account');
  if (uses.type !== 'Account') return null;
  const choice = personFields.map(field => `“${wordsOf(field).label}”`).join(' or ');
  const used = [...uses.fields].filter(([, fields]) => fields.some(field => personFields.includes(field)));
  if (used.length === 0) {
    return (
      <p role="status" className={styles.personNote}>
        <Tag tone="warning">no persons</Tag> No person will be found for these accounts: no column is mapped to the
        e-mail address or the employee number. Choose {choice} above for the column that has it.
      </p>
    );
  }
  const values = used.map(([column]) => columns.find(({ name }) => name === column)?.values ?? []);
  const rows = Math.max(0, ...columns.map(each => each.values.length));
  const without = Array.from({ length: rows }, (_, row) => values.every(each => !each[row])).filter(Boolean).length;
  if (without === 0) return null;
  return (
    <p role="status" className={styles.personNote}>
      <Tag tone="warning">without person</Tag> {without} of the first {rows} rows {without === 1 ? 'has' : 'have'}{' '}
      neither an e-mail address nor an employee number: no person will be found for such rows. If another column has one
      of them, choose {choice} for it above.
    </p>
  );
}

interface FileChoiceProps {
  /** A file that was chosen before the page was opened. */
  readonly offered: File | undefined;
  readonly onChoose: (file: File | undefined) => void;
}

function FileChoice({ offered, onChoose }: FileChoiceProps): ReactNode {
  const id = useId();
  const control = useRef<HTMLInputElement>(null);
  // The control would say that no file is chosen.
  useEffect(() => {
    if (!offered) return;
    const chosen = new DataTransfer();
    chosen.items.add(offered);
    control.current!.files = chosen.files;
  }, [offered]);
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>File</label>
      <input
        id={id}
        ref={control}
        type="file"
        accept={fileKinds}
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
      <small className={styles.muted}>
        CSV or JSON with a row for each account, member or grant. A file can also be dropped on any page.
      </small>
    </div>
  );
}

function Description({ text, onType }: { readonly text: string; readonly onType: (text: string) => void }): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <textarea
        id={id}
        aria-label="Description (YAML)"
        className={styles.description}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      <small className={styles.muted}>
        On the left of each line is a field, on the right a column of the file. The table above shows what is written
        here, and changes it.
      </small>
    </div>
  );
}

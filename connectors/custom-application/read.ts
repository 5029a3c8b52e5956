// Reads one type page by page. Each page carries a cursor, so that a killed extraction resumes after the last page.
import {
  type Gap,
  type Page,
  type Problem,
  type Read,
  type Rejection,
  SourceError,
  type SourceRecord,
} from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import type { SourceConfig } from './description/config.ts';
import type { ConfigEntry } from './description/entry.ts';
import { unreadable } from './rows/files/folder.ts';
import { partsOf } from './rows/open-table.ts';
import { takenRows } from './rows/pushed/taken-rows.ts';
import { type BoundEntry, bindEntry, type Outcome } from './rows/records.ts';
import type { RowMark } from './rows/row-table.ts';

/** The most records and rejections of a page. */
const pageRows = 1000;

/** The content of a cursor: the data folder that the run began with, the current file and the position in it. */
interface Cursor {
  readonly dataFolder: string;
  /** Index among the entries of the type; the application itself comes before them. */
  readonly step: number;
  /** The files of this entry, when the run began with it. */
  readonly files?: readonly string[];
  /** Index among these files. */
  readonly file?: number;
  readonly at?: RowMark;
  readonly fingerprint?: string;
  /** Where the next read of changes starts: a time of the source, or a value of a column. */
  readonly began?: string;
}

/** Where the next read of changes starts. Another description makes it a read of everything. */
interface ChangesPosition {
  readonly digest: string;
  readonly began: string;
}

/** One read for each type that the configuration fills. */
export function declareReads({ config, pushed }: OpenedSource): Read<OpenedSource>[] {
  const types = new Set(['IntegratedApplication', ...config.entries.map(entry => entry.resource.type)]);
  return [...types].map(type => ({
    lands: type,
    ...pushedStateOf(type, config.entries, pushed),
    pages: (client, cursor, since) => {
      const entries = client.config.entries.filter(entry => entry.resource.type === type);
      if (entries.some(isPushed)) return pagesOfPush(client, type, entries, cursor, since);
      if (!canBringChanges(client.config, type, entries)) return pagesOf(client, type, entries, cursor);
      return pagesWithPosition(client, type, entries, cursor, since);
    },
  }));
}

/**
 * Whether a read of the type can bring what has changed only. Each row has to be one record, because a row that changed does not say
 * which of its pieces are gone; and all rows come from one request, so that an object that is gone there is gone.
 */
function canBringChanges({ requests, queries }: SourceConfig, type: string, entries: readonly ConfigEntry[]): boolean {
  const { kind, name } = entries[0]?.rows ?? { kind: 'file', name: '' };
  if (kind === 'file' || kind === 'pushed' || type === 'IntegratedApplication') return false;
  const isOfRows = ({ rows, split, distinct }: ConfigEntry) =>
    rows.kind === kind && rows.name === name && !split && !distinct;
  return (kind === 'request' ? requests : queries)[name]?.since !== undefined && entries.every(isOfRows);
}

/** Rows that the description took when they were sent, and takes no more. */
function untakenRows({ config, pushed }: OpenedSource): Gap[] {
  const taken = new Set(takenRows(config.entries).map(({ name }) => name));
  const names = pushed?.names.filter(name => !taken.has(name)) ?? [];
  const message = 'rows were sent that the description takes no more; send them again under a name that it has';
  return names.map(subject => ({ reason: 'failed', subject, message, missing: 'objects' }));
}

const isPushed = ({ rows }: ConfigEntry) => rows.kind === 'pushed';

/** Whether the rows of a type have come for this run; nothing for a type whose rows are asked for. */
function pushedStateOf(
  type: string,
  all: readonly ConfigEntry[],
  pushed: OpenedSource['pushed'],
): Pick<Read<OpenedSource>, 'pushed'> {
  const entries = all.filter(entry => entry.resource.type === type && isPushed(entry));
  if (entries.length === 0) return {};
  return { pushed: entries.some(({ rows }) => pushed?.names.includes(rows.name)) ? 'sent' : 'awaited' };
}

/** @param since the status of the newest read of the type; undefined: nothing is landed */
async function* pagesOfPush(
  client: OpenedSource,
  type: string,
  entries: readonly ConfigEntry[],
  cursor: string | undefined,
  since: string | undefined,
): AsyncGenerator<Page> {
  if (client.pushed!.isComplete) return yield* pagesOf(client, type, entries, cursor);
  const isKnown = since === 'Complete';
  let gaps = isKnown || cursor !== undefined ? [] : [unknownRest(type)];
  const laidOver = since === undefined ? {} : { changesOnly: true };
  for await (const page of pagesOf({ ...client, since: since ?? 'the beginning' }, type, entries, cursor)) {
    // Where nothing is landed, nothing can be gone.
    const { removed, ...rest } = page;
    yield { ...rest, ...laidOver, ...(since && removed && { removed }), gaps: [...gaps, ...(page.gaps ?? [])] };
    gaps = [];
  }
}

const unknownRest = (type: string): Gap => ({
  reason: 'failed',
  subject: type,
  message: 'only a part was sent, and no complete push was landed without a fault before it',
  missing: 'objects',
});

async function* pagesWithPosition(
  client: OpenedSource,
  type: string,
  entries: readonly ConfigEntry[],
  cursor: string | undefined,
  since: string | undefined,
): AsyncGenerator<Page> {
  const { digest } = client.config;
  const position = since === undefined ? undefined : (JSON.parse(since) as ChangesPosition);
  const changesSince = position?.digest === digest ? position.began : undefined;
  let began = cursor === undefined ? undefined : parseCursor(cursor).began;
  const isResumed = cursor !== undefined;
  const noteBegin = (begin: string | undefined) => {
    if (!isResumed) began ??= begin;
  };
  const ofChanges = { ...client, since: changesSince, noteBegin };
  for await (const page of pagesOf(ofChanges, type, entries, cursor)) {
    yield {
      ...page,
      ...(page.cursor !== undefined && { cursor: serialise({ ...parseCursor(page.cursor), ...(began && { began }) }) }),
      ...(changesSince && { changesOnly: true }),
      ...(began && { next: JSON.stringify({ digest, began } satisfies ChangesPosition) }),
    };
  }
}

async function* pagesOf(
  client: OpenedSource,
  type: string,
  entries: readonly ConfigEntry[],
  cursor: string | undefined,
): AsyncGenerator<Page> {
  const from = cursor === undefined ? undefined : parseCursor(cursor);
  // A resumed run reads the export that it began with, even when a newer one has arrived since.
  const source = from ? { ...client.source, dataFolder: from.dataFolder } : client.source;
  const first = from?.step ?? (type === 'IntegratedApplication' ? -1 : 0);
  if (first === -1) {
    const place = () => `${client.source.configFile} application`;
    yield {
      records: [client.config.application],
      place,
      cursor: serialise({ dataFolder: source.dataFolder, step: 0 }),
      gaps: untakenRows(client),
    };
  }
  const opened = { ...client, source };
  const seen = entries.some(entry => entry.distinct) ? new Set<string>() : undefined;
  if (from && seen) await rememberIds(opened, entries, from, seen);
  for (let step = Math.max(first, 0); step < entries.length; step++) {
    const entry = entries[step]!;
    const here = step === from?.step ? from : undefined;
    const files = here?.files ?? (await partsOf(opened, entry.rows, entry.take));
    for (let file = here?.file ?? 0; file < files.length; file++) {
      const at = file === (here?.file ?? 0) ? here : undefined;
      yield* filePages(opened, entry, { dataFolder: source.dataFolder, step, files, file }, at, seen);
    }
  }
}

/** Read the rows before the cursor of an interrupted run again, to find the ids that `distinct` leaves out in the rows after it. */
async function rememberIds(
  client: OpenedSource,
  entries: readonly ConfigEntry[],
  until: Cursor,
  seen: Set<string>,
): Promise<void> {
  for (const [step, entry] of entries.slice(0, until.step + 1).entries()) {
    const isLast = step === until.step;
    const files = (isLast && until.files) || (await partsOf(client, entry.rows, entry.take));
    const read = isLast ? files.slice(0, (until.file ?? 0) + (until.at ? 1 : 0)) : files;
    for (const [index, file] of read.entries()) {
      const end = isLast && index === (until.file ?? 0) ? until.at : undefined;
      await rememberFile(client, entry, file, seen, end);
    }
  }
}

async function rememberFile(
  client: OpenedSource,
  entry: ConfigEntry,
  file: string,
  seen: Set<string>,
  end: RowMark | undefined,
): Promise<void> {
  const bound = await bindOrFail(client, entry, file);
  if ('error' in bound) return;
  for await (const { outcomes } of bound.outcomes()) {
    for (const { line, record } of outcomes) {
      if (end && line >= end.line) return;
      if (record) seen.add(record.id);
    }
  }
}

/** The bound entry, or the error of the system when its file cannot be opened. */
async function bindOrFail(
  client: OpenedSource,
  entry: ConfigEntry,
  file: string,
  seen?: Set<string>,
): Promise<BoundEntry | { error: NodeJS.ErrnoException }> {
  try {
    return await bindEntry(client, entry, file, seen);
  } catch (error) {
    if (error instanceof SourceError || client.signal.aborted) throw error;
    return { error: error as NodeJS.ErrnoException };
  }
}

type FilePlace = Required<Pick<Cursor, 'dataFolder' | 'step' | 'files' | 'file'>>;

async function* filePages(
  client: OpenedSource,
  entry: ConfigEntry,
  { dataFolder, step, files, file }: FilePlace,
  from: Cursor | undefined,
  seen: Set<string> | undefined,
): AsyncGenerator<Page> {
  const name = files[file]!;
  const isLast = file === files.length - 1;
  const next = serialise(isLast ? { dataFolder, step: step + 1 } : { dataFolder, step, files, file: file + 1 });
  const bound = await bindOrFail(client, entry, name, seen);
  if ('error' in bound) {
    yield { records: [], gaps: [gapOf(name, bound.error)], cursor: next };
    return;
  }
  const { fingerprint, isStream = false } = bound.table;
  if (from?.fingerprint !== undefined && from.fingerprint !== fingerprint) {
    const message = 'the file has changed since the interrupted run began to read it';
    throw new SourceError([{ severity: 'error', place: `${dataFolder}/${name}`, message, fix: 'start a new run' }]);
  }
  let page = new PageUnderWay(name, from?.at === undefined ? bound.gaps : []);
  for await (const { outcomes, gaps } of bound.outcomes(from?.at)) {
    page.note(gaps);
    for (const outcome of outcomes) {
      page.take(outcome);
      if (page.rows < pageRows || !(outcome.end || isStream)) continue;
      const at = outcome.end && { at: outcome.end, ...(fingerprint !== undefined && { fingerprint }) };
      yield page.finish(at && serialise({ dataFolder, step, files, file, ...at }));
      page = new PageUnderWay(name);
    }
  }
  // Rows of changes, or the rest of a read, are too few to say that a column is nowhere.
  if (client.since === undefined && from?.at === undefined) {
    page.note((bound.table.unmatched?.() ?? []).map(unmatchedGap));
  }
  yield page.finish(next);
}

/** Collects the outcomes of rows until the page is full. */
class PageUnderWay {
  readonly #name: string;
  readonly #records: SourceRecord[] = [];
  readonly #places: string[] = [];
  readonly #rejected: Rejection[] = [];
  readonly #gaps: Gap[] = [];
  readonly #removed: string[] = [];

  constructor(name: string, gaps: readonly Gap[] = []) {
    this.#name = name;
    this.#gaps.push(...gaps);
  }

  note(gaps: readonly Gap[]): void {
    this.#gaps.push(...gaps);
  }

  get rows(): number {
    return this.#records.length + this.#rejected.length + this.#removed.length;
  }

  take({ place, record, faults, id, swallows, gone }: Outcome): void {
    if (gone !== undefined) this.#removed.push(gone);
    if (record) {
      this.#records.push(record);
      this.#places.push(place);
    } else if (faults) {
      const reasons = faults.map(({ message }) => message);
      this.#rejected.push({ place, reasons, ...(id !== undefined && { id }) });
      if (swallows)
        this.#gaps.push({ reason: 'failed', subject: place, message: reasons.join('; '), missing: 'objects' });
    }
  }

  finish(cursor: string | undefined): Page {
    return {
      records: this.#records,
      place: index => this.#places[index] ?? this.#name,
      ...(cursor !== undefined && { cursor }),
      ...(this.#gaps.length > 0 && { gaps: this.#gaps }),
      ...(this.#rejected.length > 0 && { rejected: this.#rejected }),
      ...(this.#removed.length > 0 && { removed: this.#removed }),
    };
  }
}

function gapOf(file: string, error: NodeJS.ErrnoException): Gap {
  const forbidden = error.code === 'EACCES' || error.code === 'EPERM';
  const subject = error.path ?? file;
  return {
    reason: forbidden ? 'forbidden' : 'failed',
    subject,
    message: `${file} ${unreadable(error)}`,
    missing: 'objects',
  };
}

/** A column that no row has: the objects were seen, but what the column would say is not known. */
function unmatchedGap({ place, message, fix }: Problem): Gap {
  return { reason: 'failed', subject: place, message: fix ? `${message}; ${fix}` : message, missing: 'fields' };
}

const serialise = (cursor: Cursor) => JSON.stringify(cursor);

function parseCursor(text: string): Cursor {
  return JSON.parse(text) as Cursor;
}

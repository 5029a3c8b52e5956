// Reads one type page by page. Each page carries a cursor, so that a killed extraction resumes after the last page.
import {
  type Gap,
  type Page,
  type Read,
  type Rejection,
  SourceError,
  type SourceRecord,
} from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import type { ConfigEntry } from './config.ts';
import { unreadable } from './folder.ts';
import { type BoundEntry, bindEntry, type Outcome } from './records.ts';
import type { RowPosition } from './row-splitter.ts';

/** The most records and rejections of a page. */
const pageRows = 1000;

/** The content of a cursor: the data folder that the run began with, the current file and the position in it. */
interface Cursor {
  readonly dataFolder: string;
  /** Index among the files of the type; the application itself comes before them. */
  readonly step: number;
  readonly at?: RowPosition;
  readonly fingerprint?: string;
}

/** One read for each type that the configuration fills. */
export function declareReads({ config }: OpenedSource): Read<OpenedSource>[] {
  const types = new Set(['IntegratedApplication', ...config.entries.map(entry => entry.resource.type)]);
  return [...types].map(type => ({ lands: type, pages: (client, cursor) => pagesOf(client, type, cursor) }));
}

async function* pagesOf(client: OpenedSource, type: string, cursor: string | undefined): AsyncGenerator<Page> {
  const from = cursor === undefined ? undefined : parseCursor(cursor);
  // A resumed run reads the export that it began with, even when a newer one has arrived since.
  const source = from ? { ...client.source, dataFolder: from.dataFolder } : client.source;
  const entries = client.config.entries.filter(entry => entry.resource.type === type);
  const first = from?.step ?? (type === 'IntegratedApplication' ? -1 : 0);
  if (first === -1) {
    const place = () => `${client.source.configFile} application`;
    yield {
      records: [client.config.application],
      place,
      cursor: serialise({ dataFolder: source.dataFolder, step: 0 }),
    };
  }
  for (let step = Math.max(first, 0); step < entries.length; step++) {
    yield* entryPages({ ...client, source }, entries[step]!, step, step === from?.step ? from : undefined);
  }
}

async function* entryPages(
  client: OpenedSource,
  entry: ConfigEntry,
  step: number,
  from: Cursor | undefined,
): AsyncGenerator<Page> {
  const { dataFolder } = client.source;
  let bound: BoundEntry;
  try {
    bound = await bindEntry(client, entry);
  } catch (error) {
    if (error instanceof SourceError || client.signal.aborted) throw error;
    yield {
      records: [],
      gaps: [gapOf(entry, error as NodeJS.ErrnoException)],
      cursor: serialise({ dataFolder, step: step + 1 }),
    };
    return;
  }
  const { fingerprint } = bound.table;
  if (from?.fingerprint !== undefined && from.fingerprint !== fingerprint) {
    const message = 'the file has changed since the interrupted run began to read it';
    throw new SourceError([
      { severity: 'error', place: `${dataFolder}/${entry.file}`, message, fix: 'start a new run' },
    ]);
  }
  let page = new PageUnderWay(entry.file, from?.at === undefined ? bound.gaps : []);
  for await (const outcomes of bound.outcomes(from?.at)) {
    for (const outcome of outcomes) {
      page.take(outcome);
      if (page.rows < pageRows) continue;
      yield page.finish(serialise({ dataFolder, step, at: outcome.end, fingerprint }));
      page = new PageUnderWay(entry.file);
    }
  }
  yield page.finish(serialise({ dataFolder, step: step + 1 }));
}

/** Collects the outcomes of rows until the page is full. */
class PageUnderWay {
  readonly #file: string;
  readonly #records: SourceRecord[] = [];
  readonly #lines: number[] = [];
  readonly #rejected: Rejection[] = [];
  readonly #gaps: Gap[] = [];

  constructor(file: string, gaps: readonly Gap[] = []) {
    this.#file = file;
    this.#gaps.push(...gaps);
  }

  get rows(): number {
    return this.#records.length + this.#rejected.length;
  }

  take({ line, record, reasons, id, swallows }: Outcome): void {
    const place = `${this.#file}:${line}`;
    if (record) {
      this.#records.push(record);
      this.#lines.push(line);
    } else if (reasons) {
      this.#rejected.push({ place, reasons, ...(id !== undefined && { id }) });
      if (swallows)
        this.#gaps.push({ reason: 'failed', subject: place, message: reasons.join('; '), missing: 'objects' });
    }
  }

  finish(cursor: string): Page {
    return {
      records: this.#records,
      place: index => `${this.#file}:${this.#lines[index]}`,
      cursor,
      ...(this.#gaps.length > 0 && { gaps: this.#gaps }),
      ...(this.#rejected.length > 0 && { rejected: this.#rejected }),
    };
  }
}

function gapOf(entry: ConfigEntry, error: NodeJS.ErrnoException): Gap {
  const forbidden = error.code === 'EACCES' || error.code === 'EPERM';
  const subject = error.path ?? entry.file;
  return {
    reason: forbidden ? 'forbidden' : 'failed',
    subject,
    message: `${entry.file} ${unreadable(error)}`,
    missing: 'objects',
  };
}

const serialise = (cursor: Cursor) => JSON.stringify(cursor);

function parseCursor(text: string): Cursor {
  return JSON.parse(text) as Cursor;
}

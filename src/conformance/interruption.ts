// Reads that are interrupted: by a fault of the connection, by the end of the process, by an abort. Nothing may be lost, and
// nothing that was not read may look as if the source had deleted it.
import { isTransient } from '../connector/transient.ts';
import { type Enumeration, enumerate } from './enumeration.ts';
import type { Secrecy } from './secrecy.ts';
import { inTime, type Subject, withSource } from './subject.ts';

interface Interrupted {
  readonly subject: Subject;
  readonly secrecy: Secrecy;
  /** The read without any fault, to compare with. */
  readonly full: Enumeration;
}

/** The first, the middle and the last position of a list. */
export function spread(length: number): number[] {
  return [...new Set([0, Math.floor((length - 1) / 2), length - 1])].filter(index => index >= 0 && index < length);
}

const readOf = <Read extends { lands: string }>(reads: readonly Read[], type: string) =>
  reads.find(({ lands }) => lands === type)!;

/** Resume after the first, the middle and the last page in a new process, which knows the cursor only. */
export async function resumeFaults({ subject, secrecy, full }: Interrupted): Promise<string[]> {
  const type = full.read.lands;
  const faults: string[] = [];
  const resumable = full.cursors.flatMap((cursor, page) => (cursor === undefined ? [] : [{ cursor, page }]));
  for (const index of spread(resumable.length)) {
    const { cursor, page } = resumable[index]!;
    const resumed = await withSource(subject, {}, opened =>
      enumerate(opened, readOf(opened.reads, type), { secrecy, cursor }),
    );
    const lost = [...full.pageOf].filter(([id, of]) => of > page && !resumed.pageOf.has(id));
    if (lost.length > 0) {
      faults.push(
        `${type}: resumed after page ${page + 1}, the read lacks ${lost.length} records, such as ${lost[0]![0]}; if the source has not changed meanwhile, the cursor does not lead to where the page ended`,
      );
    }
  }
  return faults;
}

/** Break the connection at the first, the middle and the last request of a read. The read must fail, or say what it lacks. */
export async function brokenConnectionFaults(
  { subject, secrecy, full }: Interrupted,
  requests: number,
): Promise<string[]> {
  const type = full.read.lands;
  const faults: string[] = [];
  for (const broken of spread(requests)) {
    let asked = 0;
    let isReading = false;
    const before = () => {
      if (!isReading) return;
      asked += 1;
      if (asked > broken) throw Object.assign(new Error('connection broken by the test'), { code: 'ECONNRESET' });
    };
    const outcome = await withSource(subject, { http: { before } }, async opened => {
      isReading = true;
      return enumerate(opened, readOf(opened.reads, type), { secrecy });
    }).catch((error: unknown) => error as Error);
    const when = `with the connection broken at request ${broken + 1}`;
    if (outcome instanceof Error) {
      secrecy.watch(`an error of ${type}`, outcome);
      if (isTransient(outcome)) continue;
      faults.push(
        `${type}: ${when}, the read throws ${outcome.name} (${outcome.message}), so the run ends; throw SourceUnavailable, so that it is retried`,
      );
    } else if (!outcome.isPartial && outcome.pageOf.size < full.pageOf.size) {
      faults.push(
        `${type}: ${when}, the read brings ${outcome.pageOf.size} of ${full.pageOf.size} records and ends as if it were complete, so the others would be deleted`,
      );
    }
  }
  return faults;
}

/** Abort before the source is opened, and in the middle of a read. Everything must end soon, and close without an error. */
export async function abortFaults(subject: Subject, type: string | undefined): Promise<string[]> {
  const faults: string[] = [];
  const { connector, patienceMs } = subject;
  const context = { ...subject.context, signal: AbortSignal.abort(new Error('aborted by the test')) };
  const openAndClose = async () => {
    const client = await connector.open(subject.settings, context);
    return { client };
  };
  const opening = openAndClose().then(
    ({ client }) => connector.close?.(client),
    () => {},
  );
  await inTime(patienceMs, opening, 'after an abort, open and close').catch(error =>
    faults.push(String(error.message)),
  );
  if (type === undefined) return faults;
  const controller = new AbortController();
  let closing = false;
  await withSource(subject, { signal: controller.signal }, async opened => {
    for await (const _page of opened.pages(readOf(opened.reads, type))) {
      controller.abort(new Error('aborted by the test'));
      break;
    }
    closing = true;
  }).catch(error => {
    if (closing) faults.push(`after an abort in the middle of a read, close fails: ${error.message}`);
  });
  return faults;
}

/** The next read from where the last one ended: nothing has changed, so nothing may be gone. */
export async function incrementalFaults({ subject, secrecy, full }: Interrupted): Promise<string[]> {
  const type = full.read.lands;
  if (full.next === undefined) return [];
  const since = full.next;
  const landedBefore = (of: string, field: string, ids?: readonly string[]) => landedValues(subject, of, field, ids);
  const { faults, removed, changesOnly, next } = await withSource(subject, { landedBefore }, opened =>
    enumerate(opened, readOf(opened.reads, type), { secrecy, since }),
  );
  const found = [...faults];
  const gone = removed.filter(id => full.pageOf.has(id));
  if (gone.length > 0) {
    found.push(
      `${type}: a read right after the first one says that ${gone.length} objects are removed, such as ${gone[0]}`,
    );
  }
  if (next === undefined) {
    found.push(
      `${type}: an incremental read does not say where the next one starts, so that one has to read everything`,
    );
  }
  const { declares } = subject.connector;
  const isDeclared = declares?.some(({ types, incremental }) => incremental && types.includes(type));
  if (changesOnly && !isDeclared) found.push(`${type}: is read incrementally, and \`declares\` does not say so`);
  return found;
}

/** The values that `landedBefore` gives: those of former runs. The suite lands nothing, so it reads the type once more. */
export async function landedValues(
  subject: Subject,
  type: string,
  field: string,
  ids?: readonly string[],
): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  const chosen = ids && new Set(ids);
  await withSource(subject, {}, async opened => {
    for await (const { records } of opened.pages(readOf(opened.reads, type))) {
      for (const record of records) {
        if (record[field] !== undefined && (!chosen || chosen.has(record.id))) values.set(record.id, record[field]);
      }
    }
  });
  return values;
}

// Finds every problem of a source by reading all of it: missing columns, bad rows, duplicate ids.
import {
  type CheckWatch,
  type Gap,
  type Problem,
  SourceError,
  type SourceRecord,
} from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import type { ConfigEntry } from './description/entry.ts';
import { areExceptions } from './guess/key.ts';
import { unreadable } from './rows/files/folder.ts';
import { partsOf } from './rows/open-table.ts';
import { type BoundEntry, bindEntry, type Fault } from './rows/records.ts';

/** The most kinds of problems that are reported for each file; the others are only counted. */
const shownPerFile = 100;

/** The most ids of one type that are remembered to find duplicates. */
const rememberedIds = 2_000_000;

/** What is known of a type while its entries are checked. */
interface TypeUnderCheck {
  /** Id → where it was first. */
  readonly places: Map<string, string>;
  /** For `distinct`. */
  readonly seen: Set<string> | undefined;
}

const unwatched: CheckWatch = { shown: 0, judge: () => [], block: () => {} };

export async function check(client: OpenedSource, watch: CheckWatch = unwatched): Promise<Problem[]> {
  const { source, config } = client;
  const problems: Problem[] = [...source.warnings, ...config.warnings];
  problems.push(...checkApplication(client, watch));
  const types = new Map<string, TypeUnderCheck>();
  // Rows that a system sends cannot be asked for.
  for (const entry of config.entries.filter(({ rows }) => rows.kind !== 'pushed')) {
    const { type } = entry.resource;
    const isDistinct = config.entries.some(other => other.distinct && other.resource.type === type);
    const known = types.get(type) ?? { places: new Map(), seen: isDistinct ? new Set<string>() : undefined };
    types.set(type, known);
    problems.push(...(await checkEntry(client, entry, known, watch)));
  }
  return withoutRepeats(client.isShipped ? problems.map(problem => ofShipped(problem, source.configFile)) : problems);
}

/** Nobody edits a description that ships with the program: what it names and no row has is what the API does not show. */
function ofShipped(problem: Problem, configFile: string): Problem {
  if (problem.severity !== 'warning' || !problem.place.startsWith(configFile)) return problem;
  return { ...problem, fix: 'nobody has it, or the credentials may not see it: compare their rights with the README' };
}

/** A file that cannot be read is a problem of each entry that reads it. It is shown once. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map(problem => [JSON.stringify(problem), problem])).values()];
}

function checkApplication({ source, config }: OpenedSource, watch: CheckWatch): Problem[] {
  const type = 'IntegratedApplication';
  const reasons = watch.judge(type, config.application);
  const place = source.configFile;
  const records = watch.shown > 0 && reasons.length === 0 ? [config.application] : [];
  const counts = {
    mapped: 1 - Math.sign(reasons.length),
    rejected: Math.sign(reasons.length),
    leftOut: 0,
    repeated: 0,
  };
  watch.block({ type, place, from: 'application', ...counts, records });
  return reasons.map(message => ({ severity: 'error', place: `${place} application`, message }));
}

async function checkEntry(
  client: OpenedSource,
  entry: ConfigEntry,
  known: TypeUnderCheck,
  watch: CheckWatch,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const { type } = entry.resource;
  const block = { mapped: 0, rejected: 0, leftOut: 0, repeated: 0, records: [] as SourceRecord[] };
  let from = entry.rows.name;
  try {
    const files = await partsOf(client, entry.rows, entry.take);
    from = files.join(', ');
    for (const file of files) {
      const bound = await bindEntry(client, entry, file, known.seen);
      problems.push(...(await checkRows(bound, file, known, watch, block)));
      problems.push(...((await bound.table.warnings?.()) ?? []));
      if (files.length === 1) from = bound.table.origin?.() ?? from;
    }
  } catch (error) {
    if (client.signal.aborted) throw error;
    problems.push(
      ...problemsOf(error, [client.source.dataFolder, entry.rows.name].filter(part => part !== '').join('/')),
    );
  }
  watch.block({ type, place: entry.place, from, ...block });
  // A system may have none of the things that a description of its vendor names.
  if (!client.isShipped && problems.length === 0 && block.mapped === 0 && block.repeated === 0) {
    const message = `no row becomes a ${type}`;
    const fix = `look at \`where\`, and at the rows of ${from}`;
    problems.push({ severity: 'warning', place: entry.place, message, fix });
  }
  return problems;
}

/** @throws the error, when it is no error of the configuration, of a file or of the system */
function problemsOf(error: unknown, place: string): readonly Problem[] {
  if (error instanceof SourceError) return error.problems;
  if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  const message = unreadable(error as NodeJS.ErrnoException);
  return [{ severity: 'error', place, message, fix: 'make the file readable' }];
}

type Counts = { mapped: number; rejected: number; leftOut: number; repeated: number; records: SourceRecord[] };

async function checkRows(
  bound: BoundEntry,
  file: string,
  { places }: TypeUnderCheck,
  watch: CheckWatch,
  block: Counts,
): Promise<Problem[]> {
  const { type } = bound.entry.resource;
  const found = new Findings(file);
  const unseen: Problem[] = [];
  for await (const { outcomes, gaps } of bound.outcomes()) {
    unseen.push(...gaps.map(unseenProblem));
    for (const { place, record, faults, repeats } of outcomes) {
      if (faults) {
        block.rejected += 1;
        for (const fault of faults) found.add(place, fault);
      } else if (repeats) block.repeated += 1;
      else if (!record) block.leftOut += 1;
      else {
        const reasons = watch.judge(type, record);
        for (const message of reasons) found.add(place, { message, kind: message });
        if (reasons.length > 0) {
          block.rejected += 1;
          continue;
        }
        block.mapped += 1;
        if (block.records.length < watch.shown) block.records.push(record);
        const earlier = places.get(record.id);
        if (earlier !== undefined) found.add(place, repeatedId(type, record.id, earlier));
        else if (places.size < rememberedIds) places.set(record.id, place);
      }
    }
  }
  return [...unseen, ...found.problems(type, block.mapped + block.rejected), ...(bound.table.unmatched?.() ?? [])];
}

/** Objects of one kind, such as tokens, may be out of reach on purpose. */
function unseenProblem({ subject, message, within }: Gap): Problem {
  return { severity: within ? 'warning' : 'error', place: subject, message };
}

function repeatedId(type: string, id: string, earlier: string): Fault {
  return {
    message: `${type} \`${id}\` occurs twice: first at ${earlier}`,
    kind: 'occurs twice',
    fix: 'map `id` to columns that tell the rows apart, set `distinct: true`, or remove one row',
  };
}

/** The faults of the rows of one name. Rows with the same fault are counted together. */
class Findings {
  readonly #name: string;
  readonly #groups = new Map<string, Fault & { readonly place: string; rows: number }>();
  #others = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(place: string, fault: Fault): void {
    const group = this.#groups.get(fault.kind);
    if (group) group.rows += 1;
    else if (this.#groups.size < shownPerFile) this.#groups.set(fault.kind, { ...fault, place, rows: 1 });
    else this.#others += 1;
  }

  problems(type: string, rows: number): Problem[] {
    const problems = [...this.#groups.values()].map(({ place, message, rows: count, fix, isMissing }): Problem => {
      const counted = count === 1 ? message : `${message} (${count} rows like this one, which is the first)`;
      // A read leaves such rows out, and brings all others.
      const severity = isMissing && areExceptions(count, rows) ? 'warning' : 'error';
      return { severity, place, message: counted, ...(fix !== undefined && { fix }) };
    });
    if (this.#others > 0) {
      const message = `${this.#others} more problems in its ${rows} rows, read as ${type}`;
      problems.push({ severity: 'error', place: this.#name, message });
    }
    return problems;
  }
}

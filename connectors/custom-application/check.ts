// Finds every problem of a source by reading all of it: missing columns, bad rows, duplicate ids.
import { type Problem, SourceError } from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import type { ConfigEntry } from './config.ts';
import { unreadable } from './folder.ts';
import { type BoundEntry, bindEntry } from './records.ts';

/** The most problems that are reported one by one for each file; the others are only counted. */
const shownPerFile = 100;

/** The most ids of one type that are remembered to find duplicates. */
const rememberedIds = 2_000_000;

export async function check(client: OpenedSource): Promise<Problem[]> {
  const problems: Problem[] = [...client.source.warnings, ...client.config.warnings];
  const idsOf = new Map<string, Map<string, string>>();
  for (const entry of client.config.entries) {
    const { type } = entry.resource;
    const ids = idsOf.get(type) ?? new Map<string, string>();
    idsOf.set(type, ids);
    problems.push(...(await checkEntry(client, entry, ids)));
  }
  return problems;
}

async function checkEntry(client: OpenedSource, entry: ConfigEntry, ids: Map<string, string>): Promise<Problem[]> {
  let bound: BoundEntry;
  try {
    bound = await bindEntry(client, entry);
  } catch (error) {
    if (error instanceof SourceError) return [...error.problems];
    if (client.signal.aborted) throw error;
    const message = unreadable(error as NodeJS.ErrnoException);
    return [
      { severity: 'error', place: `${client.source.dataFolder}/${entry.file}`, message, fix: 'make the file readable' },
    ];
  }
  const { type } = entry.resource;
  const problems: Problem[] = [];
  let found = 0;
  let rows = 0;
  const report = (line: number, message: string, fix?: string) => {
    found++;
    if (found > shownPerFile) return;
    problems.push({ severity: 'error', place: `${entry.file}:${line}`, message, ...(fix !== undefined && { fix }) });
  };
  for await (const outcomes of bound.outcomes()) {
    for (const { line, record, reasons } of outcomes) {
      if (record || reasons) rows++;
      for (const reason of reasons ?? []) report(line, reason);
      if (!record) continue;
      const place = `${entry.file}:${line}`;
      const earlier = ids.get(record.id);
      if (earlier !== undefined) {
        const fix = 'map `id` to columns that tell the rows apart, or remove one row';
        report(line, `${type} \`${record.id}\` occurs twice: first at ${earlier}`, fix);
      } else if (ids.size < rememberedIds) ids.set(record.id, place);
    }
  }
  if (found > shownPerFile) {
    const message = `${found - shownPerFile} more problems in its ${rows} rows, read as ${type}`;
    problems.push({ severity: 'error', place: entry.file, message });
  }
  if (rows === 0) {
    const message = `no row becomes a ${type}`;
    problems.push({
      severity: 'warning',
      place: entry.place,
      message,
      fix: `look at \`where\`, and at the rows of ${entry.file}`,
    });
  }
  return problems;
}

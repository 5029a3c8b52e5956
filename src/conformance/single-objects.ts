// The rule for single objects: a targeted read says of an object what a full read says of it, and invents none.
import { canonicalJson } from '../canonical-json.ts';
import type { ObjectReader, SourceRecord } from '../connector/contract.ts';
import type { CheckedRule } from './declaration.ts';
import type { Enumeration } from './enumeration.ts';
import { landedValues, spread } from './interruption.ts';
import type { Secrecy } from './secrecy.ts';
import { inTime, type Subject, withSource } from './subject.ts';

/** An id that no object has. */
const unusedId = '00000000-0000-4000-8000-00000000dead';

/** @returns undefined when the connector cannot read single objects */
export async function singleObjectsRule(
  subject: Subject,
  secrecy: Secrecy,
  enumerations: readonly Enumeration[],
): Promise<CheckedRule | undefined> {
  const readers = Object.entries(subject.connector.readObjects ?? {});
  if (readers.length === 0) return undefined;
  const faults: string[] = [];
  for (const [type, readObjects] of readers) {
    const full = enumerations.find(({ read }) => read.lands === type);
    if (!full) faults.push(`${type}: single objects can be read, and no read lands the type`);
    else faults.push(...(await faultsOf(subject, secrecy, full, readObjects!)).map(fault => `${type}: ${fault}`));
  }
  const note = readers.map(([type]) => type).join(', ');
  return { rule: 'says of single objects what it says of all', faults, note };
}

async function faultsOf(
  subject: Subject,
  secrecy: Secrecy,
  full: Enumeration,
  readObjects: ObjectReader<unknown>,
): Promise<string[]> {
  const { lands } = full.read;
  const ids = [...full.pageOf.keys()];
  const asked = spread(ids.length).map(index => ids[index]!);
  const landedBefore = (of: string, field: string, only?: readonly string[]) => landedValues(subject, of, field, only);
  const before = await recordsWith(subject, lands, asked);
  const read = await withSource(subject, { landedBefore }, ({ client }) =>
    inTime(subject.patienceMs, readObjects(client, [...asked, unusedId]), `single objects of ${lands}`),
  );
  const { place: _, ...told } = read;
  secrecy.watch(`single objects of ${lands}`, told);
  const after = await recordsWith(subject, lands, asked);
  const brought = new Map(read.records.map(record => [record.id, record]));
  // An object that changes while it is looked at proves nothing.
  const same = (one?: SourceRecord, other?: SourceRecord) =>
    canonicalJson(one ?? null) === canonicalJson(other ?? null);
  const isStill = (id: string) => same(before.get(id), after.get(id));
  const others = [...brought.keys()].filter(id => !asked.includes(id));
  return [
    ...others.map(id => `brings ${id}, which it was not asked for`),
    ...read.gone.filter(id => after.has(id)).map(id => `says that ${id} is gone, which a full read brings`),
    ...read.gone.filter(id => brought.has(id)).map(id => `brings ${id}, and says that it is gone`),
    ...asked
      .filter(id => brought.has(id) && isStill(id) && !same(brought.get(id), before.get(id)))
      .map(
        id => `says of ${id} ${canonicalJson(brought.get(id))}, and a full read says ${canonicalJson(before.get(id))}`,
      ),
    ...(asked.length > 0 && brought.size === 0 ? [`brings none of ${asked.join(', ')}`] : []),
  ];
}

/** What a full read says of some objects. */
async function recordsWith(subject: Subject, type: string, ids: readonly string[]): Promise<Map<string, SourceRecord>> {
  return withSource(subject, {}, async opened => {
    const records = new Map<string, SourceRecord>();
    const read = opened.reads.find(({ lands }) => lands === type)!;
    for await (const page of opened.pages(read))
      for (const record of page.records) if (ids.includes(record.id)) records.set(record.id, record);
    return records;
  });
}

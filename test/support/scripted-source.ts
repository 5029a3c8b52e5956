// A source system whose behaviour a test scripts.
import { z } from 'zod';
import {
  type Connector,
  defineConnector,
  type Page,
  SourceError,
  type SourceRecord,
} from '../../src/connector/contract.ts';
import { landableFields, type Resource, referenceOf } from '../../src/resources/define.ts';
import { landingSchema } from '../../src/resources/json-schema.ts';
import { resources } from '../../src/resources/registry.ts';

export type Pages = (
  cursor: string | undefined,
  signal: AbortSignal,
  since?: string,
) => AsyncIterable<Page> | Iterable<Page>;

/** Type → the pages that a read of it yields. */
export type Script = Record<string, Pages>;

/** A connector `scripted`. The setting `script` of a source names the entry of `scripts`, looked up when the source is opened. */
export function scriptedConnector(scripts: Map<string, Script>): Connector {
  return defineConnector({
    type: 'scripted',
    title: 'Scripted source',
    description: 'Reads what a test says.',
    settings: z.strictObject({ script: z.string() }),
    async open({ script }, { signal }) {
      const found = scripts.get(script);
      if (!found) throw new SourceError([{ severity: 'error', place: script, message: 'does not answer' }]);
      return { script: found, signal };
    },
    check: async () => [],
    reads: ({ script, signal }) =>
      Object.entries(script).map(([lands, pages]) => ({
        lands,
        async *pages(_client: unknown, cursor: string | undefined, since?: string) {
          yield* pages(cursor, signal, since);
        },
      })),
  });
}

const listed = new WeakMap<Pages, readonly SourceRecord[]>();

/** Pages of a fixed list, with cursors, so that a read can resume. */
export function pagesOf(records: readonly SourceRecord[], pageSize = 100): Pages {
  const pages: Pages = function* (cursor) {
    for (let start = Number(cursor ?? 0); start < records.length; start += pageSize) {
      yield { records: records.slice(start, start + pageSize), cursor: String(start + pageSize) };
    }
  };
  listed.set(pages, records);
  return pages;
}

/** The list that `pagesOf` was given; undefined for other pages. */
export const recordsOfPages = (pages: Pages): readonly SourceRecord[] | undefined => listed.get(pages);

/** The record of a type with this index: only the fields that a source has to give. */
export function sampleRecord(resource: Resource, index: number): SourceRecord {
  const fields = landableFields(resource);
  const entries = requiredFields(resource).map(name => [name, sampleValue(name, fields[name]!, index)]);
  return { ...Object.fromEntries(entries), id: `${resource.type}-${index}` };
}

const required = new WeakMap<Resource, string[]>();

/** Cached, because making a schema takes a thousand times as long as making a record of it. */
function requiredFields(resource: Resource): string[] {
  let names = required.get(resource);
  if (!names) {
    names = (landingSchema(resource) as { required: string[] }).required;
    required.set(resource, names);
  }
  return names;
}

function sampleValue(name: string, field: z.ZodType, index: number): unknown {
  if (field instanceof z.ZodEnum) return field.options[index % field.options.length];
  const reference = referenceOf(field);
  if (reference) return `${'type' in reference ? reference.type : 'Account'}-${index}`;
  const { type, format } = field.def as { type: string; format?: string };
  if (format === 'datetime') return new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  if (type === 'string') return `${name} ${index}`;
  if (type === 'boolean') return index % 2 === 0;
  if (type === 'number') return index;
  if (type === 'array') return [];
  throw new Error(`no sample value for ${name} (${type})`);
}

/** A script that fills every type with `count` records; `change` may alter each record. */
export function everyType(count: number, change: (record: SourceRecord) => SourceRecord = record => record): Script {
  return Object.fromEntries(
    resources
      .filter(resource => resource.madeBy === 'connectors')
      .map(resource => [
        resource.type,
        pagesOf(Array.from({ length: count }, (_, index) => change(sampleRecord(resource, index)))),
      ]),
  );
}

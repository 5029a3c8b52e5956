// The files of a collection: which kinds of objects they have, whether they are of one version and whether any is missing.
import type { Gap } from '../../src/connector/contract.ts';
import { scalarText } from '../../src/connector/exact-json.ts';
import { type ImportFile, refuseImport } from '../../src/connector/files/file-set.ts';
import { listElements } from '../../src/connector/files/json-elements.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';
import { isKind, type Kind, kinds, neededKinds } from './kinds.ts';

/** An object of a file as SharpHound wrote it. */
export interface CollectedObject {
  /** For messages. */
  readonly place: string;
  readonly value: unknown;
}

/** What a file says of itself (`meta`). */
export interface CollectionFile {
  readonly file: ImportFile;
  readonly kind: Kind;
  readonly version: number;
  /** Flags of what was collected; 0 where the collector does not say. */
  readonly methods: number;
  /** How many objects were written; undefined: it does not say. */
  readonly stated: number | undefined;
  readonly objects: number;
}

/** Flags of `meta.methods` (CollectionMethod of SharpHoundCommon). */
export const methods = {
  group: 1 << 0,
  localAdmin: 1 << 1,
  session: 1 << 3,
  accessControl: 1 << 6,
  container: 1 << 7,
  properties: 1 << 9,
} as const;

const versions: readonly number[] = [5, 6];
const otherFile = 'leave only the files of one collection by SharpHound there';

/** Each object of a file, and at the end what the file says of itself. */
export async function* objectsOfFile(file: ImportFile): AsyncGenerator<CollectedObject, CollectionFile> {
  let objects = 0;
  for await (const part of listElements(file.read(), file.name, 'data')) {
    if ('rest' in part) return collectionFileOf(file, part.rest, objects);
    objects += 1;
    yield part;
  }
  return refuseImport(file.name, 'has no end', otherFile);
}

function collectionFileOf(file: ImportFile, rest: unknown, objects: number): CollectionFile {
  const type = textAt(rest, 'meta', 'type')?.toLowerCase() ?? '';
  const version = Number(scalarText(valueAt(rest, 'meta', 'version')));
  if (type === '' || Number.isNaN(version))
    refuseImport(file.name, 'has no `meta` with type and version, so it is none of SharpHound', otherFile);
  if (!versions.includes(version)) {
    const message = `has the format ${version}, and ${versions.join(' and ')} are read`;
    refuseImport(file.name, message, 'collect again with SharpHound 2 of BloodHound Community Edition');
  }
  if (!isKind(type))
    refuseImport(file.name, `has objects of type \`${type}\`, not one of ${Object.keys(kinds).join(', ')}`, otherFile);
  const stated = valueAt(rest, 'meta', 'count');
  return {
    ...{ file, kind: type, version, objects },
    methods: Number(scalarText(valueAt(rest, 'meta', 'methods'))) || 0,
    stated: typeof stated === 'number' ? stated : undefined,
  };
}

/** @throws SourceError when the files are of several versions */
export function expectOneVersion(files: readonly CollectionFile[]): void {
  const [first, ...others] = files;
  const other = others.find(({ version }) => version !== first!.version);
  if (!other) return;
  const message = `has the format ${other.version}, and ${first!.file.name} has ${first!.version}`;
  refuseImport(other.file.name, message, otherFile);
}

/** `20240305110018_users.json` → `20240305110018_`: the files of one run of SharpHound. */
const runOf = ({ file, kind }: CollectionFile): string =>
  file.name.toLowerCase().endsWith(`${kind}.json`) ? file.name.slice(0, -`${kind}.json`.length) : '';

/** Files that are missing or have fewer objects than were written, by the kind of these objects. */
export function missingParts(files: readonly CollectionFile[]): { kind: Kind; gap: Gap }[] {
  const runs = Map.groupBy(files, runOf);
  const absent = [...runs].flatMap(([run, ofRun]) =>
    neededKinds
      .filter(kind => !ofRun.some(file => file.kind === kind))
      .map(kind => {
        const message = `the collection has no file of ${kind}: it was not collected or got lost; collect again with the method All`;
        return { kind, gap: { reason: 'failed', subject: `${run}${kind}.json`, message, missing: 'objects' } as const };
      }),
  );
  const short = files
    .filter(({ stated, objects }) => stated !== undefined && stated > objects)
    .map(({ kind, file, stated, objects }) => {
      const message = `has ${objects} objects and says that it had ${stated}; collect again`;
      return { kind, gap: { reason: 'failed', subject: file.name, message, missing: 'objects' } as const };
    });
  return [...absent, ...short];
}

/** Files of a kind in which something was not collected, as their methods say. */
export const withoutMethod = (files: readonly CollectionFile[], flag: number): CollectionFile[] =>
  files.filter(file => file.methods !== 0 && (file.methods & flag) === 0);

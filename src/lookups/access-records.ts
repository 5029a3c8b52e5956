// The graph of access of a version as record files give it. It runs in the process of lookups, for clients that see the same of the version.
//
// A table whose parts do not all have a record file lies in the version's own file, where it is small, or was written by a previous release.
// Its visible rows are copied into a record file of the process when they are first needed.
import fs from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { PlainVisibility } from '../resources/visibility/visible.ts';
import { takeChunks } from '../warehouse/duckdb.ts';
import type { OpenedVersion } from '../warehouse/version/read-only.ts';
import {
  hasInstances,
  type KeyWords,
  openRecordFile,
  type RecordFile,
  type RecordPages,
  type RecordTable,
  recordFile,
  recordTables,
  writeRecordFile,
} from '../warehouse/version/record-files.ts';
import { partFile, type TablePart } from '../warehouse/version/table-parts.ts';

/** An object of the graph of access. */
export interface NamedObject {
  readonly objectId: string;
  readonly objectType: string;
  readonly objectName: string | null;
}

export interface AccessGrant {
  readonly holder: number;
  readonly object: number;
  readonly permissions: number;
  readonly isDenial: boolean;
  /** The assignment. */
  readonly id: string | null;
}

/** Finds nodes and relationships by the numbers of nodes. */
export interface AccessRecords {
  /** The number of an object; undefined: it has no node, or is not visible. */
  numberOf(id: string): number | undefined;
  /** What a node is; undefined: it is not visible. */
  nameOf(number: number): NamedObject | undefined;
  /** The containers that a node is directly in. */
  membershipsOf(member: number): { readonly container: number; readonly id: string | null }[];
  /** The containers that a container is in over any number of steps, itself included. */
  outsidesOf(container: number): number[];
  /** The grants and denials of some holders on an object. */
  grantsOf(object: number, holders: ReadonlySet<number>): AccessGrant[];
  /** The resources that a resource is directly in. */
  parentsOf(resource: number): number[];
  /** The resources that a resource is in over any number of steps. */
  ancestorsOf(resource: number): number[];
  close(): void;
}

/** Bytes of pages that are kept. */
const mostBytes = 16 * 1024 ** 2;
/** Reading the record of one holder takes as long as reading this many records that lie beside each other. */
const recordsOfSearch = 8;

/** @param visible what may be seen; null: all @param folder where the process may write */
export async function openAccessRecords(
  { connection, tables }: Pick<OpenedVersion, 'connection' | 'tables'>,
  visible: PlainVisibility | null,
  folder: string,
): Promise<AccessRecords> {
  const pages = new LRUCache<number, Buffer>({ maxSize: mostBytes, sizeCalculation: page => page.length });
  const opener = createOpener(pages);
  const opened = {} as Record<RecordTable, readonly RecordFile[]>;
  for (const { table, of } of recordTables) {
    const parts = visibleParts(tables.parts.get(of), visible);
    const files = parts?.map(part => ({ file: partFile(tables.folder, recordFile(table, part)), part }));
    if (files?.every(({ file }) => fs.existsSync(file))) {
      opened[table] = files.map(({ file, part }) => opener(table, file, hasInstances(part)));
    } else {
      const file = path.join(folder, `${table}.records`);
      const take = (sql: string, each: Parameters<typeof takeChunks>[2]) => takeChunks(connection, sql, each);
      await writeRecordFile(take, file, `inventory.${of}`, table, false);
      opened[table] = [opener(table, file, false)];
    }
  }
  return recordsOf(opened, visible && new Set(visible.instances));
}

/** The parts that have visible rows; undefined when the table has no parts. */
function visibleParts(parts: readonly TablePart[] | undefined, visible: PlainVisibility | null) {
  return parts?.filter(
    part => visible === null || hasInstances(part) || visible.instances.includes(part.applicationInstanceId!),
  );
}

function createOpener(pages: RecordPages) {
  let files = 0;
  return (table: RecordTable, file: string, withInstance: boolean) =>
    openRecordFile(file, table, withInstance, pages, files++);
}

function recordsOf(
  opened: Readonly<Record<RecordTable, readonly RecordFile[]>>,
  instances: ReadonlySet<string> | null,
): AccessRecords {
  function find<Row extends object>(table: RecordTable, key: KeyWords): Row[] {
    const found = opened[table].flatMap(file => file.find<Row & OfInstance>(key));
    return instances === null ? found : found.filter(record => isVisible(record, instances));
  }
  return {
    numberOf: id => find<{ number: number }>('node_numbers', wordsOfId(id))[0]?.number,
    nameOf(number) {
      const [found] = find<NamedObject>('node_names', [number]);
      return found && { objectId: found.objectId, objectType: found.objectType, objectName: found.objectName };
    },
    membershipsOf: member =>
      find<{ container: number; relation_id: string | null }>('memberships', [member]).map(
        ({ container, relation_id: id }) => ({ container, id }),
      ),
    outsidesOf: container => find<{ outside: number }>('nesting', [container]).map(({ outside }) => outside),
    grantsOf(object, holders) {
      const count = opened.grants.reduce((sum, file) => sum + file.count([object]), 0);
      const found =
        count > holders.size * recordsOfSearch
          ? [...holders].flatMap(holder => find<Granted>('grants', [object, holder]))
          : find<Granted>('grants', [object]).filter(({ holder }) => holders.has(holder));
      return found.map(({ holder, permissions, is_denial: isDenial, assignment_id: id }) => {
        return { object, holder, permissions, isDenial, id };
      });
    },
    parentsOf: resource => find<{ parent: number }>('containments', [resource]).map(({ parent }) => parent),
    ancestorsOf: resource => find<{ ancestor: number }>('places', [resource]).map(({ ancestor }) => ancestor),
    close() {
      for (const file of Object.values(opened).flat()) file.close();
    },
  };
}

/** A record of a part with several application instances says to which it belongs. */
interface OfInstance {
  readonly application_instance_id?: string | null;
}

/** The other parts are those of visible instances. */
function isVisible({ application_instance_id: instance }: OfInstance, instances: ReadonlySet<string>): boolean {
  return instance === undefined || (instance !== null && instances.has(instance));
}

interface Granted {
  readonly holder: number;
  readonly permissions: number;
  readonly is_denial: boolean;
  readonly assignment_id: string | null;
}

const wordsOfId = (id: string): KeyWords =>
  Array.from(id.replaceAll('-', '').matchAll(/.{8}/g), ([digits]) => Number.parseInt(digits, 16));

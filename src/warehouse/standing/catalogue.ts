// What a standing database holds: its databases in memory, their relations, and which tables have rows.
import type { EmptyWhen } from './emptiness.ts';

export interface Catalogue {
  /** Databases in memory. They stay attached. */
  readonly databases: Set<string>;
  /** Databases that are attached from files. */
  readonly files: Set<string>;
  readonly schemas: Set<string>;
  /** The tables and views of the databases in memory, by name (`statements.ts`, relationNameOf). */
  readonly relations: Map<string, Relation>;
}

export type Relation =
  | { readonly kind: 'table'; hasRows: boolean }
  | {
      readonly kind: 'view';
      /** The statement that created it. */
      readonly create: string;
      /** Another one for each view that was created: the database does not notice that a plan has a view that was replaced. */
      readonly serial: number;
      /** The relations that it reads; undefined when it reads anything else, too. */
      readonly reads: ReadonlySet<string> | undefined;
      readonly emptyWhen: EmptyWhen;
    };

export function emptyCatalogue(): Catalogue {
  return { databases: new Set(), files: new Set(), schemas: new Set(), relations: new Map() };
}

/** Whether a relation is in a database in memory. */
export function isInMemory(catalogue: Catalogue, name: string): boolean {
  return catalogue.databases.has(name.split('.')[0]!);
}

/** Whether all of these relations are tables in memory, or views of such tables. */
export function areInMemory(catalogue: Catalogue, names: Iterable<string>): boolean {
  return [...names].every(name => {
    const relation = catalogue.relations.get(name);
    if (!relation || !isInMemory(catalogue, name)) return false;
    return relation.kind === 'table' || (relation.reads !== undefined && areInMemory(catalogue, relation.reads));
  });
}

/** Whether a query is known to give no rows. */
export function isEmpty(catalogue: Catalogue, when: EmptyWhen): boolean {
  if ('any' in when) return when.any.some(each => isEmpty(catalogue, each));
  if ('all' in when) return when.all.every(each => isEmpty(catalogue, each));
  const relation = catalogue.relations.get(when.table);
  if (!relation || !isInMemory(catalogue, when.table)) return false;
  return relation.kind === 'table' ? !relation.hasRows : isEmpty(catalogue, relation.emptyWhen);
}

/** The serial numbers of the views through which relations are read. */
export function viewsIn(catalogue: Catalogue, names: Iterable<string>): number[] {
  return [...names].flatMap(name => {
    const relation = catalogue.relations.get(name);
    return relation?.kind === 'view' ? [relation.serial, ...viewsIn(catalogue, relation.reads ?? [])] : [];
  });
}

export function tablesWithRows(catalogue: Catalogue, database: string): string[] {
  return [...catalogue.relations].flatMap(([name, relation]) =>
    name.startsWith(`${database}.`) && relation.kind === 'table' && relation.hasRows ? [name] : [],
  );
}

/** A table was created, or rows were added to it. */
export function noteTable(catalogue: Catalogue, name: string, hasRows: boolean): void {
  if (!isInMemory(catalogue, name)) return;
  const relation = catalogue.relations.get(name);
  if (relation?.kind === 'table') relation.hasRows ||= hasRows;
  else catalogue.relations.set(name, { kind: 'table', hasRows });
}

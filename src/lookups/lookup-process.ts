// The process that lookups run in. It can read the files of one version at a time and nothing else. src/sandbox/process.ts starts it.
import path from 'node:path';
import process from 'node:process';
import type { DuckDBConnection, DuckDBResultReader } from '@duckdb/node-api';
import { bindValues, wrongPatterns } from '../exports/bound-conditions.ts';
import type { ExportProblem } from '../exports/filters.ts';
import { toJson } from '../queries/json-rows.ts';
import { serveOwner } from '../sandbox/child.ts';
import { lock, type OpenedVersion, openVersionFile, type VersionOpening } from '../warehouse/version/read-only.ts';
import { type AccessRecords, openAccessRecords } from './access-records.ts';
import { type BetweenEdges, type BetweenRequest, findBetween } from './between.ts';
import {
  closeLookup,
  type LookupParameters,
  type PreparedLookup,
  prepareLookup,
  runLookup,
} from './prepared-lookup.ts';
import { previewRisks, type RiskPreviewRequest } from './risk-preview.ts';
import { mostScimMembers, type ScimSelection, scimCount, scimMemberCount, scimPage } from './scim/statements.ts';
import {
  countStatement,
  type FacetSelection,
  facetStatement,
  type ListStatement,
  type PageSelection,
  pageStatement,
} from './selection.ts';

/** A lookup of sql/lookups, what lies between objects of the graph of access, a page of a list, its facets, what a change does to risks, or a page of SCIM. */
export type LookupRequest =
  | NamedLookup
  | { readonly between: BetweenRequest }
  | { readonly page: PageSelection }
  | { readonly facets: FacetSelection }
  | { readonly riskPreview: RiskPreviewRequest }
  | { readonly scim: ScimSelection };

export interface NamedLookup {
  /** The file `sql/lookups/<name>.sql`, or the folder `sql/lookups/<name>` with steps. */
  readonly name: string;
  readonly parameters: LookupParameters;
}

/** A page of a list. */
export interface SelectedPage {
  /** Global ids, in order. */
  readonly ids: readonly string[];
  /** Objects of all pages; only on the first page. */
  readonly total?: number;
}

/** The values of a field. */
export interface Facet {
  readonly field: string;
  /** The most frequent first. */
  readonly values: readonly { readonly value: string | number | boolean; readonly count: number }[];
  /** How many different values there are. */
  readonly distinct: number;
  /** Objects without the field. */
  readonly missing: number;
}

export interface SelectedFacets {
  /** Objects that the filters select. */
  readonly total: number;
  readonly facets: readonly Facet[];
}

/** A page of SCIM. */
export interface ScimRows {
  /** Resources that the filter selects. */
  readonly total: number;
  readonly rows: readonly object[];
  /** The groups of the page have so many members, more than one answer holds. There are no rows then. */
  readonly tooManyMembers?: number;
}

interface OpenVersion extends Pick<OpenedVersion, 'connection'> {
  readonly lookUp: (lookup: NamedLookup) => Promise<object[]>;
  readonly between: (request: BetweenRequest) => Promise<BetweenEdges[]>;
  close(): void;
}

async function open(opening: VersionOpening): Promise<OpenVersion> {
  const version = await openVersionFile(opening, path.resolve('spill'));
  const { connection, connect } = version;
  await lock(version, {});
  const prepared = new Map<string, PreparedLookup>();
  const lookUp = createLookUp(connect, prepared);
  let records: AccessRecords | undefined;
  const between = async (request: BetweenRequest) => {
    records ??= await openAccessRecords(version, opening.visible, process.cwd());
    return findBetween(request, records);
  };
  const close = () => {
    records?.close();
    for (const lookup of prepared.values()) closeLookup(lookup);
    version.close();
  };
  return { connection, lookUp, between, close };
}

async function run(opened: OpenVersion, request: LookupRequest): Promise<object> {
  if ('page' in request) return pageOf(opened.connection, request.page);
  if ('facets' in request) return facetsOf(opened.connection, request.facets);
  if ('riskPreview' in request) return previewRisks(opened.connection, request.riskPreview);
  if ('scim' in request) return scimOf(opened.connection, request.scim);
  if ('between' in request) return opened.between(request.between);
  return opened.lookUp(request);
}

/** Lookups that were used stay prepared, because planning takes longer than most lookups. */
function createLookUp(connect: OpenedVersion['connect'], prepared: Map<string, PreparedLookup>): OpenVersion['lookUp'] {
  return async ({ name, parameters }) => {
    const lookup = prepared.get(name) ?? (await prepareLookup(await connect(), name, parameters));
    prepared.set(name, lookup);
    return rowsOf(await runLookup(lookup, parameters));
  };
}

/** The answer when the engine refuses filters: what is wrong with each. */
export interface Refused {
  readonly problems: readonly ExportProblem[];
}

/** The name of the parameter with the filters, for messages. */
const filterPlace = 'filter';

/** The page, and on the first one how many objects the whole list has. */
async function pageOf(connection: DuckDBConnection, page: PageSelection): Promise<SelectedPage | Refused> {
  const problems = await wrongPatterns(connection, page.filters, filterPlace);
  if (problems.length > 0) return { problems };
  const rows = await rowsOfStatement<{ id: string }>(connection, pageStatement(page));
  const ids = rows.map(({ id }) => id);
  if (page.after !== null) return { ids };
  const [counted] = await rowsOfStatement<{ total: number }>(connection, countStatement(page));
  return { ids, total: counted!.total };
}

async function facetsOf(connection: DuckDBConnection, selection: FacetSelection): Promise<SelectedFacets | Refused> {
  const problems = await wrongPatterns(connection, selection.filters, filterPlace);
  if (problems.length > 0) return { problems };
  const [counted] = await rowsOfStatement<{ total: number }>(connection, countStatement(selection));
  const facets: Facet[] = [];
  for (const field of selection.fields) {
    const [row] = await rowsOfStatement<FacetRow>(connection, facetStatement(selection, field));
    const { values, distinct_values: distinct, missing } = row!;
    facets.push({ field, values: values ?? [], distinct, missing });
  }
  return { total: counted!.total, facets };
}

type FacetRow = Pick<Facet, 'missing'> & { readonly values: Facet['values'] | null; readonly distinct_values: number };

async function scimOf(connection: DuckDBConnection, selection: ScimSelection): Promise<ScimRows> {
  const countOf = async (statement: ListStatement) =>
    (await rowsOfStatement<{ total: number }>(connection, statement))[0]!.total;
  const total = await countOf(scimCount(selection));
  if (selection.size === 0) return { total, rows: [] };
  const hasMembers = selection.type === 'Group' && selection.withMembers;
  const members = hasMembers ? await countOf(scimMemberCount(selection)) : 0;
  if (members > mostScimMembers) return { total, rows: [], tooManyMembers: members };
  return { total, rows: await rowsOfStatement(connection, scimPage(selection)) };
}

async function rowsOfStatement<Row>(connection: DuckDBConnection, statement: ListStatement): Promise<Row[]> {
  const prepared = await connection.prepare(statement.sql);
  try {
    bindValues(prepared, statement);
    return rowsOf(await prepared.runAndReadAll()) as Row[];
  } finally {
    prepared.destroySync();
  }
}

function rowsOf(result: DuckDBResultReader): object[] {
  const names = result.columnNames();
  const types = result.columnTypes();
  return result
    .getRows()
    .map(row => Object.fromEntries(row.map((value, column) => [names[column]!, toJson(value, types[column]!)])));
}

serveOwner<VersionOpening, OpenVersion, LookupRequest>({
  open,
  run,
  close: opened => opened.close(),
  explain: error => ({ message: (error as Error).message, isUnknown: true }),
});

// Finds the objects that a command names by id, name, alias or e-mail address.
import { OperatorError } from '../../errors.ts';
import { isUuid } from '../../uuid.ts';
import type { ApiClient, Json } from '../api/api-client.ts';
import { type AsOfOption, asOfBody } from '../as-of.ts';
import { isShortId } from '../short-id.ts';

/** The application instance of a source. @throws OperatorError that lists the sources */
export async function instanceOfSource(api: ApiClient, source: string): Promise<string> {
  const { items } = (await api.send('GET', '/v1/capabilities')) as { items: Json[] };
  const found = items.find(item => item.sourceId === source);
  if (found) return String(found.applicationInstanceId);
  throw new OperatorError(`there is no source ${source}; known are ${items.map(item => item.sourceId).join(', ')}`);
}

/** The names of sources, by the ids of their application instances. An id stays where the source is no longer configured. */
export async function sourceNames(api: ApiClient): Promise<(instance: string | undefined) => string | undefined> {
  const { items } = (await api.send('GET', '/v1/capabilities')) as { items: Json[] };
  const names = new Map(items.map(item => [String(item.applicationInstanceId), String(item.sourceId)]));
  return instance => instance && (names.get(instance) ?? instance);
}

const kinds = {
  account: { table: 'accounts', columns: ['id', 'alias', 'email'] },
  role: { table: 'roles', columns: ['id', 'name'] },
  group: { table: 'user_groups', columns: ['id', 'name'] },
} as const;

/**
 * The global id of a named object. A name may also be the global id itself, or its beginning where that is unique.
 * @param source where to look; undefined: in all sources
 * @param asOf the version in which to look; default: the one in service
 * @throws OperatorError when nothing, or more than one object, has the name
 */
export async function namedObject(
  api: ApiClient,
  kind: keyof typeof kinds,
  name: string,
  source: string | undefined,
  asOf: AsOfOption = {},
): Promise<string> {
  if (isUuid(name.toLowerCase())) return name.toLowerCase();
  const { table, columns } = kinds[kind];
  const instance = source === undefined ? undefined : await instanceOfSource(api, source);
  const matching = async (condition: string, text: string) => {
    const { rows } = (await api.send('POST', '/v1/query/execute', {
      query_string: `SELECT global_id::VARCHAR, application_instances.source_id FROM ${table}
        JOIN application_instances USING (application_instance_id)
        WHERE (${condition})
          ${instance === undefined ? '' : 'AND application_instance_id::VARCHAR = :instance'} ORDER BY 2, 1`,
      parameters: { name: text, ...(instance !== undefined && { instance }) },
      page_size: 20,
      ...asOfBody(asOf),
    })) as unknown as { rows: [globalId: string, source: string][] };
    return rows;
  };
  const named = await matching(columns.map(column => `${table}.${column} = :name`).join(' OR '), name);
  const isBegin = named.length === 0 && isShortId(name);
  const rows = isBegin ? await matching('starts_with(global_id::VARCHAR, :name)', name.toLowerCase()) : named;
  if (rows.length === 1) return rows[0]![0];
  if (rows.length === 0) {
    const where = source === undefined ? '' : ` in source ${source}`;
    throw new OperatorError(`there is no ${kind} ${name}${where}; \`rolecall find\` finds names despite typing errors`);
  }
  const listed = rows.map(([id, of]) => `${id} (${of})`).join(', ');
  throw new OperatorError(
    `several ${kind}s have the name ${name}; say which with --source or its global id: ${listed}`,
  );
}

export interface NamedAccount {
  readonly source: string;
  readonly alias: string;
}

/** Sources and aliases of accounts, by global id, and the version in service. An id that is no account there is missing. */
export async function namesOfAccounts(
  api: ApiClient,
  ids: readonly string[],
): Promise<{ readonly names: ReadonlyMap<string, NamedAccount>; readonly version: string }> {
  const { rows, warehouse_version: version } = (await api.send('POST', '/v1/query/execute', {
    query_string: 'SELECT global_id::VARCHAR, source_id, alias FROM accounts WHERE global_id::VARCHAR IN (:ids)',
    parameters: { ids },
    page_size: 10_000,
  })) as unknown as { rows: [string, string, string][]; warehouse_version: string };
  return { names: new Map(rows.map(([id, source, alias]) => [id, { source, alias }])), version };
}

// rolecall access: what an account reaches, and through what. A tree on a terminal, JSON in a pipe, or rows in a format.
import { OperatorError } from '../../errors.ts';
import { isUuid } from '../../uuid.ts';
import { type ApiClient, connectApi } from '../api/api-client.ts';
import { type AsOfOption, asOfBody, asOfQuery } from '../as-of.ts';
import { namedObject } from '../changes/named-objects.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal, printJson, printLine, printRows } from '../output.ts';
import { isShortId } from '../short-id.ts';
import { type AccessPaths, drawAccess, drawPaths, type ReachedObject } from './access-tree.ts';

export interface AccessOptions extends AsOfOption {
  readonly source?: string;
  readonly type?: string;
  readonly limit?: number;
  /** The format of the list of reached objects. */
  readonly format?: Format;
}

const objectLimit = 200;

export async function showAccess(
  common: CommonOptions,
  account: string,
  object: string | undefined,
  options: AccessOptions,
): Promise<void> {
  if (object !== undefined && options.format !== undefined) {
    throw new OperatorError('--format is for the list of all that an account reaches: leave out the object');
  }
  const api = await connectApi(common);
  const accountId = await namedObject(api, 'account', account, options.source, options);
  if (object === undefined) await showReached(api, account, accountId, options);
  else await showPaths(api, accountId, object, options);
}

async function showReached(api: ApiClient, account: string, accountId: string, options: AccessOptions): Promise<void> {
  const { type, limit = objectLimit } = options;
  const filter = type === undefined ? '' : `&objectType=${encodeURIComponent(type)}`;
  const items: ReachedObject[] = [];
  let hasMore = false;
  for await (const item of api.items(
    `/v1/accounts/${accountId}/access?pageSize=200${filter}${asOfQuery(options, '&')}`,
  )) {
    if (items.length === limit) {
      hasMore = true;
      break;
    }
    items.push(item as unknown as ReachedObject);
  }
  if (options.format !== undefined || !isTerminal()) {
    printRows(items, reachedView, {
      format: options.format,
      counts: ['steps'],
      essential: ['name', 'permissions'],
      main: ['type'],
    });
  } else if (items.length === 0) {
    printLine(`${account} reaches nothing${type === undefined ? '' : ` of type ${type}`}`);
  } else for (const line of drawAccess(account, items)) printLine(line);
  if (hasMore) printLine(`there are more than ${limit} objects; --limit shows more of them`, process.stderr);
}

function reachedView({ objectType, objectName, objectId, hops, permissions }: ReachedObject): Record<string, unknown> {
  return { type: objectType, name: objectName, permissions: permissions.join(', '), steps: hops, id: objectId };
}

async function showPaths(api: ApiClient, accountId: string, object: string, options: AccessOptions): Promise<void> {
  const objectId = await reachedObject(api, accountId, object, options);
  const query = new URLSearchParams({
    ...(options.limit !== undefined && { limit: String(options.limit) }),
    ...(options.asOf !== undefined && { asOf: options.asOf }),
  });
  const answer = await api.send('GET', `/v1/accounts/${accountId}/access/${objectId}/paths?${query}`);
  if (!isTerminal()) {
    printJson(answer);
    return;
  }
  for (const line of drawPaths(answer as unknown as AccessPaths)) printLine(line);
}

/**
 * The global id of an object that is named by its global id, the beginning of that, or its name, in the instance of the account if one has the name there.
 * @throws OperatorError when nothing, or more than one object, has the name
 */
async function reachedObject(
  api: ApiClient,
  accountId: string,
  name: string,
  { type, ...options }: AccessOptions,
): Promise<string> {
  if (isUuid(name.toLowerCase())) return name.toLowerCase();
  const { rows } = (await api.send('POST', '/v1/query/execute', {
    query_string: `SELECT object.object_id::VARCHAR, object.object_type, source.source_id
      FROM objects AS object
      JOIN application_instances AS source USING (application_instance_id)
      LEFT JOIN accounts AS account
        ON account.global_id::VARCHAR = :account AND account.application_instance_id = object.application_instance_id
      WHERE (object.object_name = :name OR (:isBegin AND starts_with(object.object_id::VARCHAR, lower(:name))))${type === undefined ? '' : ' AND object.object_type = :type'}
      QUALIFY rank() OVER (ORDER BY account.global_id IS NULL) = 1
      ORDER BY 2, 3, 1`,
    parameters: { account: accountId, name, isBegin: isShortId(name), ...(type !== undefined && { type }) },
    page_size: 20,
    ...asOfBody(options),
  })) as unknown as { rows: [objectId: string, objectType: string, source: string][] };
  if (rows.length === 1) return rows[0]![0];
  if (rows.length === 0) throw new OperatorError(`there is no object with the name ${name}`);
  const listed = rows.map(([id, objectType, source]) => `${id} (${objectType} of ${source})`).join(', ');
  throw new OperatorError(`several objects have the name ${name}; say which with --type or its global id: ${listed}`);
}

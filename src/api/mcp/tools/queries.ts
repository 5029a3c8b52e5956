// The tools of SQL: the tables there are, queries that somebody saved or that are shipped, and the execution of one SELECT.
import { z } from 'zod';
import { knownHint } from '../../../nearest.ts';
import { defaultModel, savedQueryLimits } from '../../../queries/limits.ts';
import { modelNames } from '../../../queries/models.ts';
import { fittedPage } from '../framed-answer.ts';
import { type Body, refused, type ServiceRequests } from '../service-requests.ts';
import { asOfInput, defineTool, token } from './tool.ts';

const model = z
  .enum(modelNames() as [string, ...string[]])
  .default(defaultModel)
  .describe('Semantic model');

export const describeModelTool = defineTool({
  name: 'describe_model',
  title: 'Tables and columns for queries',
  description:
    'Describe what `query` can select from. Without `table`: the tables of a model, a sentence each. With `table`: its columns with types and meaning.',
  input: z.strictObject({ model, table: z.string().min(1).max(200).optional().describe('One table of the model') }),
  example: { table: 'accounts' },
  async answer(service, { model: name, table }) {
    const { items } = await service.send({ path: '/v1/schema/models' });
    const { description, tables } = items.find((each: Body) => each.name === name);
    if (table === undefined) {
      return {
        data: { model: name, description, tables: tables.map((each: Body) => `${each.name}: ${each.description}`) },
      };
    }
    const found = tables.find((each: Body) => each.name === table);
    if (!found)
      throw refused(
        'BAD_REQUEST',
        `table: ${JSON.stringify(table)} is not in ${name}; ${knownHint(
          table,
          tables.map((each: Body) => each.name),
        )}`,
      );
    const columns = found.columns.map((column: Body) => `${column.name} ${column.type}: ${column.description}`);
    return { data: { model: name, table, description: found.description, columns } };
  },
});

/** JSON numbers beyond this lose digits before the service sees them. */
const value = z.union([
  z.string(),
  z
    .number()
    .refine(
      number => !Number.isInteger(number) || Number.isSafeInteger(number),
      'has more digits than JSON keeps; pass it as text and cast it',
    ),
  z.boolean(),
  z.null(),
]);

export const queryTool = defineTool({
  name: 'query',
  title: 'Run a query',
  description:
    'Run one SELECT in DuckDB’s dialect on the views of a model (`describe_model` lists them), or a saved query by its id, or a shipped one by its name. Nothing can be written. Time, memory and the size of the result are limited. `:name` placeholders take their values from `parameters`.',
  input: z.strictObject({
    sql: z
      .string()
      .min(1)
      .max(savedQueryLimits.query)
      .optional()
      .describe('The SELECT; this, `savedQueryId` or `shippedQuery`'),
    savedQueryId: z.uuid().optional().describe('Id of a saved query'),
    shippedQuery: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Name of a query that is shipped with the service; `saved_queries` lists them'),
    model: model.optional(),
    parameters: z.record(z.string(), value).optional().describe('Values of the placeholders'),
    asOf: asOfInput,
    pageSize: z
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .describe('Rows of one answer at most; fewer when they would be too long'),
    token,
  }),
  example: { sql: 'SELECT alias, email FROM accounts WHERE enabled AND is_admin ORDER BY alias', pageSize: 50 },
  async answer(
    service,
    { sql, savedQueryId, shippedQuery, model: name, parameters, asOf, pageSize, token: pageToken },
  ) {
    if ([sql, savedQueryId, shippedQuery].filter(each => each !== undefined).length !== 1)
      throw refused('BAD_REQUEST', 'give exactly one of `sql`, `savedQueryId` and `shippedQuery`');
    const text = shippedQuery === undefined ? sql : (await shipped(service, shippedQuery)).query_string;
    const body = {
      ...(text !== undefined ? { query_string: text } : { query_id: savedQueryId }),
      ...(name !== undefined && { model: name }),
      ...(parameters && { parameters }),
      ...(asOf !== undefined && { as_of: asOf }),
      ...(pageToken !== undefined && { page_token: pageToken }),
    };
    const page = await fittedPage(pageSize, async size => {
      const result = await service.send({
        method: 'POST',
        path: '/v1/query/execute',
        body: { ...body, page_size: size },
      });
      return { items: result.rows, nextPageToken: result.nextPageToken, about: { columns: result.columns } };
    });
    return { data: { ...page.about, rows: page.items }, next: page.next };
  },
});

export const savedQueriesTool = defineTool({
  name: 'saved_queries',
  title: 'Saved and shipped queries',
  description:
    'List the queries that the service ships, each of which answers a common question, and those that people saved. With `name`: one of them with its SQL and its parameters.',
  input: z.strictObject({
    name: z.string().min(1).max(savedQueryLimits.name).optional().describe('Name of one query'),
    tag: z.string().min(1).max(100).optional().describe('Only shipped queries with this tag'),
    token,
  }),
  example: { name: 'Leavers with access' },
  async answer(service, { name, tag, token: pageToken }) {
    const list = () =>
      fittedPage(100, size => service.send({ path: '/v1/query/saved-queries', query: { pageSize: size, pageToken } }));
    if (name === undefined) {
      const [packed, saved] = await Promise.all([pageToken === undefined ? pack(service) : [], list()]);
      const shippedQueries = packed.filter(({ tags }) => tag === undefined || tags.includes(tag)).map(briefly);
      return {
        data: { shippedQueries, savedQueries: saved.items.map(item => savedBriefly(item as Body)) },
        next: saved.next,
      };
    }
    const isNamed = (query: Body) => query.name.toLowerCase() === name.toLowerCase();
    const saved = (await list()).items.find(isNamed);
    return { data: { query: saved ?? (await shipped(service, name)) } };
  },
});

interface PackItem {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly object[];
  readonly query_string: string;
}

async function pack(service: ServiceRequests): Promise<readonly PackItem[]> {
  return (await service.send({ path: '/v1/query/packed-queries' })).items;
}

async function shipped(service: ServiceRequests, name: string): Promise<PackItem> {
  const queries = await pack(service);
  const found = queries.find(query => query.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const names = queries.map(query => query.name);
  throw refused('NOT_FOUND', `there is no query ${JSON.stringify(name)}; ${knownHint(name, names)}`);
}

const briefly = ({ name, description, parameters }: PackItem) =>
  `${name}: ${description}${parameters.length > 0 ? ` (parameters: ${parameters.map(each => (each as Body).name).join(', ')})` : ''}`;

const savedBriefly = ({ query_id: id, name, description, model: of }: Body) => ({ id, name, description, model: of });

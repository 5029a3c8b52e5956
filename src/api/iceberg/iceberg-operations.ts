// The operations of the Iceberg REST catalogue, as far as reading needs them. Engines know these paths, so they are not below /v1.
import { type Declared, group, jsonResponse, readOneErrors } from '../contract/operation-groups.ts';

const errors = [...readOneErrors, 501, 503];
const rule = 'For clients that see the whole tenant.';

const parameters = {
  namespace: {
    name: 'namespace',
    in: 'path',
    description: 'The name of the tenant',
    schema: { type: 'string' },
  },
  table: { name: 'table', in: 'path', description: 'Name of a table', schema: { type: 'string' } },
  parent: {
    name: 'parent',
    in: 'query',
    description: 'A namespace: those below it are listed, and there are none',
    schema: { type: 'string' },
  },
  pageSize: {
    name: 'pageSize',
    in: 'query',
    description: 'Does not count: the answer is always complete',
    schema: { type: 'integer' },
  },
  pageToken: {
    name: 'pageToken',
    in: 'query',
    description: 'Does not count: the answer is always complete',
    schema: { type: 'string' },
  },
  snapshots: {
    name: 'snapshots',
    in: 'query',
    description: '`all`, the default, or `refs`: only the snapshot of the newest version',
    schema: { type: 'string', enum: ['all', 'refs'] },
  },
  referencedBy: {
    name: 'referenced-by',
    in: 'query',
    description: 'Does not count: the views through which an engine reads the table',
    schema: { type: 'string' },
  },
} as const;

const { namespace, table, parent, pageSize, pageToken, snapshots, referencedBy } = parameters;

function declared(
  path: string,
  summary: string,
  [schema, answer]: readonly [schema: string, answer: string],
  own: Declared['parameters'] = [],
  description = rule,
): Declared {
  return {
    ...{
      method: 'GET',
      path: `/iceberg/v1/${path}`,
      summary,
      description,
      scope: 'read',
      errors,
      errorSchema: 'IcebergError',
    },
    ...{ parameters: own, responses: { 200: jsonResponse(schema, answer) } },
  };
}

export const icebergOperations = group('Open tables', {
  getIcebergConfig: declared(
    'config',
    'Say what the Iceberg catalogue can do',
    ['IcebergConfig', 'The settings of the catalogue'],
    [
      {
        name: 'warehouse',
        in: 'query',
        description: 'Does not count: the token says which tenant is read',
        schema: { type: 'string' },
      },
    ],
  ),
  listIcebergNamespaces: declared(
    'namespaces',
    'List the namespaces of the Iceberg catalogue: the tenant',
    ['IcebergNamespaceList', 'The namespace of the tenant'],
    [parent, pageSize, pageToken],
  ),
  getIcebergNamespace: declared(
    'namespaces/{namespace}',
    'Get a namespace of the Iceberg catalogue',
    ['IcebergNamespace', 'The namespace'],
    [namespace],
  ),
  listIcebergTables: declared(
    'namespaces/{namespace}/tables',
    'List the Iceberg tables',
    ['IcebergTableList', 'The names of the tables; none before the first version is published'],
    [namespace, pageSize, pageToken],
  ),
  loadIcebergTable: declared(
    'namespaces/{namespace}/tables/{table}',
    'Get the metadata of an Iceberg table',
    ['IcebergTable', 'The metadata, with a snapshot for each readable version'],
    [namespace, table, snapshots, referencedBy],
    `The id of a snapshot is the number of its version. The files lie in the folder or bucket of the storage, and the engine needs access of its own to them. ${rule}`,
  ),
});

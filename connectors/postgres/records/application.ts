// The server as an application.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { PostgresClient } from '../client.ts';
import { serverId } from '../ids.ts';

export function serverApplication({ name, version }: PostgresClient): SourceRecord {
  return {
    id: serverId,
    key: name,
    name: `PostgreSQL ${name}`,
    category: 'Database',
    vendorName: 'PostgreSQL',
    labels: metadataItems('server', { version }),
    supportedFederatedRelationships: [],
    unsupportedTypes: {
      objectTypes: ['AssignedApplication', 'Department', 'DirectoryProvider', 'ObjectDirectory', 'PermissionSet'],
      relationshipTypes: ['DepartmentContainsDepartment'],
    },
  };
}

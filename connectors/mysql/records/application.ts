// The server as an application.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { MysqlClient } from '../client.ts';
import { mysqlServerId } from '../ids.ts';

export function mysqlApplication({ name, product, version }: MysqlClient): SourceRecord {
  const vendorName = product === 'mariadb' ? 'MariaDB' : 'MySQL';
  return {
    id: mysqlServerId,
    key: name,
    name: `${vendorName} ${name}`,
    category: 'Database',
    vendorName,
    labels: metadataItems('server', { version }),
    supportedFederatedRelationships: [],
    unsupportedTypes: {
      objectTypes: ['AssignedApplication', 'Department', 'DirectoryProvider', 'ObjectDirectory', 'PermissionSet'],
      relationshipTypes: ['DepartmentContainsDepartment'],
    },
  };
}

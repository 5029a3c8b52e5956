// The directory itself: as an application that is read, and as a provider of accounts to other applications.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { LdapClient } from '../client.ts';
import type { DnKey } from '../directory/dn.ts';

/** Id of the directory as application and as provider. It is the same on every replica. */
export const directoryId = ({ baseKey }: Pick<LdapClient, 'baseKey'>) => `directory:${baseKey}`;

export function applicationRecord(client: LdapClient): SourceRecord {
  const { server, base, baseKey } = client;
  return {
    id: directoryId(client),
    key: dnsDomainOf(baseKey) ?? base,
    name: dnsDomainOf(baseKey) ?? base,
    category: 'Directory',
    vendorName: server.product,
    labels: metadataItems('ldap', {
      base,
      kind: server.kind,
      version: server.version,
      dnsHostName: server.dnsHostName,
    }),
    supportedFederatedRelationships: [],
    unsupportedTypes: {
      objectTypes: ['AssignedApplication', 'Authenticator', 'AuthenticatorEnrollment', 'Employee', 'PermissionSet'],
      relationshipTypes: [],
    },
  };
}

export function providerRecord(client: LdapClient): SourceRecord {
  const { server, base, baseKey } = client;
  const domain = dnsDomainOf(baseKey);
  return {
    id: directoryId(client),
    name: domain ?? base,
    type: server.kind === 'active-directory' ? 'ActiveDirectory' : 'LDAP',
    vendorName: server.product,
    ...(domain !== undefined && { domains: [domain] }),
    isActive: true,
    isAuthoritative: true,
    syncDirection: 'Inbound',
  };
}

/** The DNS domain that the base stands for (RFC 2247); undefined when it has no domain components. */
function dnsDomainOf(key: DnKey): string | undefined {
  const labels = key.split(',').filter(part => part.startsWith('dc='));
  return labels.length === 0 ? undefined : labels.map(label => label.slice(3)).join('.');
}

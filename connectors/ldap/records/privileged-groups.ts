// Groups of Active Directory that are built in and give power over the domain. They land as groups, and also as roles, which the
// groups hold. They have the same relative id in every domain (MS-DTYP, section 2.4.2.4), whatever their names in the local language.
import type { SourceRecord } from '../../../src/connector/contract.ts';

interface PrivilegedGroup {
  readonly sid: (domainSid: string) => string;
  readonly name: string;
  readonly description: string;
  /** Members administer the whole domain, all accounts included. */
  readonly administers: boolean;
}

const inDomain = (rid: number, name: string, description: string, administers = false): PrivilegedGroup => ({
  sid: domainSid => `${domainSid}-${rid}`,
  name,
  description,
  administers,
});
const builtIn = (rid: number, name: string, description: string, administers = false): PrivilegedGroup => ({
  sid: () => `S-1-5-32-${rid}`,
  name,
  description,
  administers,
});

export const privilegedGroups: readonly PrivilegedGroup[] = [
  inDomain(512, 'Domain Admins', 'Administers the domain', true),
  inDomain(516, 'Domain Controllers', 'Holds and replicates all secrets of the domain'),
  inDomain(518, 'Schema Admins', 'Changes the schema of the forest'),
  inDomain(519, 'Enterprise Admins', 'Administers the forest', true),
  inDomain(520, 'Group Policy Creator Owners', 'Makes group policies'),
  inDomain(526, 'Key Admins', 'Sets keys with which accounts sign in'),
  inDomain(527, 'Enterprise Key Admins', 'Sets keys with which accounts of the forest sign in'),
  builtIn(544, 'Administrators', 'Administers the domain controllers', true),
  builtIn(548, 'Account Operators', 'Administers accounts and groups that are not protected'),
  builtIn(549, 'Server Operators', 'Administers the services of domain controllers'),
  builtIn(550, 'Print Operators', 'Loads drivers on domain controllers'),
  builtIn(551, 'Backup Operators', 'Reads and restores every file of domain controllers'),
];

/** Local id of the role that a privileged group holds. */
export const privilegedRoleId = (sid: string) => `role:${sid}`;

export function privilegedRoleRecord({ name, description }: PrivilegedGroup, sid: string): SourceRecord {
  return {
    id: privilegedRoleId(sid),
    name,
    description,
    type: 'Standard',
    applicationRoleType: 'PrivilegedGroup',
  };
}

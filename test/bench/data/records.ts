// The records of the bench: accounts and access assignments as wide as real ones. Each is made from its index only, so that every
// run and every side of a comparison uses the same records.
import type { SourceRecord } from '../../../src/connector/contract.ts';

const givenNames = [
  'Amélie',
  'Björn',
  'Chidi',
  'Dolores',
  'Émile',
  'Fatima',
  'Giulia',
  'Håkon',
  'Ines',
  'Jonas',
  'Keiko',
];
const familyNames = [
  'Andersson',
  'Brûlé',
  'Castellanos',
  'Diallo',
  'Eriksen',
  'Fernández',
  'Grünwald',
  'Haddad',
  'Ito',
];
const departments = ['Finance', 'Human Resources', 'IT Operations', 'Legal', 'Research & Development', 'Sales EMEA'];
const titles = ['Accountant', 'Senior Software Engineer', 'Counsel', 'Account Executive', 'Head of Procurement'];
const families = ['Engineering', 'Finance', 'People', 'Sales'];
const countries = ['DE', 'FR', 'GB', 'JP', 'NO', 'SE', 'US'];
const companies = ['Nordwind Logistics AB', 'Nordwind Logistics GmbH', 'Nordwind Freight Ltd'];
const repositories = ['ledger', 'freight-planner', 'customs-gateway', 'payroll', 'warehouse-robots'];

const day = 86_400_000;
const firstDay = Date.UTC(2015, 0, 1);

/** A pseudorandom number below `bound` that depends only on index and salt. */
function pick(index: number, salt: number, bound: number): number {
  let mixed = Math.imul(index ^ (salt * 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % bound;
}

function oneOf<Value>(values: readonly Value[], index: number, salt: number): Value {
  return values[pick(index, salt, values.length)]!;
}

/** An instant within `days` days after `from`, to the millisecond. */
function instant(index: number, salt: number, from: number, days: number): string {
  return new Date(from + pick(index, salt, days) * day + pick(index, salt + 1, day)).toISOString();
}

function accountId(index: number): string {
  return `00u${(index * 7919 + 1_000_003).toString(36).padStart(12, '0')}`;
}

/** The index of the account with this id. */
export function accountIndex(id: string): number {
  return (Number.parseInt(id.slice('00u'.length), 36) - 1_000_003) / 7919;
}

/** An account with 36 filled fields, about 1.3 KB of JSON. */
export function account(index: number): SourceRecord {
  const given = oneOf(givenNames, index, 1);
  const family = oneOf(familyNames, index, 2);
  const mailbox = `${given}.${family}.${index}`
    .normalize('NFD')
    .replaceAll(/[^\w.]/g, '')
    .toLowerCase();
  const manager = pick(index, 3, 100_000);
  const created = firstDay + pick(index, 4, 3000) * day;
  const isContractor = pick(index, 5, 8) === 0;
  return {
    id: accountId(index),
    alias: mailbox,
    name: `${given} ${family}`,
    displayName: `${family}, ${given}`,
    email: `${mailbox}@nordwind.example`,
    alternateEmails: [`${mailbox}@freight.nordwind.example`],
    type: 'User',
    subType: isContractor ? 'Contractor' : 'Employee',
    userType: isContractor ? 'external-staff' : 'staff',
    enabled: pick(index, 6, 20) !== 0,
    isAdmin: pick(index, 7, 200) === 0,
    hasAPIAccess: pick(index, 8, 10) === 0,
    accountRole: 'member',
    accountRoleDisplayName: 'Member of the organisation',
    authenticationFunctions: ['ApplicationAccount'],
    authenticationMethods: [
      { type: 'password', description: 'Password' },
      { type: 'totp', description: 'One-time code' },
    ],
    mfaRequirements: 'Required',
    ssoRequirements: 'Optional',
    federationId: { type: 'email', value: `${mailbox}@nordwind.example` },
    title: oneOf(titles, index, 9),
    companyName: oneOf(companies, index, 10),
    department: oneOf(departments, index, 11),
    costCenter: `CC-${1000 + pick(index, 12, 400)}`,
    employeeNumber: `E${String(index).padStart(7, '0')}`,
    countryCode: oneOf(countries, index, 13),
    jobCode: `JC${pick(index, 14, 900)}`,
    jobFamily: oneOf(families, index, 15),
    managerEmails: [`manager.${manager}@nordwind.example`],
    licenseType: 'Business Plus',
    licenseLevel: 'Full',
    licenseStatus: 'Active',
    createdBy: accountId(manager),
    createdDate: new Date(created).toISOString(),
    lastModifiedDate: instant(index, 16, created, 700),
    lastActivityDate: instant(index, 18, created, 900),
    lastPasswordChangedDate: instant(index, 20, created, 700),
    profileMetadata: [{ name: 'badge', type: 'string', value: `B-${pick(index, 22, 1_000_000)}` }],
  };
}

/** An access assignment with 20 filled fields, nested ones included. Served with their global forms it has 42, about 1.3 KB. */
export function assignment(index: number): SourceRecord {
  const repository = `${oneOf(repositories, index, 31)}-${pick(index, 32, 20_000)}`;
  const writes = pick(index, 33, 3) === 0;
  const administers = pick(index, 34, 50) === 0;
  return {
    id: `grant-${index.toString(36).padStart(8, '0')}`,
    entityId: accountId(pick(index, 35, 1_000_000)),
    entityType: 'Account',
    assignedObjectId: `repository/${repository}`,
    assignedObjectType: 'ResourceInstance',
    entitlementSpecification: {
      reason: 'AccessControl',
      reasonSpecificData: {
        enabled: true,
        name: writes ? 'maintain' : 'read',
        permissions: {
          fineGrainedResourceClass: 'Repository',
          fineGrainedSpecifiers: writes ? ['pull', 'push'] : ['pull'],
          isCreate: writes,
          isDelete: administers,
          isPrivileged: administers,
          isRead: true,
          isShare: administers,
          isUpdate: writes,
          ownershipLevel: 'None',
          permissionGroupId: `team-${pick(index, 36, 5000)}`,
        },
        type: 'Grant',
      },
    },
  };
}

// The rows of the sources of an organisation, at random.
import type { Random } from '../random.ts';

export type Row = Record<string, unknown>;

export const people = 14;
const emailOf = (person: number) => `person${person}@example.com`;
const day = 86_400_000;
const epoch = Date.parse('2026-10-01T00:00:00Z');
const at = (days: number) => new Date(epoch + days * day).toISOString().slice(0, 19).replace('T', ' ');

export function humanResources(random: Random): Record<string, Row[]> {
  return {
    Department: [
      { id: 'd0', name: 'Sales' },
      { id: 'd1', name: 'Research' },
    ],
    Employee: Array.from({ length: people - 3 }, (_, person) => employee(random, person)),
  };
}

export function employee(random: Random, person: number): Row {
  return {
    ...{ id: `e${person}`, name: `Person ${person}`, employeeNumber: `${1000 + person}`, email: emailOf(person) },
    employmentStatus: random.of(['Active', 'Active', 'Active', 'Terminated']),
    ...{ department: random.of(['Sales', 'Research']), departmentId: random.of(['d0', 'd1']) },
    ...(person > 0 && { managerEmployeeId: `e${random.below(person)}` }),
  };
}

export function identityProvider(random: Random): Record<string, Row[]> {
  return {
    Account: Array.from({ length: people }, (_, person) => identity(random, person)),
    AssignedApplication: ['crm', 'files'].map(name => ({
      ...{ id: `a-${name}`, name, authenticationRequirements: { authenticationKeys: [`key-${name}`] } },
    })),
    AuthenticatorEnrollment: [enrollment(random)],
    ...access(
      random,
      Array.from({ length: people }, (_, person) => `u${person}`),
    ),
  };
}

export function identity(random: Random, person: number): Row {
  return {
    ...{ id: `u${person}`, name: `Person ${person}`, alias: `person${person}`, type: 'User', subType: 'Regular' },
    ...{ email: emailOf(person), enabled: random.below(6) > 0, isAdmin: random.below(5) === 0, createdDate: at(-200) },
    ...{ authenticationFunctions: ['Identity'], managerEmails: [emailOf(random.below(people))] },
    ...(random.below(2) === 0 && { employeeNumber: `${1000 + person}` }),
  };
}

export function enrollment(random: Random): Row {
  const key = `u${random.below(people)}`;
  return { id: `n-${key}`, accountKey: key, authenticatorId: 'otp', enrollmentStatus: 'Active' };
}

export function application(random: Random, name: string): Record<string, Row[]> {
  const accounts = Array.from({ length: 3 + random.below(5) }, (_, index) => account(random, index));
  const isFederated = name === 'crm' || random.below(6) === 0;
  return {
    Account: [...accounts, token(random, 'machine', 'Machine'), token(random, 'token', 'Token')],
    ...(isFederated && {
      IntegratedApplication: [
        {
          id: 'self',
          name,
          key: `${name}.example`,
          authenticationRequirements: { authenticationKeys: [`key-${name}`] },
        },
      ],
    }),
    Activity: [activity(random)],
    ...access(
      random,
      accounts.map(({ id }) => id as string),
    ),
  };
}

export function account(random: Random, index: number): Row {
  const person = random.below(people);
  return {
    ...{ id: `c${index}`, name: `Account ${index}`, type: 'User', subType: 'Regular', enabled: random.below(5) > 0 },
    ...{ alias: random.of([`local${index}`, emailOf(person)]), isAdmin: random.below(5) === 0, createdDate: at(-100) },
    ...{ hasAPIAccess: random.below(4) === 0, authenticationFunctions: ['ApplicationAccount'] },
    ...(random.below(4) > 0 && { email: random.of([emailOf(person), `alias${person}@example.com`]) }),
    ...(random.below(4) === 0 && { employeeNumber: `${1000 + random.below(people)}` }),
    // Some clocks are wrong.
    ...(random.below(2) === 0 && { lastActivityDate: at(random.below(6) === 0 ? 900 : -random.below(120)) }),
  };
}

export function token(random: Random, id: string, type: string): Row {
  return {
    ...{
      id,
      name: id,
      alias: id,
      type,
      subType: type === 'Token' ? 'ApiKey' : 'Service',
      enabled: true,
      createdDate: at(-400),
    },
    ...(random.below(5) === 0 && { hashIdentifiers: [`hash-${random.below(4)}`] }),
    ...(random.below(2) === 0 && { createdBy: 'c0' }),
  };
}

export function activity(random: Random): Row {
  return {
    ...{ id: `t${random.below(50)}`, category: 'Login', outcome: 'Success', occurredAt: at(-random.below(60)) },
    ...{ actorAccountId: `c${random.below(4)}`, type: 'login', eventType: 'login' },
  };
}

/** Groups in groups, roles, resources in resources, and what is assigned. */
function access(random: Random, accounts: readonly string[]): Record<string, Row[]> {
  const groups = ['g0', 'g1', 'g2', 'payers', 'approvers'];
  return {
    UserGroup: groups.map(id => ({ id, name: id })),
    Role: [{ id: 'r0', name: 'Role 0' }],
    ResourceInstance: ['f0', 'f1', 'f2'].map((id, index) => ({
      ...{ id, name: id, isSensitive: index === 1, ...(index > 0 && { parentId: `f${index - 1}` }) },
    })),
    EntityManagedViaObject: distinct(Array.from({ length: 6 }, () => membership(random, accounts, groups))),
    EntityAssignedAccessToObject: distinct(Array.from({ length: 5 }, () => assignment(random, accounts, groups))),
  };
}

function distinct(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [row['id'], row])).values()];
}

export function membership(random: Random, accounts: readonly string[], groups: readonly string[]): Row {
  const isAccount = random.below(3) > 0;
  const [entityId, managedViaObjectId] = [isAccount ? random.of(accounts) : random.of(groups), random.of(groups)];
  return {
    ...{ id: `${entityId}-in-${managedViaObjectId}`, entityType: isAccount ? 'Account' : 'UserGroup', entityId },
    ...{ managedViaObjectType: 'UserGroup', managedViaObjectId },
  };
}

export function assignment(random: Random, accounts: readonly string[], groups: readonly string[]): Row {
  const isAccount = random.below(2) === 0;
  const entityId = isAccount ? random.of(accounts) : random.of(groups);
  const [assignedObjectType, assignedObjectId] = random.of([
    ['ResourceInstance', `f${random.below(3)}`],
    ['Role', 'r0'],
    ['Account', random.of(accounts)],
  ] as const);
  const isDenial = random.below(6) === 0;
  return {
    ...{ id: `${entityId}-${assignedObjectId}-${isDenial}`, entityType: isAccount ? 'Account' : 'UserGroup', entityId },
    ...{ assignedObjectType, assignedObjectId },
    entitlementSpecification: {
      reason: random.of(['Assignment', 'Ownership']),
      reasonSpecificData: {
        type: isDenial ? 'Denial' : 'Grant',
        permissions: {
          ...{ isRead: true, isPrivileged: random.below(3) === 0 },
          ...(random.below(3) === 0 && { fineGrainedSpecifiers: ['impersonate'] }),
        },
      },
    },
  };
}

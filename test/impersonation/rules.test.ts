// Each rule by which an account can act as another, through a sync of the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceRecord } from '../../src/connector/contract.ts';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../support/service/service.ts';
import { account, assignment, impersonating, membership } from './records.ts';

const script = (records: Record<string, readonly SourceRecord[]>): Script =>
  Object.fromEntries(Object.entries(records).map(([type, rows]) => [type, pagesOf(rows)]));

const named = (type: string, ...ids: string[]) => ids.map(id => ({ id, name: id, ...(type !== '' && { type }) }));
const on = (holder: string, object: string, type: string, specifiers: readonly string[], more: object = {}) =>
  assignment(holder, object, { assignedObjectType: type, ...more }, { fineGrainedSpecifiers: specifiers });

/** Every account holds its own right, so that the rules do not meet. */
const rights = script({
  Account: [
    ...['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map(id => account(id)),
    account('key', { type: 'Token', hashIdentifiers: ['sha256:1'] }),
    account('owner', { type: 'Machine', hashIdentifiers: ['sha256:1', 'sha256:2'] }),
    account('shared-1', { type: 'Token', hashIdentifiers: ['sha256:3'] }),
    account('shared-2', { type: 'Token', hashIdentifiers: ['sha256:3', 'sha256:3'] }),
    account('holder-1', { hashIdentifiers: ['sha256:3'] }),
    account('holder-2', { hashIdentifiers: ['sha256:3'] }),
    account('stray', { type: 'Token', hashIdentifiers: ['sha256:none'] }),
    account('names-account'),
    account('names-group'),
    account('names-nothing'),
    account('over-account'),
    account('over-group'),
    account('over-directory'),
    account('over-resource'),
    account('acts-as'),
    account('delegates'),
    account('reads-delegated'),
    account('interacts'),
    account('switched-off'),
    account('disabled', { enabled: false }),
    account('as-disabled'),
    account('first'),
    account('second'),
    account('third'),
    account('nested'),
    account('role-holder'),
    account('itself'),
    account('denied'),
    account('denied-through-group'),
    account('denied-partly'),
    account('denied-something-else'),
    account('denied-by-nothing'),
    account('as-denied-partly'),
    ...[
      'joins',
      'joins-resource',
      'joins-contents',
      'joins-victims',
      'reports-members',
      'joins-denied',
      'joins-plain',
      'b7',
    ].map(id => account(id)),
    account('in-directory', { objectDirectoryContainerId: 'root' }),
    account('in-unit', { objectDirectoryContainerId: 'unit' }),
  ],
  UserGroup: named(
    'Security',
    'outer',
    'inner',
    'loop',
    'victims',
    'victims-inside',
    'grantees',
    'denied-group',
    'plain',
  ),
  Role: named('Custom', 'actor'),
  ObjectDirectory: [
    { id: 'root', name: 'root', type: 'Domain' },
    { id: 'unit', name: 'unit', type: 'OrganizationalUnit', parentId: 'root' },
  ],
  ResourceInstance: [
    { id: 'vault', name: 'vault' },
    { id: 'b6', name: 'b6', parentId: 'vault' },
    { id: 'outer', name: 'outer', parentId: 'vault' },
  ],
  EntityManagedViaObject: [
    membership('b3', 'victims'),
    membership('victims-inside', 'victims', 'UserGroup', 'UserGroup'),
    membership('b4', 'victims-inside'),
    membership('nested', 'inner'),
    membership('inner', 'outer', 'UserGroup', 'UserGroup'),
    membership('outer', 'loop', 'UserGroup', 'UserGroup'),
    membership('loop', 'inner', 'UserGroup', 'UserGroup'),
    membership('outer', 'actor', 'Role', 'UserGroup'),
    membership('role-holder', 'actor', 'Role'),
    membership('denied-through-group', 'grantees'),
    membership('denied-through-group', 'denied-group'),
    membership('denied-by-nothing', 'grantees'),
  ],
  EntityAssignedAccessToObject: [
    impersonating('names-account', 'b1'),
    impersonating('names-group', 'victims'),
    impersonating('names-nothing', 'gone'),
    on('over-account', 'b2', 'Account', ['sts:AssumeRole']),
    on('over-group', 'victims', 'UserGroup', ['ApplicationImpersonation']),
    on('over-directory', 'root', 'ObjectDirectory', ['impersonate']),
    on('over-resource', 'vault', 'ResourceInstance', ['assume_role']),
    on('acts-as', 'b2', 'Account', ['iam.serviceAccounts.actAs', 'login']),
    on('delegates', 'b2', 'Account', ['delegation:constrained', 'delegate']),
    on('reads-delegated', 'b2', 'Account', ['delegated:User.Read', 'factAssist']),
    on('interacts', 'b2', 'Account', ['InteractAsk', 'contact-assign']),
    on('joins', 'outer', 'UserGroup', ['add-member']),
    on('joins-resource', 'outer', 'ResourceInstance', ['AddSelf']),
    on('joins-contents', 'vault', 'ResourceInstance', ['GenericAll', 'add-member']),
    on('joins-victims', 'victims', 'UserGroup', ['AddMember']),
    on('reports-members', 'outer', 'UserGroup', ['add-member-reports', 'members.add']),
    on('joins-denied', 'outer', 'UserGroup', ['AddMember']),
    on('joins-denied', 'outer', 'UserGroup', ['AddMember'], { type: 'Denial' }),
    on('joins-plain', 'plain', 'UserGroup', ['AddMember']),
    // Nobody is denied anything over b7.
    { ...impersonating('plain', 'b7'), entityType: 'UserGroup' },
    impersonating('switched-off', 'b1', { enabled: false }),
    impersonating('disabled', 'b1'),
    impersonating('as-disabled', 'disabled'),
    impersonating('first', 'second'),
    impersonating('second', 'third'),
    impersonating('third', 'first'),
    impersonating('third', 'b1'),
    { ...impersonating('actor', 'b1'), entityType: 'Role' },
    impersonating('itself', 'itself'),
    impersonating('denied', 'b1'),
    impersonating('denied', 'b1', { type: 'Denial' }),
    { ...impersonating('grantees', 'b1'), entityType: 'UserGroup' },
    { ...impersonating('denied-group', 'b1', { type: 'Denial' }), entityType: 'UserGroup' },
    impersonating('denied-partly', 'victims'),
    impersonating('denied-partly', 'b4', { type: 'Denial' }),
    impersonating('as-denied-partly', 'denied-partly'),
    impersonating('denied-something-else', 'victims'),
    impersonating('denied-something-else', 'b1', { type: 'Denial' }),
  ],
});

const administered = script({
  Account: [
    account('admin', { isAdmin: true, hasAPIAccess: true }),
    account('admin-without-api', { isAdmin: true, hasAPIAccess: false }),
    account('api-only', { hasAPIAccess: true }),
    account('privileged'),
    account('not-privileged'),
    account('anyone'),
    // Ids of another instance, so that nothing is found by them there.
    account('b1'),
  ],
  IntegratedApplication: [{ id: 'app', name: 'app', key: 'app' }],
  EntityAssignedAccessToObject: [
    assignment('privileged', 'app', { assignedObjectType: 'IntegratedApplication' }, { isPrivileged: true }),
    assignment('not-privileged', 'app', { assignedObjectType: 'IntegratedApplication' }, { isPrivileged: false }),
    impersonating('anyone', 'b2'),
  ],
});

const bare = script({ Account: [account('alone'), account('alone-admin', { isAdmin: true, hasAPIAccess: true })] });

describe('an account can act as another', () => {
  let test: TestService;
  let counts: Map<string, number | undefined>;
  beforeAll(async () => {
    test = await startService({ sources: { rights, administered, bare } });
    await test.sync();
    const accounts: Item[] = await test.everyItem('/v1/accounts');
    const sourceOf = new Map(
      test.config.tenants[0]!.sources.map(({ id, application_instance_id }) => [application_instance_id, id]),
    );
    counts = new Map(
      accounts.map(item => [
        `${sourceOf.get(item.objectMetadata.ApplicationInstanceId)}/${item.id}`,
        item.analyticsImpersonatableAccountsCount,
      ]),
    );
  });
  afterAll(() => test?.close());

  it.each([
    // Keys.
    ['key', 1],
    ['owner', 0],
    ['shared-1', 2],
    ['shared-2', 2],
    ['holder-1', 0],
    ['stray', 0],
    // Specifiers that name their target.
    ['names-account', 1],
    ['names-group', 2],
    ['names-nothing', 0],
    // Specifiers over the object of the entitlement.
    ['over-account', 1],
    ['over-group', 2],
    ['over-directory', 2],
    ['over-resource', 1],
    ['acts-as', 1],
    ['delegates', 1],
    ['reads-delegated', 0],
    ['interacts', 0],
    // What is not in force.
    ['switched-off', 0],
    ['disabled', 0],
    ['as-disabled', 1],
    // Transitive, and in a circle.
    ['first', 3],
    ['second', 3],
    ['third', 3],
    // Through groups and roles.
    ['nested', 1],
    ['role-holder', 1],
    ['itself', 0],
    // By joining a group: what it holds, and not who is in it.
    ['joins', 1],
    ['joins-resource', 1],
    ['joins-contents', 1],
    ['joins-victims', 0],
    ['reports-members', 0],
    ['joins-denied', 0],
    ['joins-plain', 1],
    // Denials.
    ['denied', 0],
    ['denied-through-group', 0],
    ['denied-by-nothing', 1],
    ['denied-something-else', 2],
    ['denied-partly', undefined],
    ['as-denied-partly', undefined],
  ])('%s: %s accounts', (id, expected) => {
    expect(counts.get(`rights/${id}`)).toBe(expected);
  });

  it.each([
    ['admin', 6],
    ['admin-without-api', 0],
    ['api-only', 0],
    ['privileged', 6],
    ['not-privileged', 0],
    ['anyone', 0],
  ])('by the credentials of an instance: %s: %s accounts', (id, expected) => {
    expect(counts.get(`administered/${id}`)).toBe(expected);
  });

  it('has no count where nothing was found and its source lands no access assignments', () => {
    expect(counts.get('bare/alone')).toBeUndefined();
    expect(counts.get('bare/alone-admin')).toBe(1);
  });

  it('is said to be unknown in the ledger where it is absent', async () => {
    const [run] = (await test.get('/v1/sync-runs')).body.items.filter((item: Item) => item.sourceId === 'rights');
    const { reads } = (await test.get(`/v1/sync-runs/${run.id}`)).body;
    const gaps: Item[] = reads.find((read: Item) => read.type === 'Account').gaps;
    expect(gaps).toMatchObject([
      { subject: 'impersonation', missing: 'fields', message: expect.stringMatching(/^2 accounts/) },
    ]);
  });

  it('is listed by it, the largest first', async () => {
    const items: Item[] = await test.everyItem('/v1/non-human-identities');
    const listed = items.map(item => item.analyticsImpersonatableAccountsCount ?? 0);
    expect(listed).toEqual(listed.toSorted((a, b) => b - a));
    expect(listed[0]).toBe(2);
  });
});

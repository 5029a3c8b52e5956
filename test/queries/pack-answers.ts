// The expected answer of each query of the pack on the small organisation, in the columns that matter.

export interface Answer {
  /** Parameters that differ from the examples of the query's header. */
  readonly given?: Readonly<Record<string, number | string>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const aliases = (...names: string[]): Answer => ({ rows: names.map(alias => ({ alias })) });

/** Access of an account to objects that it does not use. */
const unused = (account_alias: string, objects: string[], through: string, privileged: boolean | null = null) =>
  objects.map(object_name => ({ account_alias, object_name, privileged, through: [through] }));

export const answers: Readonly<Record<string, Answer>> = {
  // A denial keeps the guest from what the group may do.
  'access_of_one_account.sql': {
    given: { account: 'guest' },
    rows: [{ object_type: 'UserGroup', object_name: 'ops', hops: 1, is_member: true, permissions: '' }],
  },
  'access_through_many_hops.sql': {
    rows: [{ account_alias: 'zoe-app', object_name: 'r3', hops: 5, through: ['n1', 'n2', 'n3', 'n4'] }],
  },
  'accounts_about_to_expire.sql': { rows: [{ alias: 'tok-ann', days_left: '10' }] },
  'accounts_in_different_states.sql': {
    rows: [
      { person_name: 'dee', enabled_accounts: ['idp: dee'], disabled_accounts: ['app: dee-app'] },
      { person_name: 'bob', enabled_accounts: ['app: bob-app'], disabled_accounts: ['idp: bob'] },
    ],
  },
  'accounts_without_person.sql': aliases('ghost'),
  'administrators_without_mfa.sql': { rows: [{ source_id: 'idp', alias: 'cid' }] },
  'blast_radius.sql': {
    rows: [
      { alias: 'tok-orphan', impersonatable_accounts: '2', privileged_objects: '1', objects: '1' },
      { alias: 'tok-twins', impersonatable_accounts: '2', privileged_objects: '0', objects: '0' },
      { alias: 'robot2', impersonatable_accounts: '1', privileged_objects: '1', objects: '1' },
      { alias: 'tok-robot', impersonatable_accounts: '1', privileged_objects: '1', objects: '1' },
      { alias: 'robot', impersonatable_accounts: '0', privileged_objects: '1', objects: '1' },
    ],
  },
  'chains_of_agents.sql': {
    rows: [
      {
        agent: 'robot2',
        acted_as_by: ['tok-orphan'],
        specifiers: ['impersonate'],
        person_account: 'ann-app',
        object_type: 'Account',
        object_name: 'robot',
        keys: '0',
      },
    ],
  },
  'contractors_with_admin.sql': { rows: [{ person_name: 'cid', source_id: 'idp', account_alias: 'cid' }] },
  'deeply_nested_groups.sql': { rows: [{ member_name: 'n1', levels: 3, way_up: ['n2', 'n3', 'n4'] }] },
  'department_outliers.sql': {
    given: { percent: 15 },
    rows: [
      { department: 'Sales', person_name: 's1', container_name: 'odd', holders: '1', people: '8' },
      { department: 'Sales', person_name: 's2', container_name: 'vendor', holders: '1', people: '8' },
    ],
  },
  'direct_grants_beside_groups.sql': {
    rows: [
      { account_alias: 'yan-app', object_name: 'r3', has_it_anyway: true },
      { account_alias: 'bob-app', object_name: 'r4', has_it_anyway: false },
      { account_alias: 'robot', object_name: 'r5', has_it_anyway: false },
    ],
  },
  'disabled_accounts_that_own_keys.sql': {
    rows: [{ account_alias: 'tok-dee', owner_alias: 'dee-app', owner_name: 'dee' }],
  },
  'dormant_privileged_accounts.sql': { rows: [{ source_id: 'idp', alias: 'cid', days_unused: '100' }] },
  'expired_accounts_still_enabled.sql': aliases('tok-bob'),
  'externally_shared_resources.sql': { rows: [{ name: 'r2', is_sensitive: true, externally_shared: true }] },
  'failed_sign_ins.sql': {
    rows: [
      { alias: 'cid', failures: '3' },
      { alias: 'dee', failures: '2' },
    ],
  },
  'groups_that_grant_everything.sql': {
    rows: [{ group_name: 'all', reached: '5', objects: '5', member_accounts: '1' }],
  },
  'groups_without_members.sql': { rows: [{ source_id: 'app', name: 'empty', grants: '0' }] },
  'guests_with_privileged_access.sql': {
    rows: [{ alias: 'guest', object_name: 'r1', access_path: 'UserGroup', through: ['ops'] }],
  },
  'keys_of_leavers.sql': { rows: [{ account_alias: 'tok-bob', owner_name: 'bob', owner_alias: 'bob-app' }] },
  'keys_without_expiry.sql': aliases('tok-orphan'),
  'keys_without_owner.sql': aliases('tok-orphan'),
  'leavers_with_access.sql': { rows: [{ person_name: 'bob', account_alias: 'bob-app', used_after_leaving: true }] },
  'machine_accounts_without_owner.sql': aliases('robot'),
  'never_used_accounts.sql': aliases('ghost'),
  'non_human_administrators.sql': { rows: [{ alias: 'robot', is_admin: true, privileged_objects: '1', owners: null }] },
  'old_keys.sql': { rows: [{ alias: 'tok-orphan', days_old: '400' }] },
  'old_passwords.sql': { rows: [{ alias: 'cid', days_old: '400' }] },
  'open_risk_violations.sql': {
    rows: [{ severity: 'High', rule: 'pay and create vendors', object_name: 'zoe-app', person: 's2' }],
  },
  'person_conflicts.sql': {
    rows: [
      { object_name: 'eva', reason: 'sharedAddress', persons: ['eva'] },
      { object_name: 'eve', reason: 'sharedAddress', persons: ['eve'] },
    ],
  },
  'recent_administrators.sql': {
    rows: [
      { object_type: 'Account', name: 'ann-app' },
      { object_type: 'Role', name: 'fresh' },
    ],
  },
  'roles_nobody_holds.sql': { rows: [{ name: 'unused' }] },
  'sensitive_resources_with_many_readers.sql': {
    given: { accounts: 3 },
    rows: [
      {
        resource_name: 'r2',
        accounts: '4',
        accounts_that_change: '0',
        accounts_from_above: '3',
        through_groups_and_roles: '3',
      },
    ],
  },
  'separation_of_duties.sql': {
    given: { first_role: 'payer', second_role: 'vendor' },
    rows: [{ holder: 's2', first_role_through: ['app: zoe-app'], second_role_through: ['app: zoe-app'] }],
  },
  'shared_accounts.sql': { rows: [{ alias: 'desk', password_days_old: '300' }] },
  'shared_keys.sql': { rows: [{ alias: 'tok-twins', machine_accounts: '2', aliases: ['twin', 'twin2'] }] },
  'single_administrator.sql': { rows: [{ source_id: 'app', administrator: 'ann-app' }] },
  'single_owner_resources.sql': { rows: [{ name: 'r1', owner_alias: 'ann-app', owner_enabled: true }] },
  'source_completeness_caveats.sql': {
    rows: [
      {
        ...{ source_id: 'app', type: 'Account', status: 'Complete' },
        gaps: [
          'Account.enabled: 10 of 20 records do not say whether they are enabled, or not in a way that is understood; they are shown as enabled: true, which is not known',
          ...['createdDate', 'lastActivityDate'].map(
            field => `${field}: 1 accounts: ${field} is in the future and is ignored`,
          ),
        ],
      },
      { source_id: 'app', type: 'PermissionSet', status: 'Forbidden', gaps: ['GET /sets: not allowed'] },
    ],
  },
  'sso_bypass.sql': aliases('bob-app', 'guest'),
  'sso_near_misses.sql': {
    rows: [{ source_id: 'app', subject: 'The App', assigned_application: 'The App', reason: 'keysDiffer' }],
  },
  'unused_grants.sql': {
    rows: [
      ...unused('guest', ['r1'], 'UserGroup', true),
      ...unused('robot', ['r5'], 'Direct', true),
      ...unused('ann-app', ['r1', 'r2', 'r3', 'r4', 'r5'], 'UserGroup'),
      ...unused('bob-app', ['r4'], 'Direct'),
      ...unused('visitor', ['r1', 'r2'], 'UserGroup'),
      { account_alias: 'yan-app', object_name: 'r3', privileged: null, through: ['Direct', 'UserGroup'] },
      ...unused('yan-app', ['r4'], 'UserGroup'),
      { account_alias: 'zoe-app', object_name: 'r4', privileged: null, through: ['UserGroup'] },
    ],
  },
  // Which source is in the first version is a matter of chance; test/api/history/changes.test.ts runs it on several versions.
  'who_gained_admin.sql': { given: { since: '2999-01-01' }, rows: [] },
};

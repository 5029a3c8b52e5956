// A small organisation that has one of everything that the connector reads.
import { clearState, type GithubState, type Item, inner } from './state.ts';

const made = '2026-01-05T08:00:00Z';

export const githubUser = (id: number, login: string, more: Item = {}): Item => ({
  ...{ login, id, node_id: `U_${id}`, type: 'User', site_admin: false, avatar_url: `https://avatars.example/${id}` },
  ...{ html_url: `https://github.com/${login}`, name: `Person ${login}`, created_at: made, updated_at: made, ...more },
});

export const githubTeam = (id: number, name: string, parent?: number): Item => ({
  ...{
    id,
    node_id: `T_${id}`,
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    description: null,
    privacy: 'closed',
  },
  ...{ permission: 'pull', parent: parent === undefined ? null : { id: parent }, created_at: made, updated_at: made },
});

export const githubRepository = (id: number, name: string, more: Item = {}): Item => ({
  ...{ id, node_id: `R_${id}`, name, full_name: `acme/${name}`, html_url: `https://github.com/acme/${name}` },
  ...{
    private: true,
    visibility: 'private',
    owner: { login: 'Acme', id: 1000 },
    archived: false,
    disabled: false,
    created_at: made,
    updated_at: made,
    ...more,
  },
});

export const secret = (name: string, more: Item = {}): Item => ({ name, created_at: made, updated_at: made, ...more });

const installation = (id: number, app_slug: string, permissions: Item, more: Item = {}): Item => ({
  ...{ id, app_id: id + 1, app_slug, account: { login: 'acme' }, repository_selection: 'all', permissions, events: [] },
  ...{ created_at: made, updated_at: made, suspended_at: null, ...more },
});

/** Empty a state, and fill it with the organisation. */
export function fillOrganisation(state: GithubState): void {
  clearState(state);
  Object.assign(state, {
    org: {
      ...{ login: 'Acme', id: 1000, node_id: 'O_1000', name: 'Acme Ltd', html_url: 'https://github.com/Acme' },
      ...{ plan: { name: 'enterprise' }, default_repository_permission: 'read', two_factor_requirement_enabled: false },
      ...{ created_at: made, updated_at: made },
    },
    provider: {
      node_id: 'I_1',
      issuer: 'https://idp.example.org',
      sso_url: 'https://idp.example.org/sso',
      idp_certificate: certificate,
    },
  });
  fillPeople(state);
  fillTeams(state);
  fillRepositories(state);
  fillMachines(state);
}

function fillPeople(state: GithubState): void {
  const users = [
    githubUser(1, 'Ada', { email: 'ada@home.example', verified_emails: ['ada@acme.example'], company: 'Acme' }),
    githubUser(2, 'bert'),
    githubUser(3, 'cora', { name: null, email: '' }),
    githubUser(4, 'dan'),
    githubUser(9, 'eve'),
  ];
  for (const user of users) state.users.set(String(user['login']).toLowerCase(), user);
  for (const [login, role] of [
    ['ada', 'admin'],
    ['bert', 'member'],
    ['cora', 'member'],
    ['dan', 'admin'],
  ] as const)
    state.members.set(login, role);
  state.outsiders.add('eve');
  state.withoutSecondFactor.add('cora');
  state.identities.push(
    { node_id: 'E_1', guid: 'g1', login: 'ada', saml_identity: { name_id: 'ada@acme.example' } },
    { node_id: 'E_2', guid: 'g2', saml_identity: { name_id: 'unlinked@acme.example' } },
  );
  state.credentials.push(
    {
      ...{ login: 'Ada', credential_id: 71, credential_type: 'personal access token', token_last_eight: '12345678' },
      ...{
        credential_authorized_at: made,
        credential_accessed_at: '2026-02-01T07:00:00Z',
        scopes: ['repo', 'admin:org'],
      },
      ...{ authorized_credential_id: 71, authorized_credential_note: 'laptop', authorized_credential_expires_at: null },
    },
    {
      ...{
        login: 'bert',
        credential_id: 72,
        credential_type: 'SSH key',
        fingerprint: 'SHA256:abc',
        credential_authorized_at: made,
      },
      ...{ credential_accessed_at: null, authorized_credential_id: 72, authorized_credential_title: 'bert@desk' },
    },
  );
}

function fillTeams(state: GithubState): void {
  for (const team of [githubTeam(11, 'Engineering'), githubTeam(12, 'Platform', 11), githubTeam(13, 'From IdP')])
    state.teams.set(String(team['id']), team);
  inner(state.teamMembers, '11').set('bert', 'member');
  inner(state.teamMembers, '12').set('cora', 'maintainer');
  inner(state.teamRepositories, '11').set('101', 'push');
  inner(state.teamRepositories, '12').set('101', 'release manager').set('102', 'triage');
  state.synchronisedTeams.set('13', 'acme-developers');
  state.organisationRoles.push(
    {
      id: 501,
      name: 'all_repo_write',
      description: 'Writes everywhere',
      source: 'Predefined',
      base_role: 'write',
      permissions: [],
    },
    {
      ...{ id: 502, name: 'Role admin', source: 'Organization', base_role: null, created_at: made, updated_at: made },
      permissions: ['read_audit_logs', 'write_organization_custom_org_role'],
    },
  );
  state.roleUsers.set('502', new Set(['bert']));
  state.roleTeams.set('501', new Set(['12']));
  state.repositoryRoles.push({
    ...{ id: 601, name: 'release manager', base_role: 'write', permissions: ['manage_deploy_keys'], created_at: made },
  });
}

function fillRepositories(state: GithubState): void {
  const repositories = [
    githubRepository(101, 'shop'),
    githubRepository(102, 'site', { private: false, visibility: 'public' }),
    githubRepository(103, 'old', { archived: true }),
  ];
  for (const repository of repositories) state.repositories.set(String(repository['id']), repository);
  inner(state.collaborators, '101').set('eve', 'triage').set('ada', 'pull');
  inner(state.collaborators, '102').set('bert', 'release manager');
  state.environments.set('101', [{ node_id: 'EN_1', id: 801, name: 'production' }]);
  state.deployKeys.set('102', [
    {
      ...{
        id: 901,
        node_id: 'K_901',
        title: 'mirror',
        key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGtleW9ubHlmb3J0ZXN0cw== mirror',
      },
      ...{ read_only: false, verified: true, created_at: made, added_by: 'Ada', last_used: '2026-02-02T08:00:00Z' },
    },
  ]);
  state.secrets.set('orgs/Acme/actions', [
    secret('NPM_TOKEN', { visibility: 'all' }),
    secret('CLOUD_KEY', { visibility: 'selected' }),
    secret('INNER', { visibility: 'private' }),
  ]);
  state.secretRepositories.set('actions/CLOUD_KEY', ['acme/shop']);
  state.secrets.set('repos/acme/shop/actions', [secret('DEPLOY_KEY')]);
  state.secrets.set('repos/acme/site/dependabot', [secret('REGISTRY')]);
}

function fillMachines(state: GithubState): void {
  state.installations.push(
    installation(301, 'deployer', { contents: 'write', metadata: 'read', members: 'write' }),
    installation(302, 'linter', { metadata: 'read' }, { repository_selection: 'selected', suspended_at: made }),
  );
  state.tokens.push({
    ...{ id: 401, owner: { login: 'cora', id: 3 }, repository_selection: 'subset', access_granted_at: made },
    ...{ permissions: { repository: { contents: 'write' }, organization: { members: 'read' } }, token_expired: false },
    ...{ token_id: 402, token_name: 'script', token_expires_at: '2027-01-05T08:00:00Z', token_last_used_at: null },
  });
  state.tokenRepositories.set('401', ['acme/shop']);
}

/** Made for these tests. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBizCCATGgAwIBAgIUCMQzmk79ACrRiEjyUv50O464x2wwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPaWRwLmV4YW1wbGUub3JnMCAXDTI2MTEyNjA3MzQwM1oYDzIx
MjYxMTAyMDczNDAzWjAaMRgwFgYDVQQDDA9pZHAuZXhhbXBsZS5vcmcwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQePWnVuax4WyVRsRPImvDL62eJ0eKSRM9TGOMc
XDq33AYt/Ilvk39h+OxmAPGdVdFkemJm5Ixq5P2viYqCMzz4o1MwUTAdBgNVHQ4E
FgQU19qvKWR37aF1CT6U+vbEQF/jX70wHwYDVR0jBBgwFoAU19qvKWR37aF1CT6U
+vbEQF/jX70wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAzpan
o6Jgoo19D8FgTLKCrpFr4xYHCMS6V6CxMSYBYIMCIFmMIyLqIPSVNKd13ogeykIH
uWADUO4Q/xgW8LYJB9sy
-----END CERTIFICATE-----`;

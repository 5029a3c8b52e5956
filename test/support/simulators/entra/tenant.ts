// A tenant with something of every kind that the connector reads.
import { type EntraState, emptyState, type Item } from './state.ts';

/** A GUID that says what it is: a letter for the kind, and a number. */
export const guid = (kind: 'a' | 'b' | 'c' | 'd' | 'e' | 'f', number: number) =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const [ada, ben, cleo, dan, eve] = [1, 2, 3, 4, 5].map(each => guid('a', each)) as [
  string,
  string,
  string,
  string,
  string,
];
export const [ops, sales, dynamic, synced, mail, admins] = [1, 2, 3, 4, 5, 6].map(each => guid('b', each)) as [
  ...[string, string, string, string, string, string],
];
export const [github, deploy, graph, identity, agent, blueprint] = [1, 2, 3, 4, 5, 6].map(each => guid('c', each)) as [
  ...[string, string, string, string, string, string],
];
export const deployApp = guid('d', 2);
export const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10';
export const helpdesk = '729827e3-9c14-49f7-bb1b-9608f156bbb8';
export const selfService = '10dae51f-b6af-4016-8d66-8c2a99b929b3';
export const directoryReaders = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b';
export const unit = guid('e', 1);
export const subscription = guid('f', 1);
export const ownerRole = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635';
export const accessRole = '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9';
export const builderRole = guid('f', 61);
export const contributorRole = 'b24988ac-6180-42a0-ab88-20f7382dd24c';
const accessPackage = guid('e', 9);

/** A certificate that signs SAML assertions: base64 of its DER, and its SHA-1 thumbprint. */
export interface SamlCertificate {
  readonly value: string;
  readonly thumbprint: string;
}

export function entraUser(id: string, name: string, more: object = {}): Item {
  return {
    id,
    ...{ userPrincipalName: `${name}@example.org`, displayName: name, givenName: null, surname: null },
    ...{ mail: `${name}@example.org`, otherMails: [], accountEnabled: true, userType: 'Member', employeeType: null },
    ...{ createdDateTime: '2024-01-02T03:04:05Z', lastPasswordChangeDateTime: '2025-01-02T03:04:05Z' },
    onPremisesSyncEnabled: null,
    ...more,
  };
}

export const entraGroup = (id: string, displayName: string, more: object = {}): Item => ({
  ...{ id, displayName, description: null, mail: null, mailEnabled: false, securityEnabled: true, groupTypes: [] },
  ...{ isAssignableToRole: null, membershipRule: null, onPremisesSyncEnabled: null, visibility: null },
  createdDateTime: '2024-01-02T03:04:05Z',
  ...more,
});

const principal = (id: string, displayName: string, more: object = {}): Item => ({
  ...{ id, displayName, appId: id.replaceAll('c', '9'), accountEnabled: true, servicePrincipalType: 'Application' },
  ...{ appRoles: [], keyCredentials: [], passwordCredentials: [], preferredSingleSignOnMode: null },
  ...{ servicePrincipalNames: [id.replaceAll('c', '9')], alternativeNames: [], tags: [] },
  createdDateTime: '2024-01-02T03:04:05Z',
  ...more,
});

export function fillTenant(state: EntraState, saml?: SamlCertificate): void {
  Object.assign(state, emptyState());
  state.organization = {
    ...{ id: '00000000-0000-4000-8000-00000000000a', displayName: 'Example Ltd', tenantType: 'AAD' },
    ...{ onPremisesSyncEnabled: true, onPremisesLastSyncDateTime: '2026-02-10T11:00:00Z' },
    verifiedDomains: [{ name: 'example.org', isDefault: true }],
  };
  state.domains.set('example.org', { id: 'example.org', authenticationType: 'Managed' });
  fillUsers(state);
  fillGroups(state);
  fillApplications(state, saml);
  fillRoles(state);
  fillPolicies(state);
  fillAzure(state);
}

function fillUsers({ users, registrations }: EntraState): void {
  const signedIn = {
    lastSignInDateTime: '2026-02-01T07:00:00Z',
    lastNonInteractiveSignInDateTime: '2026-02-03T07:00:00Z',
  };
  for (const user of [
    entraUser(ada, 'ada', {
      ...{ givenName: 'Ada', surname: 'Ray', jobTitle: 'Engineer', department: 'Operations', employeeId: '0017' },
      ...{ employeeType: 'Employee', usageLocation: 'SE', managerId: cleo, signInActivity: signedIn },
    }),
    entraUser(ben, 'ben', { onPremisesSyncEnabled: true, onPremisesDomainName: 'corp.example.org' }),
    entraUser(cleo, 'cleo', { accountEnabled: false, employeeType: 'Contractor' }),
    entraUser(dan, 'dan_partner.example#EXT#', { userType: 'Guest', mail: 'dan@partner.example' }),
    entraUser(eve, 'eve_nowhere.example#EXT#', { userType: 'Guest', mail: null }),
  ])
    users.set(user.id, user);
  registrations.set(ada, { id: ada, methodsRegistered: ['microsoftAuthenticatorPush', 'fido2SecurityKey'] });
}

function fillGroups(state: EntraState): void {
  for (const group of [
    entraGroup(ops, 'Operations'),
    entraGroup(sales, 'Sales', {
      groupTypes: ['Unified'],
      mailEnabled: true,
      securityEnabled: false,
      mail: 'sales@example.org',
    }),
    entraGroup(dynamic, 'Everybody in Sweden', {
      groupTypes: ['DynamicMembership'],
      membershipRule: 'user.country -eq "SE"',
    }),
    entraGroup(synced, 'From the directory', { onPremisesSyncEnabled: true, onPremisesDomainName: 'corp.example.org' }),
    entraGroup(mail, 'Mail', { mailEnabled: true, mail: 'mail@example.org' }),
    entraGroup(admins, 'Administrators', { isAssignableToRole: true }),
  ])
    state.groups.set(group.id, group);
  state.members.set(ops, new Set([ada, ben, deploy]));
  state.members.set(sales, new Set([ops, dan]));
  state.members.set(dynamic, new Set([ada]));
  state.members.set(synced, new Set([ben]));
  state.members.set(mail, new Set([cleo]));
  state.members.set(admins, new Set([ben]));
  state.owners.set(ops, [ada]);
}

const [secret, expired] = [guid('f', 21), guid('f', 22)];

function fillApplications(state: EntraState, saml: SamlCertificate | undefined): void {
  const role = { id: guid('f', 31), value: 'admin', displayName: 'Administrator' };
  const graphRole = { id: guid('f', 32), value: 'RoleManagement.ReadWrite.Directory', displayName: 'Manage roles' };
  for (const each of [
    principal(github, 'GitHub', {
      appOwnerOrganizationId: '00000000-0000-4000-8000-0000000000bb',
      ...{ preferredSingleSignOnMode: 'saml', preferredTokenSigningKeyThumbprint: saml?.thumbprint ?? null },
      ...{ servicePrincipalNames: [github.replaceAll('c', '9'), 'https://github.com/orgs/example'], appRoles: [role] },
      keyCredentials: [
        { keyId: guid('f', 41), usage: 'Sign', type: 'X509CertAndPassword', key: null },
        { keyId: guid('f', 42), usage: 'Verify', type: 'AsymmetricX509Cert', key: saml?.value ?? null },
      ],
    }),
    principal(deploy, 'Deploy', { appOwnerOrganizationId: '00000000-0000-4000-8000-00000000000A' }),
    principal(graph, 'Microsoft Graph', {
      ...{ appId: '00000003-0000-0000-c000-000000000000', appRoles: [graphRole] },
      appOwnerOrganizationId: 'f8cdef31-a31e-4b4a-93e4-5f571e91255a',
    }),
    principal(identity, 'vm-identity', {
      ...{
        servicePrincipalType: 'ManagedIdentity',
        alternativeNames: ['isExplicit=True', `/subscriptions/${subscription}/x`],
      },
      keyCredentials: [{ keyId: guid('f', 43), usage: 'Verify', type: 'AsymmetricX509Cert' }],
    }),
    principal(agent, 'Helper', {
      ...{ '@odata.type': '#microsoft.graph.agentIdentity', servicePrincipalType: 'ServiceIdentity' },
      agentIdentityBlueprintId: blueprint.replaceAll('c', '9'),
    }),
    principal(blueprint, 'Helpers', { '@odata.type': '#microsoft.graph.agentIdentityBlueprintPrincipal' }),
  ])
    state.servicePrincipals.set(each.id, each);
  state.applications.set(deployApp, {
    ...{ id: deployApp, appId: deploy.replaceAll('c', '9'), displayName: 'Deploy' },
    passwordCredentials: [
      {
        keyId: secret,
        displayName: 'pipeline',
        hint: 'Xy7',
        secretText: null,
        startDateTime: '2025-01-01T00:00:00Z',
        endDateTime: '2027-01-01T00:00:00Z',
      },
      {
        keyId: expired,
        displayName: 'old',
        hint: 'Ab1',
        startDateTime: '2024-01-01T00:00:00Z',
        endDateTime: '2025-01-01T00:00:00Z',
      },
    ],
    keyCredentials: [
      { keyId: guid('f', 23), usage: 'Verify', type: 'AsymmetricX509Cert', customKeyIdentifier: 'AB12' },
    ],
    federatedIdentityCredentials: [
      trust('main', 'repo:Example/Site:ref:refs/heads/main'),
      trust('everything', undefined, "claims['sub'] matches 'repo:example/*'"),
      { ...trust('cluster', 'system:serviceaccount:ops:deployer'), issuer: 'https://oidc.example.org/cluster/' },
      trust('literal', 'repo:example/*:ref:refs/heads/main'),
      trust('some', undefined, "claims['sub'] matches 'repo:example/site-*:ref:refs/heads/main'"),
    ],
  });
  state.owners.set(deployApp, [ada]);
  state.sponsors.set(agent, [cleo]);
  state.appRoleAssignedTo.set(github, [
    { id: 'r1', principalId: ada, principalType: 'User', appRoleId: role.id, createdDateTime: '2025-01-01T00:00:00Z' },
    { id: 'r2', principalId: ops, principalType: 'Group', appRoleId: '00000000-0000-0000-0000-000000000000' },
  ]);
  state.appRoleAssignedTo.set(graph, [
    { id: 'r3', principalId: deploy, principalType: 'ServicePrincipal', appRoleId: graphRole.id },
  ]);
  state.grants.set('g1', {
    ...{ id: 'g1', clientId: github, resourceId: graph, consentType: 'Principal', principalId: ada },
    scope: 'openid User.Read user_impersonation',
  });
}

const trust = (name: string, subject?: string, expression?: string): Item => ({
  ...{ id: `fic-${name}`, name, issuer: 'https://token.actions.githubusercontent.com', subject: subject ?? null },
  ...{ audiences: ['api://AzureADTokenExchange'], claimsMatchingExpression: expression ? { value: expression } : null },
});

function fillRoles(state: EntraState): void {
  const definition = (id: string, displayName: string, actions: string[], condition: string | null = null): Item => ({
    ...{ id, displayName, description: `${displayName} role`, isBuiltIn: true, isEnabled: true },
    rolePermissions: [{ allowedResourceActions: actions, condition }],
  });
  for (const each of [
    definition(globalAdministrator, 'Global Administrator', ['microsoft.directory/users/allProperties/allTasks']),
    definition(helpdesk, 'Helpdesk Administrator', ['microsoft.directory/users/password/update']),
    definition(selfService, 'Guest User', ['microsoft.directory/users/password/update'], '$ResourceIsSelf'),
    definition(directoryReaders, 'Directory Readers', ['microsoft.directory/users/standard/read']),
  ])
    state.roleDefinitions.set(each.id, each);
  state.units.set(unit, { id: unit, displayName: 'Sweden' });
  state.unitMembers.set(unit, [cleo, dan]);
  const assigned = (id: string, principalId: string, roleDefinitionId: string, directoryScopeId = '/'): Item => ({
    ...{ id, principalId, roleDefinitionId, directoryScopeId },
  });
  for (const each of [
    assigned('as1', ada, globalAdministrator),
    assigned('as2', admins, globalAdministrator),
    assigned('as3', cleo, directoryReaders),
    assigned('as4', ben, helpdesk, `/administrativeUnits/${unit}`),
    assigned('as5', dan, helpdesk, `/${deployApp}`),
    assigned('as6', guid('a', 99), helpdesk),
  ])
    state.roleAssignments.set(each.id, each);
  state.eligible.set('el1', {
    ...assigned('el1', cleo, globalAdministrator),
    memberType: 'Direct',
    startDateTime: '2026-01-01T00:00:00Z',
  });
  state.packages.set(accessPackage, {
    id: accessPackage,
    displayName: 'Newcomers',
    createdDateTime: '2025-01-01T00:00:00Z',
  });
  state.packageAssignments.set('pa1', {
    ...{ id: 'pa1', state: 'delivered', target: { objectId: ada }, accessPackage: { id: accessPackage } },
  });
  state.packageAssignments.set('pa2', {
    ...{ id: 'pa2', state: 'expired', target: { objectId: ben }, accessPackage: { id: accessPackage } },
  });
}

function fillPolicies(state: EntraState): void {
  const policy = (id: string, displayName: string, more: object, controls: string[]): Item => ({
    ...{ id, displayName, state: 'enabled', grantControls: { operator: 'OR', builtInControls: controls } },
    conditions: {
      ...{ clientAppTypes: ['all'], userRiskLevels: [], signInRiskLevels: [], platforms: null, locations: null },
      applications: { includeApplications: ['All'], excludeApplications: [] },
      users: { includeUsers: ['All'], excludeUsers: [], excludeGroups: [], excludeRoles: [] },
      ...more,
    },
  });
  const app = (id: string) => ({ applications: { includeApplications: [id], excludeApplications: [] } });
  const locations = { locations: { includeLocations: ['All'], excludeLocations: [guid('e', 31)] } };
  for (const each of [
    policy('ca1', 'MFA for GitHub', app(github.replaceAll('c', '9')), ['mfa']),
    policy('ca2', 'Office only', { ...app(deploy.replaceAll('c', '9')), ...locations }, ['block']),
    policy('ca3', 'MFA for some', { users: { includeUsers: ['All'], excludeUsers: [cleo] } }, ['mfa']),
    { ...policy('ca4', 'Only a report', {}, ['mfa']), state: 'enabledForReportingButNotEnforced' },
  ])
    state.policies.set(each.id, each);
  state.locations.set(guid('e', 31), {
    ...{ '@odata.type': '#microsoft.graph.ipNamedLocation', id: guid('e', 31), displayName: 'Office', isTrusted: true },
    ipRanges: [{ cidrAddress: '198.51.100.0/24' }],
  });
  state.methods.push({ id: 'Fido2', state: 'enabled' }, { id: 'Sms', state: 'disabled' });
}

function fillAzure(state: EntraState): void {
  const root = '/providers/Microsoft.Management/managementGroups/root';
  const sub = `/subscriptions/${subscription}`;
  state.managementGroups.set(root, {
    ...{ id: root, name: 'root', type: 'Microsoft.Management/managementGroups' },
    properties: { displayName: 'Tenant Root Group', details: {}, children: [{ id: sub, type: '/subscriptions' }] },
  });
  state.subscriptions.set(subscription, {
    id: sub,
    subscriptionId: subscription,
    displayName: 'Production',
    state: 'Enabled',
  });
  state.resourceGroups.set(subscription, [{ id: `${sub}/resourceGroups/Web`, name: 'Web' }]);
  const role = (name: string, roleName: string, permissions: object): Item => ({
    ...{ id: `${sub}/providers/Microsoft.Authorization/roleDefinitions/${name}`, name },
    properties: { roleName, type: 'BuiltInRole', permissions: [permissions] },
  });
  const assigned = (
    name: string,
    principalId: string,
    principalType: string,
    roleName: string,
    scope: string,
  ): Item => ({
    ...{ id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}`, name },
    properties: {
      principalId,
      principalType,
      scope,
      roleDefinitionId: `${sub}/providers/Microsoft.Authorization/roleDefinitions/${roleName}`,
    },
  });
  const path = `subscriptions/${subscription}`;
  const vault = `${sub}/resourcegroups/web/providers/Microsoft.KeyVault/vaults/Keys`;
  const above = assigned(guid('e', 51), admins, 'Group', ownerRole, root);
  state.azureDefinitions.set(path, [
    role(ownerRole, 'Owner', { actions: ['*'], notActions: [] }),
    role(contributorRole, 'Vault Reader', {
      actions: ['Microsoft.KeyVault/vaults/read'],
      dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action'],
    }),
  ]);
  const everything = { actions: ['Microsoft.Authorization/*', 'Microsoft.Compute/*'] };
  state.azureDefinitions
    .get(path)!
    .push(
      role(accessRole, 'Access', everything),
      role(builderRole, 'Builder', { ...everything, notActions: ['Microsoft.Authorization/*/Write'] }),
    );
  state.azureAssignments.set(path, [
    above,
    assigned(guid('e', 54), cleo, 'User', accessRole, sub),
    assigned(guid('e', 55), dan, 'User', builderRole, sub),
    assigned(guid('e', 52), identity, 'ServicePrincipal', contributorRole, vault),
    assigned(guid('e', 53), ada, 'User', ownerRole, `${sub}/resourceGroups/Web`),
  ]);
  state.azureAssignments.set('providers/Microsoft.Management/managementGroups/root', [above]);
  const denial = (name: string, principals: object[], more: object = {}): Item => ({
    ...{ id: `${sub}/providers/Microsoft.Authorization/denyAssignments/${name}`, name },
    properties: {
      ...{ denyAssignmentName: `Deny ${name}`, scope: sub, principals, doNotApplyToChildScopes: true, ...more },
      permissions: [{ actions: ['*/write'], notActions: [] }],
    },
  });
  state.azureDenials.set(path, [
    denial('one', [{ id: ada, type: 'User' }]),
    denial('all', [{ id: '00000000-0000-0000-0000-000000000000', type: 'SystemDefined' }]),
  ]);
  const own = `${sub}/resourceGroups/Web/providers/Microsoft.ManagedIdentity/userAssignedIdentities/vm`;
  state.identities.set(subscription, [{ id: own, properties: { principalId: identity } }]);
  state.azureTrusts.set(own, [
    {
      id: `${own}/federatedIdentityCredentials/ci`,
      name: 'ci',
      properties: {
        issuer: 'https://token.actions.githubusercontent.com',
        subject: 'repo:example/infra:environment:prod',
        audiences: ['x'],
      },
    },
  ]);
}

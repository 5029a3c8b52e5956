// Microsoft Entra ID tenants by Microsoft Graph v1.0 (learn.microsoft.com/graph/api/overview), and Azure role assignments by Azure
// Resource Manager.
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { declaredEntraActions, entraActions } from './actions/index.ts';
import { closeEntra, type EntraClient, openEntra } from './client.ts';
import { type GraphList, graphPages, wholeAzureList, withoutLicence } from './paging.ts';
import { readUsers } from './reads/accounts.ts';
import { entraReads } from './reads.ts';
import { entraSettings } from './settings.ts';

const incremental = ['Account', 'EntityManagedViaObject'];

const rights =
  'application permissions of Microsoft Graph that read, each named in the README; for Azure the role Reader at the root management group';

export const entra = defineConnector<typeof entraSettings, EntraClient>({
  type: 'entra',
  title: 'Microsoft Entra ID',
  description:
    'The users, groups, applications, roles, policies and machine identities of a Microsoft Entra tenant, and the role assignments of its Azure subscriptions.',
  settings: entraSettings,
  declares: [
    { types: incremental, incremental: true, rights },
    {
      types: entraReads.map(({ lands }) => lands).filter(type => !incremental.includes(type)),
      incremental: false,
      rights,
    },
  ],
  open: openEntra,
  close: closeEntra,
  check: checkEntra,
  reads: () => entraReads,
  readObjects: { Account: readUsers },
  declaresActions: declaredEntraActions,
  actions: entraActions,
  changesAtOnce: 4,
});

const $top = 1;

/** Lists that every full read needs, to find out which permissions and licences are missing. */
const probes: readonly GraphList[] = [
  { path: 'users', query: { $top }, permission: 'User.Read.All' },
  { path: 'users', query: { $top, $select: 'id,signInActivity' }, permission: 'AuditLog.Read.All' },
  { path: 'groups', query: { $top }, permission: 'Group.Read.All' },
  { path: 'organization', permission: 'Organization.Read.All' },
  { path: 'domains', permission: 'Domain.Read.All' },
  { path: 'applications', query: { $top }, permission: 'Application.Read.All' },
  { path: 'servicePrincipals', query: { $top }, permission: 'Application.Read.All' },
  { path: 'oauth2PermissionGrants', query: { $top }, permission: 'DelegatedPermissionGrant.Read.All' },
  { path: 'roleManagement/directory/roleDefinitions', permission: 'RoleManagement.Read.Directory' },
  { path: 'roleManagement/directory/roleAssignments', query: { $top }, permission: 'RoleManagement.Read.Directory' },
  {
    path: 'roleManagement/directory/roleEligibilityScheduleInstances',
    permission: 'RoleManagement.Read.Directory',
  },
  { path: 'directory/administrativeUnits', query: { $top }, permission: 'AdministrativeUnit.Read.All' },
  { path: 'identity/conditionalAccess/policies', permission: 'Policy.Read.All' },
  { path: 'policies/authenticationMethodsPolicy', permission: 'Policy.Read.AuthenticationMethod', single: true },
  { path: 'reports/authenticationMethods/userRegistrationDetails', query: { $top }, permission: 'AuditLog.Read.All' },
  { path: 'identityGovernance/entitlementManagement/accessPackages', permission: 'EntitlementManagement.Read.All' },
];

async function checkEntra(client: EntraClient): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const probe of probes) {
    const isNeeded = probe.path === 'users' && probe.query?.['$select'] === undefined;
    for await (const { gaps } of graphPages(client, probe)) {
      problems.push(
        ...gaps
          .map(withoutLicence)
          .map(
            ({ subject, message }) => ({ severity: isNeeded ? 'error' : 'warning', place: subject, message }) as const,
          ),
      );
      break;
    }
  }
  if (client.azure) {
    const { items, gaps } = await wholeAzureList(client, { path: 'subscriptions', version: '2022-12-01' });
    const message = gaps[0]?.message ?? 'no subscription is shown';
    const fix = 'assign the role Reader to the application at the root management group, or set azure to false';
    if (items.length === 0) problems.push({ severity: 'warning', place: 'GET /subscriptions', message, fix });
  }
  return problems;
}

// An organisation with a shop: a robot that deploys it, keys, a bucket that everybody reads, and roles of every kind.
import { generateKeyPairSync } from 'node:crypto';
import type { GcpState, Item } from './gcp.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const gcpSettingsFor = (url: string, more: object = {}) => ({
  service_account: {
    client_email: 'reader@audit-tools.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
  ...{ organization: '100', endpoint_url: `${url}/`, token_url: `${url}/token` },
  ...more,
});

export const deployer = 'deployer@shop-prod.iam.gserviceaccount.com';
export const worker = 'worker@shop-prod.iam.gserviceaccount.com';

const place = (name: string, displayName: string, more: Item = {}): Item => ({
  ...{ name, displayName, state: 'ACTIVE', createTime: '2024-05-31T15:15:56.125Z' },
  ...more,
});
const account = (email: string, uniqueId: string, more: Item = {}): Item => ({
  ...{ name: `projects/shop-prod/serviceAccounts/${email}`, projectId: 'shop-prod', uniqueId, email },
  ...{ displayName: email.split('@')[0] },
  ...more,
});
const role = (name: string, title: string, includedPermissions: string[]): Item => ({
  name,
  title,
  includedPermissions,
});
const result = (resource: string, assetType: string, bindings: Item[], more: Item = {}): Item => ({
  ...{ resource, assetType, project: 'projects/42', organization: 'organizations/100', policy: { bindings } },
  ...more,
});

export const onlyBuckets = { title: 'buckets', expression: 'resource.type == "storage.googleapis.com/Bucket"' };

export function fillCloud(state: GcpState): void {
  state.organizations.push(place('organizations/100', 'example.org'));
  state.folders.push(place('folders/7', 'production', { parent: 'organizations/100' }));
  state.projects.push(
    place('projects/42', 'Shop', { projectId: 'shop-prod', parent: 'folders/7' }),
    place('projects/43', 'Play', { projectId: 'playground', parent: 'organizations/100' }),
  );
  state.serviceAccounts.set('shop-prod', [account(deployer, '1001'), account(worker, '1002', { disabled: true })]);
  const key = (id: string, more: Item = {}): Item => ({
    ...{ name: `projects/shop-prod/serviceAccounts/${deployer}/keys/${id}`, keyAlgorithm: 'KEY_ALG_RSA_2048' },
    ...{ validAfterTime: '2024-01-02T03:04:05Z', validBeforeTime: '9999-12-31T23:59:59Z', keyType: 'USER_MANAGED' },
    ...more,
  });
  state.keys.set(deployer, [key('one'), key('two', { disabled: true }), key('three', { keyType: 'SYSTEM_MANAGED' })]);
  state.apiKeys.set('shop-prod', [{ name: 'projects/42/locations/global/keys/k', uid: 'k', displayName: 'Maps' }]);
  state.roles.set('', [
    role('roles/viewer', 'Viewer', ['storage.buckets.list', 'run.services.get', 'resourcemanager.projects.get']),
    role('roles/owner', 'Owner', [
      'storage.buckets.delete',
      'iam.serviceAccounts.actAs',
      'resourcemanager.projects.setIamPolicy',
    ]),
    role('roles/storage.objectViewer', 'Storage Object Viewer', ['storage.objects.get', 'storage.objects.list']),
    role('roles/iam.serviceAccountTokenCreator', 'Token Creator', ['iam.serviceAccounts.getAccessToken']),
    role('roles/nobody', 'Nobody holds it', ['x.y.get']),
  ]);
  state.roles.set('projects/shop-prod', [
    role('projects/shop-prod/roles/deploy', 'Deploy', ['run.services.create', 'run.services.update']),
  ]);
  const bindings = {
    organization: [
      { role: 'roles/viewer', members: ['group:Everyone@example.org', 'deleted:user:gone@example.org?uid=1'] },
    ],
    folder: [{ role: 'roles/viewer', members: ['user:Ada@example.org'], condition: onlyBuckets }],
    project: [
      { role: 'roles/owner', members: ['user:bob@example.org'] },
      { role: 'projects/shop-prod/roles/deploy', members: [`serviceAccount:${deployer}`] },
      { role: 'roles/viewer', members: ['user:ada@example.org'] },
    ],
    account: [
      {
        role: 'roles/iam.serviceAccountTokenCreator',
        members: ['user:ada@example.org', 'serviceAccount:shop-prod.svc.id.goog[shop/api]'],
      },
    ],
    bucket: [{ role: 'roles/storage.objectViewer', members: ['allUsers', 'projectOwner:shop-prod'] }],
    service: [
      {
        role: 'projects/shop-prod/roles/deploy',
        members: ['serviceAccount:service-42@gcp-sa-run.iam.gserviceaccount.com'],
      },
    ],
  };
  const places = '//cloudresourcemanager.googleapis.com';
  const asset = 'cloudresourcemanager.googleapis.com';
  state.found.set('organizations/100', [
    result(`${places}/organizations/100`, `${asset}/Organization`, bindings.organization, { project: undefined }),
    result(`${places}/folders/7`, `${asset}/Folder`, bindings.folder, { project: undefined }),
    result(`${places}/projects/shop-prod`, `${asset}/Project`, bindings.project),
    result(
      '//iam.googleapis.com/projects/shop-prod/serviceAccounts/1001',
      'iam.googleapis.com/ServiceAccount',
      bindings.account,
    ),
    result('//storage.googleapis.com/shop-images', 'storage.googleapis.com/Bucket', bindings.bucket),
    result(
      '//run.googleapis.com/projects/shop-prod/locations/x/services/api',
      'run.googleapis.com/Service',
      bindings.service,
    ),
  ]);
  state.policies
    .set('organizations/100', { bindings: bindings.organization })
    .set('folders/7', { bindings: bindings.folder })
    .set('projects/shop-prod', { bindings: bindings.project })
    .set(deployer, { bindings: bindings.account })
    .set('shop-images', { bindings: bindings.bucket });
  state.buckets.set('shop-prod', [
    { kind: 'storage#bucket', name: 'shop-images', timeCreated: '2025-01-02T03:04:05.000Z' },
  ]);
}

const poolsOfShop = 'projects/42/locations/global/workloadIdentityPools';

/** How a policy names an identity of a pool of the shop. */
export const principal = (pool: string, subject: string) =>
  `principal://iam.googleapis.com/${poolsOfShop}/${pool}/subject/${subject}`;
export const principalSet = (pool: string, set: string) =>
  `principalSet://iam.googleapis.com/${poolsOfShop}/${pool}/${set}`;

/** The issuer of a cluster of the shop in Google Cloud. */
export const issuerOfShopCluster = (name: string) =>
  `https://container.googleapis.com/v1/projects/shop-prod/locations/europe-west1/clusters/${name}`;

/** Pools by which a cluster elsewhere, clusters of Google and workflows of GitHub reach the shop, and a trust domain. */
export function fillWorkloadPools(state: GcpState, issuer: string): void {
  const pool = (id: string, more: Item = {}): Item => ({ name: `${poolsOfShop}/${id}`, state: 'ACTIVE', ...more });
  const provider = (of: string, id: string, more: Item): Item => ({
    ...{ name: `${poolsOfShop}/${of}/providers/${id}`, state: 'ACTIVE' },
    ...more,
  });
  const attributeMapping = { 'google.subject': 'assertion.sub' };
  state.workloadPools.set('shop-prod', [
    pool('clusters', { displayName: 'Clusters' }),
    pool('github'),
    pool('closed', { disabled: true }),
    pool('shop-prod.svc.id.goog', { mode: 'SYSTEM_TRUST_DOMAIN' }),
    pool('mesh', {
      mode: 'TRUST_DOMAIN',
      inlineTrustConfig: { additionalTrustBundles: { 'audit.example.org': { trustAnchors: [] } } },
    }),
  ]);
  const audiences = { allowedAudiences: ['shop'] };
  state.workloadProviders.set(`${poolsOfShop}/clusters`, [
    provider('clusters', 'production', {
      ...{ displayName: 'Production', oidc: { issuerUri: issuer, ...audiences }, attributeMapping },
      attributeCondition: "assertion.sub.startsWith('system:serviceaccount:ops:')",
    }),
    provider('clusters', 'off', { disabled: true, oidc: { issuerUri: 'https://off.example.org' }, attributeMapping }),
    provider('clusters', 'partner', { aws: { accountId: '111111111111' } }),
  ]);
  state.workloadProviders.set(`${poolsOfShop}/closed`, [
    provider('closed', 'production', { oidc: { issuerUri: issuer }, attributeMapping }),
  ]);
  state.workloadProviders.set(`${poolsOfShop}/github`, [
    provider('github', 'actions', {
      oidc: { issuerUri: 'https://token.actions.githubusercontent.com' },
      attributeMapping: {
        ...{ ...attributeMapping, 'attribute.repository': 'assertion.repository' },
        ...{ 'attribute.owner': 'assertion.repository_owner', 'attribute.branch': 'assertion.ref' },
      },
    }),
  ]);
  const cluster = (name: string, workloadPool?: string): Item => ({
    ...{ name, location: 'europe-west1', status: 'RUNNING' },
    ...(workloadPool !== undefined && { workloadIdentityConfig: { workloadPool } }),
  });
  state.clusters.set('shop-prod', [
    cluster('one', 'shop-prod.svc.id.goog'),
    cluster('two', 'shop-prod.svc.id.goog'),
    cluster('without'),
  ]);
}

/** Grant a role on a bucket of the shop. */
export function grantOnBucket(state: GcpState, bucket: string, ...members: string[]): void {
  const bindings = [{ role: 'roles/storage.objectViewer', members }];
  state.found
    .get('organizations/100')!
    .push(result(`//storage.googleapis.com/${bucket}`, 'storage.googleapis.com/Bucket', bindings));
}

/** Let members get tokens of the service account that deploys the shop. */
export function grantOnDeployer(state: GcpState, ...members: string[]): void {
  const bindings = [{ role: 'roles/iam.serviceAccountTokenCreator', members }];
  const resource = '//iam.googleapis.com/projects/shop-prod/serviceAccounts/1001';
  state.found.get('organizations/100')!.push(result(resource, 'iam.googleapis.com/ServiceAccount', bindings));
}

// The resources of the cloud, the roles that accounts hold on them, and the permissions to impersonate.
import { dedupe } from './forge.ts';
import { randomOf } from './random.ts';
import type { Row } from './world.ts';

export const folders = [
  ['org', 'rolecall', '', 'organization'],
  ['prod', 'production', 'org', 'folder'],
  ['dev', 'development', 'org', 'folder'],
  ['data', 'data', 'org', 'folder'],
  ['prod-pay', 'payments-production', 'prod', 'project'],
  ['prod-web', 'web-production', 'prod', 'project'],
  ['dev-web', 'web-development', 'dev', 'project'],
  ['data-lake', 'data-lake', 'data', 'project'],
  ['data-ml', 'model-training', 'data', 'project'],
] as const;

export const roles = [
  ['roles/owner', 'Owner', 'basic', '*', true],
  ['roles/editor', 'Editor', 'basic', '*:write', true],
  ['roles/viewer', 'Viewer', 'basic', '*:read', false],
  ['roles/storage.admin', 'Storage Admin', 'predefined', 'storage:*', true],
  ['roles/storage.reader', 'Storage Reader', 'predefined', 'storage:GetObject storage:ListBucket', false],
  ['roles/key.admin', 'Key Admin', 'predefined', 'kms:*', true],
  ['roles/deployer', 'Deployer', 'custom', 'run:Deploy run:Rollback', false],
  ['roles/break-glass', 'Break Glass', 'custom', '*', true],
  ['roles/billing.viewer', 'Billing Viewer', 'predefined', 'billing:Read', false],
] as const;

export function makeResources(): Row[] {
  const projects = folders.filter(([, , , type]) => type === 'project').map(([id]) => id);
  const inProject = [
    ['bucket', 'assets'],
    ['bucket', 'exports'],
    ['database', 'main'],
    ['key-ring', 'default'],
    ['secret', 'api-credentials'],
  ] as const;
  return [
    ...folders.map(([id, name, parent, type]) => ({
      id,
      name,
      parent,
      type,
      sensitive: id === 'prod-pay',
      public: false,
    })),
    ...projects.flatMap(project =>
      inProject.map(([type, name]) => ({
        id: `${project}/${type}/${name}`,
        name: `${project} ${name}`,
        parent: project,
        type,
        sensitive: type === 'secret' || type === 'key-ring',
        public: type === 'bucket' && name === 'assets' && project === 'prod-web',
      })),
    ),
  ];
}

export function bindings(humans: readonly Row[], machines: readonly Row[], resources: readonly Row[]): Row[] {
  const random = randomOf('cloud bindings');
  const grantable = roles.slice(0, 7);
  const rows: Row[] = [
    ...humans.filter(row => row['admin']).map(row => ({ principal: row['id'], role: 'roles/owner', resource: 'org' })),
    ...humans.map(row => ({
      principal: row['id'],
      role: random.pick(['roles/viewer', 'roles/viewer', 'roles/editor', 'roles/deployer']),
      resource: random.pick(folders.slice(1))[0],
    })),
    ...machines.flatMap(row => [
      {
        principal: row['id'],
        role: row['admin'] ? 'roles/owner' : random.pick(grantable.slice(1))[0],
        resource: row['admin'] ? 'org' : String(row['project']),
      },
      {
        principal: row['id'],
        role: 'roles/storage.reader',
        resource: random.pick(resources.filter(resource => resource['type'] === 'bucket'))['id'],
      },
    ]),
  ];
  return dedupe(rows, row => `${row['principal']} ${row['role']} ${row['resource']}`).map((row, index) => ({
    id: `b${index + 1}`,
    ...row,
    condition: index % 17 === 9 ? 'office-hours' : '',
  }));
}

/** Bindings of groups of the identity provider, which the cloud knows only by their ids there. */
export function federatedBindings(resources: readonly Row[]): Row[] {
  const bucket = resources.find(resource => resource['type'] === 'bucket')!;
  return [
    {
      id: 'fb1',
      idp_group: 'platform-tools',
      resource: bucket['id'],
      role: 'roles/viewer',
      scopes: 'cloud.read storage.read',
      owner: 'group:platform',
      policy: 'workforce-pool',
      confidence: 1,
      note: 'Everybody who builds the platform may look at what it stores',
    },
  ];
}

/** Permissions to impersonate: of people for service principals, of service principals for others, and for whole projects. */
export function impersonation(humans: readonly Row[], machines: readonly Row[]): Row[] {
  const random = randomOf('cloud impersonation');
  const principals = machines.filter(row => row['type'] === 'service-principal');
  const agents = machines.filter(row => row['type'] === 'agent');
  const chain = principals.slice(0, 4);
  const rows: Row[] = [
    ...random.sample(humans, 12).map(row => ({
      actor: row['id'],
      target: random.pick(principals)['id'],
      target_kind: 'account',
      action: 'sts:AssumeRole',
    })),
    ...chain.slice(1).map((row, index) => ({
      actor: chain[index]!['id'],
      target: row['id'],
      target_kind: 'account',
      action: 'sts:AssumeRole',
    })),
    ...agents.map((row, index) => ({
      actor: row['id'],
      target: index === 0 ? 'prod' : random.pick(principals)['id'],
      target_kind: index === 0 ? 'resource' : 'account',
      action: index === 0 ? 'iam.serviceAccounts.actAs' : 'iam.serviceAccounts.getAccessToken',
    })),
    { actor: principals[1]!['id'], target: 'roles/owner', target_kind: 'role', action: 'sts:AssumeRole' },
  ];
  return dedupe(rows, row => `${row['actor']} ${row['target']}`);
}

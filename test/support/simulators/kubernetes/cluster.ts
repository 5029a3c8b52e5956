// A cluster: a shop that is deployed by a robot, a developer, a team of the identity provider, and roles that aggregate others.
import type { KubernetesObject, KubernetesState } from './kubernetes.ts';

export const created = '2026-01-11T15:50:16Z';

export const object = (name: string, namespace?: string, more: object = {}): KubernetesObject => ({
  metadata: { name, ...(namespace !== undefined && { namespace }), uid: `uid-${name}`, creationTimestamp: created },
  ...more,
});

const rule = (apiGroups: string[], resources: string[], verbs: string[], more: object = {}) => ({
  ...{ apiGroups, resources, verbs },
  ...more,
});
const toRole = (kind: 'ClusterRole' | 'Role', name: string) => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
});
const ofAccount = (name: string, namespace: string) => ({ kind: 'ServiceAccount', name, namespace });
const ofUser = (name: string) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name });
const ofGroup = (name: string) => ({ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name });

export const readers = '7e6f2c1a-0d59-4a53-9d31-1f6f3a9b2c11';

export function fillCluster({ objects }: KubernetesState): void {
  objects.namespaces.push(object('kube-system'), object('shop'), object('ops'));
  objects.serviceaccounts.push(
    object('default', 'shop'),
    object('default', 'ops'),
    object('deployer', 'ops'),
    object('controller', 'kube-system'),
  );
  Object.assign(objects.serviceaccounts[2]!.metadata, {
    annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::123456789012:role/deploy' },
  });
  objects.secrets.push(
    {
      ...object('deployer-token', 'ops'),
      type: 'kubernetes.io/service-account-token',
      data: { token: 'c2VjcmV0LXZhbHVl' },
    },
    { ...object('database', 'shop'), type: 'Opaque', data: { password: 'c2VjcmV0LXZhbHVl' } },
  );
  Object.assign(objects.secrets[0]!.metadata, {
    annotations: { 'kubernetes.io/service-account.name': 'deployer' },
    labels: { 'kubernetes.io/legacy-token-last-used': '2026-11-02' },
  });
  const podRules = [rule([''], ['pods'], ['get', 'list'])];
  objects.clusterroles.push(
    object('cluster-admin', undefined, {
      rules: [rule(['*'], ['*'], ['*']), { nonResourceURLs: ['*'], verbs: ['*'] }],
    }),
    object('view', undefined, {
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'to-view': 'true' } }] },
      rules: podRules,
    }),
    object('view-pods', undefined, { rules: podRules }),
    object('view-queues', undefined, { rules: [rule(['example.org'], ['queues'], ['get'])] }),
    object('node-reader', undefined, { rules: [rule([''], ['nodes'], ['get', 'list'])] }),
    object('deploy', undefined, { rules: [rule(['apps'], ['deployments'], ['create', 'update'])] }),
    object('support', undefined, {
      rules: [
        rule([''], ['users'], ['impersonate'], { resourceNames: ['ada@example.org'] }),
        rule([''], ['serviceaccounts/token'], ['create'], { resourceNames: ['deployer'] }),
      ],
    }),
  );
  for (const index of [2, 3]) Object.assign(objects.clusterroles[index]!.metadata, { labels: { 'to-view': 'true' } });
  Object.assign(objects.clusterroles[0]!.metadata, { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } });
  objects.roles.push(
    object('settings', 'shop', { rules: [rule([''], ['configmaps'], ['get'], { resourceNames: ['prices'] })] }),
  );
  objects.clusterrolebindings.push(
    object('admins', undefined, {
      ...toRole('ClusterRole', 'cluster-admin'),
      subjects: [ofGroup('system:masters'), ofAccount('controller', 'kube-system')],
    }),
    object('nodes', undefined, { ...toRole('ClusterRole', 'node-reader'), subjects: [ofUser('ada@example.org')] }),
    object('support', undefined, { ...toRole('ClusterRole', 'support'), subjects: [ofUser('bob@example.org')] }),
    object('nobody', undefined, toRole('ClusterRole', 'view')),
  );
  objects.rolebindings.push(
    object('deployers', 'shop', { ...toRole('ClusterRole', 'deploy'), subjects: [ofAccount('deployer', 'ops')] }),
    object('viewers', 'shop', {
      ...toRole('ClusterRole', 'view'),
      subjects: [ofGroup(`idp:${readers}`), ofGroup('idp:people')],
    }),
    object('settings', 'shop', {
      ...toRole('Role', 'settings'),
      subjects: [{ kind: 'ServiceAccount', name: 'default' }],
    }),
    object('gone', 'ops', { ...toRole('Role', 'deleted'), subjects: [ofUser('ada@example.org')] }),
  );
}

// Kubernetes clusters, by the API server's own API: role-based access control, service accounts and namespaces. A description in YAML
// is not enough: what a binding permits comes from three lists together, and rules become permissions by the semantics of RBAC.
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { wholeList } from '../../src/connector/http/source-list.ts';
import { type KubernetesClient, openKubernetes } from './client.ts';
import { type ListName, probedList } from './lists.ts';
import { kubernetesReads } from './reads.ts';
import { kubernetesSettings } from './settings.ts';
import { hasSpire, spireLists } from './spire.ts';

export const kubernetes = defineConnector<typeof kubernetesSettings, KubernetesClient>({
  type: 'kubernetes',
  title: 'Kubernetes',
  description:
    'The service accounts, roles, bindings and namespaces of a Kubernetes cluster, and who can act as whom there.',
  settings: kubernetesSettings,
  declares: [
    {
      types: kubernetesReads.map(({ lands }) => lands),
      incremental: false,
      rights:
        'the verb list on namespaces, serviceaccounts, roles, rolebindings, clusterroles and clusterrolebindings; with `tokens` also on secrets; where SPIRE is installed, on its custom resources',
    },
  ],
  open: openKubernetes,
  close: client => client.http.close(),
  check: checkKubernetes,
  reads: () => kubernetesReads,
});

async function checkKubernetes(client: KubernetesClient): Promise<readonly Problem[]> {
  const { http, settings } = client;
  const ofSpire = (await hasSpire(client)) ? spireLists : [];
  const ofCluster: ListName[] = ['clusterRoles', 'clusterRoleBindings', ...ofSpire];
  const inNamespaces: ListName[] = [
    'serviceAccounts',
    'roles',
    'roleBindings',
    ...(settings.tokens ? ['secrets' as const] : []),
  ];
  const probes = [
    ...[...ofCluster, ...(settings.namespaces ? [] : (['namespaces'] as const))].map(name => probedList(name)),
    ...(settings.namespaces ?? [undefined]).flatMap(namespace => inNamespaces.map(name => probedList(name, namespace))),
  ];
  const answers = await Promise.all(probes.map(list => wholeList(http, list)));
  return answers.flatMap(({ gaps }) =>
    gaps.map(({ subject, message }) => ({ severity: 'warning', place: subject, message }) as const),
  );
}

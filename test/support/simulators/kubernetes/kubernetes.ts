// A simulated API server of Kubernetes: lists with pages, its answers to missing rights, and metadata alone for who asks for it.
import { type Answer, type Call, type Routes, type Simulator, startSimulator } from '../simulator.ts';

export const kubernetesToken = 'token-of-the-tests';

export interface KubernetesObject {
  readonly metadata: Record<string, unknown> & { name: string; namespace?: string };
  readonly [member: string]: unknown;
}

const core = '/api/v1';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const spire = '/apis/spire.spiffe.io/v1alpha1';

/** Plural → where the list is, and the kind of its objects. */
const kinds = {
  namespaces: { base: core, kind: 'Namespace' },
  serviceaccounts: { base: core, kind: 'ServiceAccount' },
  secrets: { base: core, kind: 'Secret' },
  clusterroles: { base: rbac, kind: 'ClusterRole' },
  clusterrolebindings: { base: rbac, kind: 'ClusterRoleBinding' },
  roles: { base: rbac, kind: 'Role' },
  rolebindings: { base: rbac, kind: 'RoleBinding' },
  clusterfederatedtrustdomains: { base: spire, kind: 'ClusterFederatedTrustDomain' },
  clusterspiffeids: { base: spire, kind: 'ClusterSPIFFEID' },
  clusterstaticentries: { base: spire, kind: 'ClusterStaticEntry' },
} as const;

export type Plural = keyof typeof kinds;

export interface KubernetesState {
  readonly objects: Record<Plural, KubernetesObject[]>;
  /** Lists that the token may not read. */
  readonly forbidden: Set<Plural>;
  /** Of the tokens of service accounts. */
  issuer: string;
  /** Whether the custom resources of SPIRE are defined. */
  hasSpire: boolean;
}

export interface KubernetesSimulator extends Simulator {
  readonly state: KubernetesState;
}

const emptyObjects = () =>
  Object.fromEntries(Object.keys(kinds).map(plural => [plural, []])) as unknown as KubernetesState['objects'];

/** An error of the API server (kubernetes.io/docs/reference/kubernetes-api/common-definitions/status). */
const status = (code: number, reason: string, message: string): Answer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code },
});

export async function startKubernetes(): Promise<KubernetesSimulator> {
  const state: KubernetesState = {
    objects: emptyObjects(),
    forbidden: new Set(),
    issuer: 'https://oidc.eks.eu-central-1.amazonaws.com/id/A1B2',
    hasSpire: false,
  };
  const notFound = ({ url }: Call) => status(404, 'NotFound', `the server could not find ${url.pathname}`);
  const listing = (plural: Plural) => (call: Call) => {
    if (state.forbidden.has(plural))
      return status(403, 'Forbidden', `${plural} is forbidden: User "reader" cannot list resource "${plural}"`);
    if (kinds[plural].base === spire && !state.hasSpire) return notFound(call);
    const { namespace } = call.params;
    const all = state.objects[plural].filter(
      ({ metadata }) => namespace === undefined || metadata.namespace === namespace,
    );
    return pageOf(call, plural, all);
  };
  const routes: Routes = {
    'GET /.well-known/openid-configuration': () => ({ body: { issuer: state.issuer } }),
    'GET /version': () => ({ body: { major: '1', minor: '29', gitVersion: 'v1.29.3' } }),
    [`GET ${spire}`]: call =>
      state.hasSpire
        ? {
            body: {
              kind: 'APIResourceList',
              apiVersion: 'v1',
              groupVersion: 'spire.spiffe.io/v1alpha1',
              resources: [],
            },
          }
        : notFound(call),
    ...Object.fromEntries(
      Object.entries(kinds).flatMap(([plural, { base }]) => [
        [`GET ${base}/${plural}`, listing(plural as Plural)],
        [`GET ${base}/namespaces/:namespace/${plural}`, listing(plural as Plural)],
      ]),
    ),
  };
  const simulator = await startSimulator({
    routes,
    before: call =>
      call.headers.authorization === `Bearer ${kubernetesToken}`
        ? undefined
        : status(401, 'Unauthorized', 'Unauthorized'),
    missing: notFound,
  });
  return Object.assign(simulator, { state });
}

/** The token of the next page is where it begins; the real one is opaque. */
function pageOf(call: Call, plural: Plural, all: readonly KubernetesObject[]): Answer {
  const [limit, start] = ['limit', 'continue'].map(name => Number(call.url.searchParams.get(name) ?? 0)) as [
    number,
    number,
  ];
  const end = limit === 0 ? all.length : start + limit;
  const more = end < all.length ? { continue: String(end), remainingItemCount: all.length - end } : {};
  const { base, kind } = kinds[plural];
  const isPartial = (call.headers.accept ?? '').includes('as=PartialObjectMetadataList');
  const page = all.slice(start, end);
  return {
    body: {
      kind: isPartial ? 'PartialObjectMetadataList' : `${kind}List`,
      apiVersion: isPartial ? 'meta.k8s.io/v1' : base.replace(/^\/apis?\//, ''),
      metadata: { resourceVersion: '1', ...more },
      items: isPartial ? page.map(({ metadata }) => ({ metadata })) : page,
    },
  };
}

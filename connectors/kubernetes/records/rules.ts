// What rules of roles permit (kubernetes.io/docs/reference/access-authn-authz/rbac).
import { definedMembers, textsAt } from '../../../src/connector/json-values.ts';
import { serviceAccountId, serviceAccountsOf, systemGroups } from '../ids.ts';

/** Where a rule is in force: in a namespace, or in the whole cluster. */
export interface RuleScope {
  /** Undefined: the cluster. */
  readonly namespace: string | undefined;
  /** Ids of the service accounts by their names, to resolve `resourceNames` in the whole cluster. */
  readonly serviceAccounts: ReadonlyMap<string, readonly string[]>;
}

interface Rule {
  readonly verbs: ReadonlySet<string>;
  /** With their API groups, such as `deployments.apps`; `*.*` is everything. Those of the core group have no suffix. */
  readonly resources: readonly string[];
  /** Empty: all objects. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

function ruleOf(rule: unknown): Rule {
  const groups = textsAt(rule, 'apiGroups');
  const resources = textsAt(rule, 'resources').flatMap(resource =>
    groups.map(group => (group === '' ? resource : `${resource}.${group}`)),
  );
  return {
    ...{ verbs: new Set(textsAt(rule, 'verbs')), resources: [...new Set(resources)] },
    ...{ names: textsAt(rule, 'resourceNames'), addresses: textsAt(rule, 'nonResourceURLs') },
  };
}

/**
 * Resources of the built-in groups that lie in no namespace: a right in a namespace does not reach them, and a right on them in the
 * cluster reaches no namespace. Resources of other groups count as being in namespaces.
 */
const ofCluster = new Set([
  ...['nodes', 'persistentvolumes', 'namespaces', 'componentstatuses', 'users', 'groups', 'uids', 'userextras'],
  ...[
    'clusterroles',
    'clusterrolebindings',
    'customresourcedefinitions',
    'apiservices',
    'storageclasses',
    'csidrivers',
  ],
  ...['csinodes', 'volumeattachments', 'mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
  ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings', 'priorityclasses', 'runtimeclasses'],
  ...['ingressclasses', 'certificatesigningrequests', 'clustertrustbundles', 'signers', 'flowschemas'],
  ...['prioritylevelconfigurations', 'tokenreviews', 'subjectaccessreviews', 'selfsubjectaccessreviews'],
  ...['selfsubjectrulesreviews', 'selfsubjectreviews', 'podsecuritypolicies'],
]);

/** The plural of a resource, without subresource and group. */
const pluralOf = (resource: string) => /^[^./]+/.exec(resource)?.[0] ?? resource;

/** The rules that count in a namespace: those about what lies in namespaces. */
const withinNamespaces = (rules: readonly Rule[]): Rule[] =>
  rules.flatMap(rule => {
    const resources = rule.resources.filter(resource => !ofCluster.has(pluralOf(resource)));
    return resources.length > 0 ? [{ ...rule, resources, addresses: [] }] : [];
  });

const verbsOf = {
  isRead: ['get', 'list', 'watch'],
  isCreate: ['create'],
  isUpdate: ['update', 'patch'],
  isDelete: ['delete', 'deletecollection'],
} as const;

/** Subresources by which somebody runs something in a pod, or speaks with it. */
const executing = ['pods/exec', 'pods/attach', 'pods/portforward', 'pods/proxy', 'services/proxy', 'nodes/proxy'];

const has = ({ verbs }: Rule, ...wanted: readonly string[]) => verbs.has('*') || wanted.some(verb => verbs.has(verb));

/** Whether a rule is about a resource; `pods` does not contain `pods/exec`, and `*` contains everything of its group. */
function isAbout(rule: Rule, resource: string): boolean {
  const [plural, group] = splitGroup(resource);
  return rule.resources.some(given => {
    const [givenPlural, givenGroup] = splitGroup(given);
    const isGroup = givenGroup === group || givenGroup === '*';
    const subresource = plural.split('/')[1];
    return (
      isGroup &&
      (givenPlural === '*' ||
        givenPlural === plural ||
        (subresource !== undefined && givenPlural === `*/${subresource}`))
    );
  });
}

function splitGroup(resource: string): readonly [plural: string, group: string] {
  const dot = resource.indexOf('.');
  return dot < 0 ? [resource, ''] : [resource.slice(0, dot), resource.slice(dot + 1)];
}

const roleResources = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].map(
  plural => `${plural}.rbac.authorization.k8s.io`,
);

/** What requests in the name of somebody else may name (kubernetes.io/docs/reference/access-authn-authz/authentication, user impersonation). */
const impersonated = [
  'users',
  'groups',
  'serviceaccounts',
  'uids.authentication.k8s.io',
  'userextras.authentication.k8s.io',
];

/**
 * What makes more rights out of one (kubernetes.io/docs/concepts/security/rbac-good-practices, privilege escalation risks).
 */
const isEscalating = (rule: Rule): boolean =>
  (has(rule, 'impersonate') && impersonated.some(resource => isAbout(rule, resource))) ||
  (has(rule, 'escalate', 'bind') && roleResources.some(resource => isAbout(rule, resource))) ||
  (rule.verbs.has('*') && rule.resources.includes('*.*')) ||
  (has(rule, 'get', 'list', 'watch') && isAbout(rule, 'secrets')) ||
  (has(rule, 'create') && isAbout(rule, 'serviceaccounts/token')) ||
  (has(rule, 'create', 'update', 'patch') && roleResources.some(resource => isAbout(rule, resource))) ||
  (has(rule, 'create', 'get') && isAbout(rule, 'nodes/proxy')) ||
  (has(rule, 'approve') && isAbout(rule, 'signers.certificates.k8s.io')) ||
  (has(rule, 'create', 'update', 'patch') &&
    ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].some(plural =>
      isAbout(rule, `${plural}.admissionregistration.k8s.io`),
    ));

/** Whatever makes pods: who may create one chooses the service account as which its pods run. */
const workloads = [
  ...['pods', 'replicationcontrollers'],
  ...['deployments', 'daemonsets', 'statefulsets', 'replicasets'].map(plural => `${plural}.apps`),
  ...['jobs.batch', 'cronjobs.batch'],
];

/** Whom the holder of a rule can act as, as specifiers `impersonate:…` of accounts or groups; `*` is everybody. */
function impersonations(rule: Rule, { namespace, serviceAccounts }: RuleScope): string[] {
  const isUser = has(rule, 'impersonate') && isAbout(rule, 'users') && namespace === undefined;
  if (isUser && rule.names.length === 0) return ['impersonate:*'];
  const users = isUser ? rule.names.map(name => `impersonate:${name}`) : [];
  const isAccount =
    (has(rule, 'impersonate') && isAbout(rule, 'serviceaccounts')) ||
    (has(rule, 'create') && isAbout(rule, 'serviceaccounts/token'));
  const makesPods = has(rule, 'create') && workloads.some(workload => isAbout(rule, workload));
  // A name of an object does not restrict the creation of others, so such a rule permits none.
  const all = namespace === undefined ? systemGroups.serviceAccounts : serviceAccountsOf(namespace);
  if ((isAccount || makesPods) && rule.names.length === 0) return [`impersonate:${all}`];
  if (!isAccount) return users;
  const accounts = rule.names.flatMap(name =>
    namespace === undefined ? (serviceAccounts.get(name) ?? []) : [serviceAccountId(namespace, name)],
  );
  return [...users, ...accounts.map(id => `impersonate:${id}`)];
}

/** One text for each resource, such as `pods: get, list` or `configmaps[cluster-info]: get`. */
function specifiersOf(rules: readonly Rule[]): string[] {
  const verbs = new Map<string, Set<string>>();
  for (const rule of rules) {
    const names = rule.names.length === 0 ? [''] : rule.names.map(name => `[${name}]`);
    const subjects = [...rule.resources.flatMap(resource => names.map(name => resource + name)), ...rule.addresses];
    for (const subject of subjects) verbs.set(subject, (verbs.get(subject) ?? new Set()).union(rule.verbs));
  }
  return [...verbs].map(([subject, of]) => `${subject}: ${[...of].toSorted().join(', ')}`).toSorted();
}

/** What is created has no name yet that a rule could ask for, unless it is created below an object, such as `pods/exec`, which `*` contains. */
const permitsCreation = ({ names, resources }: Rule) =>
  names.length === 0 || resources.some(resource => /^\*\.|^\*$|\//.test(resource));

function permissionsOf(rules: readonly Rule[], scope: RuleScope) {
  const flags = Object.fromEntries(
    Object.entries(verbsOf).map(([flag, verbs]) => [
      flag,
      rules.some(rule => has(rule, ...verbs) && (flag !== 'isCreate' || permitsCreation(rule))),
    ]),
  );
  const acting = [...new Set(rules.flatMap(rule => impersonations(rule, scope)))];
  const runs = rules.some(rule => has(rule, 'create', 'get') && executing.some(resource => isAbout(rule, resource)));
  return {
    ...flags,
    isExecute: runs,
    isPrivileged: acting.length > 0 || rules.some(isEscalating),
    fineGrainedSpecifiers: [...acting.toSorted(), ...specifiersOf(rules)],
  };
}

/**
 * What the rules of a role permit where a binding puts them in force.
 * @returns members of `reasonSpecificData`. A right in the cluster is one in each namespace as far as it is about what lies there
 */
export function permittedBy(rules: readonly unknown[], scope: RuleScope) {
  const parsed = rules.map(ruleOf);
  const inNamespace = withinNamespaces(parsed);
  if (scope.namespace !== undefined) return { permissions: permissionsOf(inNamespace, scope) };
  return definedMembers({
    permissions: permissionsOf(parsed, scope),
    contentPermissions: [{ resourceClasses: ['namespace'], permissions: permissionsOf(inNamespace, scope) }],
  });
}

/** Whether the rules permit everything, as those of `cluster-admin` do. */
export const permitsEverything = (rules: readonly unknown[]): boolean =>
  rules.map(ruleOf).some(rule => rule.verbs.has('*') && rule.resources.includes('*.*') && rule.names.length === 0);

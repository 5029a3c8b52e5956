// Bindings: which subjects have which role, and where (kubernetes.io/docs/reference/kubernetes-api/authorization-resources).
import { listAt, textAt } from '../../../src/connector/json-values.ts';
import type { RelationshipEnd } from '../../../src/connector/relationship-id.ts';
import { roleId, serviceAccountId } from '../ids.ts';

export interface Binding {
  /** `ClusterRoleBinding NAME` or `RoleBinding NAMESPACE/NAME`. */
  readonly name: string;
  /** Undefined: in the whole cluster. */
  readonly namespace: string | undefined;
  readonly role: string;
  readonly roleName: string;
  readonly subjects: readonly BindingSubject[];
}

export type BindingSubject = readonly [kind: 'ServiceAccount' | 'User' | 'Group', id: string];

/** @returns the reason when it is no binding */
export function bindingOf(item: unknown): Binding | { readonly reason: string } {
  const [name, namespace] = [textAt(item, 'metadata', 'name'), textAt(item, 'metadata', 'namespace')];
  const [kind, roleName] = [textAt(item, 'roleRef', 'kind'), textAt(item, 'roleRef', 'name')];
  if (name === undefined) return { reason: 'has no name' };
  if (roleName === undefined || (kind !== 'ClusterRole' && kind !== 'Role'))
    return { reason: `${name} refers to no role` };
  if (kind === 'Role' && namespace === undefined) return { reason: `${name} refers to a role of no namespace` };
  return {
    name: namespace === undefined ? `ClusterRoleBinding ${name}` : `RoleBinding ${namespace}/${name}`,
    ...{ namespace, roleName },
    role: roleId(roleName, kind === 'Role' ? namespace : undefined),
    subjects: listAt(item, 'subjects').flatMap(subject => {
      const parsed = subjectOf(subject, namespace);
      return parsed ? [parsed] : [];
    }),
  };
}

/** A service account without a namespace is refused by the API server, unless the binding lies in one. */
function subjectOf(subject: unknown, bindingNamespace: string | undefined): BindingSubject | undefined {
  const [kind, name] = [textAt(subject, 'kind'), textAt(subject, 'name')];
  if (name === undefined) return undefined;
  if (kind === 'Group') return [kind, name];
  if (kind === 'User') {
    // A binding may name a service account by its user name.
    return /^system:serviceaccount:[^:]+:[^:]+$/.test(name) ? ['ServiceAccount', name] : [kind, name];
  }
  const namespace = textAt(subject, 'namespace') ?? bindingNamespace;
  return kind === 'ServiceAccount' && namespace !== undefined ? [kind, serviceAccountId(namespace, name)] : undefined;
}

export const endOfSubject = ([kind, id]: BindingSubject): RelationshipEnd => [
  kind === 'Group' ? 'UserGroup' : 'Account',
  id,
];

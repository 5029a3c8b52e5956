// Who has which role where: bindings with the roles that they name, read once for all reads.
import type { Gap, Rejection } from '../../src/connector/contract.ts';
import { textAt } from '../../src/connector/json-values.ts';
import type { KubernetesClient } from './client.ts';
import { systemGroups } from './ids.ts';
import { listed } from './lists.ts';
import { idOfServiceAccount } from './records/accounts.ts';
import { type Binding, type BindingSubject, bindingOf } from './records/bindings.ts';
import { idOfRole, rulesOf } from './records/roles.ts';
import { permitsEverything } from './records/rules.ts';

export interface Access {
  readonly bindings: readonly Binding[];
  readonly rejected: readonly Rejection[];
  /** Role id → the rules of the role. */
  readonly rules: ReadonlyMap<string, readonly unknown[]>;
  /** Names of service accounts → their ids in all namespaces. */
  readonly serviceAccounts: ReadonlyMap<string, readonly string[]>;
  /** Users and groups that bindings name, each once. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** Accounts that may do everything in the cluster, by themselves or by a group that all service accounts are in. */
  readonly administrators: ReadonlySet<string>;
  /** What was not read of bindings, and of roles. */
  readonly gaps: { readonly bindings: readonly Gap[]; readonly roles: readonly Gap[] };
}

export const accessOf = (client: KubernetesClient): Promise<Access> => client.once('access', () => readAccess(client));

async function readAccess(client: KubernetesClient): Promise<Access> {
  const [accounts, clusterRoles, roles, clusterBindings, roleBindings] = await Promise.all([
    ...[listed(client, 'serviceAccounts'), listed(client, 'clusterRoles'), listed(client, 'roles')],
    ...[listed(client, 'clusterRoleBindings'), listed(client, 'roleBindings')],
  ] as const);
  const rules = new Map(
    [...clusterRoles.items, ...roles.items].flatMap(role => {
      const id = idOfRole(role);
      return id === undefined ? [] : [[id, rulesOf(role)] as const];
    }),
  );
  const parsed = [...clusterBindings.items, ...roleBindings.items].map(bindingOf);
  const bindings = parsed.filter((binding): binding is Binding => !('reason' in binding));
  const rejected = parsed.flatMap(binding =>
    'reason' in binding ? [{ place: 'bindings', reasons: [binding.reason] }] : [],
  );
  const ids = accounts.items.flatMap(item => idOfServiceAccount(item) ?? []);
  return {
    ...{ bindings, rejected, rules, serviceAccounts: byName(accounts.items) },
    ...{ users: named(bindings, 'User'), groups: named(bindings, 'Group') },
    administrators: administratorsOf(bindings, rules, ids),
    gaps: {
      bindings: [...clusterBindings.gaps, ...roleBindings.gaps],
      roles: [...clusterRoles.gaps, ...roles.gaps],
    },
  };
}

function byName(items: readonly unknown[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const item of items) {
    const [name, id] = [textAt(item, 'metadata', 'name'), idOfServiceAccount(item)];
    if (name !== undefined && id !== undefined) ids.set(name, [...(ids.get(name) ?? []), id]);
  }
  return ids;
}

const named = (bindings: readonly Binding[], kind: BindingSubject[0]) => [
  ...new Set(bindings.flatMap(({ subjects }) => subjects.flatMap(([each, id]) => (each === kind ? [id] : [])))),
];

function administratorsOf(
  bindings: readonly Binding[],
  rules: ReadonlyMap<string, readonly unknown[]>,
  serviceAccounts: readonly string[],
): Set<string> {
  const subjects = bindings
    .filter(({ namespace, role }) => namespace === undefined && permitsEverything(rules.get(role) ?? []))
    .flatMap(binding => binding.subjects);
  const groups = new Set(subjects.flatMap(([kind, id]) => (kind === 'Group' ? [id] : [])));
  return new Set([
    ...subjects.flatMap(([kind, id]) => (kind === 'Group' ? [] : [id])),
    ...serviceAccounts.filter(id => groupsOfServiceAccount(id).some(group => groups.has(group))),
  ]);
}

/** The groups that the API server gives each service account. */
export function groupsOfServiceAccount(id: string): string[] {
  const namespace = id.split(':')[2] ?? '';
  return [systemGroups.everybody, systemGroups.serviceAccounts, `${systemGroups.serviceAccounts}:${namespace}`];
}

// Service accounts of Kubernetes that may assume a role, such as those of EKS (docs.aws.amazon.com/eks/latest/userguide/iam-roles-for-service-accounts.html).
// The accounts are those that the connector of Kubernetes lands.
import { workloadIssuerKey } from '../../../src/connector/authentication-keys.ts';
import type { Condition } from '../policy/document.ts';
import { issuerOfProvider } from '../policy/open-subjects.ts';
import type { Trust } from '../policy/trust.ts';
import type { Entity } from './entities.ts';
import type { Collector, End } from './links.ts';

/** @returns whether every subject that the role admits is a service account, or all of a namespace */
export function clusterLinks(provider: string, role: Entity, trust: Trust, into: Collector): boolean {
  const issuer = issuerOfProvider(provider);
  if (issuer === undefined) return false;
  const alternatives = trust.alternatives.map(conditions => ({ conditions, ends: endsOf(issuer, conditions) }));
  if (alternatives.length === 0 || alternatives.some(({ ends }) => ends === undefined)) return false;
  for (const { conditions, ends } of alternatives)
    for (const from of ends!)
      into.link({
        ...{ from, to: ['Role', role.arn], conditions, dependsOn: trust.dependsOn },
        elsewhere: { end: 'Source', key: workloadIssuerKey(issuer) },
      });
  return true;
}

function endsOf(issuer: string, conditions: readonly Condition[]): End[] | undefined {
  const subjects = conditions.filter(({ key }) => key.toLowerCase() === `${issuer}:sub`.toLowerCase());
  const [condition] = subjects;
  if (subjects.length !== 1 || !/^(ForAnyValue:)?String(Equals|Like)$/i.test(condition!.operator)) return undefined;
  const isLike = /like$/i.test(condition!.operator);
  const ends = condition!.values.map((value): End | undefined => {
    const [, namespace, name] = /^system:serviceaccount:([a-z0-9-]+):([a-z0-9.-]+|\*)$/.exec(value) ?? [];
    if (namespace === undefined) return undefined;
    if (name !== '*') return ['Account', value];
    return isLike ? ['UserGroup', `system:serviceaccounts:${namespace}`] : undefined;
  });
  return ends.length === 0 || ends.includes(undefined) ? undefined : (ends as End[]);
}

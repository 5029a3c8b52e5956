// Workflows of GitHub Actions that may assume a role. The accounts of repositories are those that the connector of GitHub lands.
import { firstPartyAuthenticationKey } from '../../../src/connector/authentication-keys.ts';
import { githubIssuer, githubSubjects } from '../policy/github-subjects.ts';
import type { Trust } from '../policy/trust.ts';
import type { Entity } from './entities.ts';
import type { Collector, End } from './links.ts';

/** @returns whether the provider is GitHub's and the role admits only some repositories */
export function githubLinks(provider: string, role: Entity, trust: Trust, into: Collector): boolean {
  if (!provider.endsWith(`:oidc-provider/${githubIssuer}`)) return false;
  const alternatives = trust.alternatives.map(conditions => ({ conditions, subjects: githubSubjects(conditions) }));
  // A statement without a condition on the subject admits every repository.
  if (alternatives.length === 0 || alternatives.some(({ subjects }) => subjects === 'everybody')) return false;
  for (const { conditions, subjects } of alternatives) {
    if (!Array.isArray(subjects)) {
      into.undecided(
        role.arn,
        'the subjects of GitHub Actions that it trusts are neither single repositories nor all of an owner',
      );
      continue;
    }
    for (const { owner, id, isOwner } of subjects) {
      const from: End = isOwner ? ['UserGroup', id] : ['Account', id];
      into.link({
        ...{ from, to: ['Role', role.arn], conditions, dependsOn: trust.dependsOn },
        elsewhere: { end: 'Source', key: firstPartyAuthenticationKey('github-actions', owner) },
      });
    }
  }
  return true;
}

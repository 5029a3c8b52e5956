// Which workflows of GitHub Actions a trust policy admits, by the subject of their tokens
// (docs.github.com/actions/reference/security/oidc, section "Example subject claims"): `repo:ORG/REPO:ref:refs/heads/main`.
import type { Condition } from './document.ts';

export const githubIssuer = 'token.actions.githubusercontent.com';

export interface GithubSubject {
  /** The organisation or user that owns the repositories, in lower case. */
  readonly owner: string;
  /** `repo:ORG/REPO`, or `repo:ORG/*` for all of the owner, in lower case: the local id of the connector of GitHub. */
  readonly id: string;
  readonly isOwner: boolean;
}

/**
 * @returns the subjects; `everybody`: the conditions name no subject, so every repository of GitHub is admitted; undefined: the
 *   subjects are neither one repository each nor all of an owner
 */
export function githubSubjects(conditions: readonly Condition[]): GithubSubject[] | 'everybody' | undefined {
  const subjects = conditions.filter(({ key }) => key.toLowerCase() === `${githubIssuer}:sub`);
  if (subjects.length === 0) return 'everybody';
  const [condition, ...more] = subjects;
  if (more.length > 0 || !/^(ForAnyValue:)?String(Equals|Like)$/i.test(condition!.operator)) return undefined;
  const isLike = /like$/i.test(condition!.operator);
  const found = condition!.values.map(value => subjectOf(value, isLike));
  return found.includes(undefined) ? undefined : [...new Map(found.map(each => [each!.id, each!])).values()];
}

function subjectOf(value: string, isLike: boolean): GithubSubject | undefined {
  const [, owner, repository, rest] = /^repo:([^/:]+)\/([^/:]+)(:.*)?$/.exec(value) ?? [];
  if (owner === undefined || repository === undefined || !/^[\w.-]+$/.test(owner)) return undefined;
  const name = owner.toLowerCase();
  if (repository === '*' && isLike) return { owner: name, id: `repo:${name}/*`, isOwner: true };
  // `repo:ORG/REPO*` means other repositories too; without anything after the repository, no token has the subject.
  if (!/^[\w.-]+$/.test(repository) || rest === undefined) return undefined;
  return { owner: name, id: `repo:${name}/${repository.toLowerCase()}`, isOwner: false };
}

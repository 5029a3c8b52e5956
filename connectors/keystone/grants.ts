// Who holds which role where. A role is held on a project, a domain or the system, so each such pair is a role here. What is held on
// a domain or project for its projects is held on each of them, and who holds a role holds the roles that it implies
// (docs.openstack.org/api-ref/identity/v3, "Role assignments", "OS-INHERIT", "Role inferences").

import { textAt, valueAt } from '../../src/connector/json-values.ts';
import type { RelationshipEnd } from '../../src/connector/relationship-id.ts';

export interface GrantPlace {
  readonly kind: 'project' | 'domain' | 'system';
  readonly id: string;
  /** Held for all projects below, and not on the place itself. */
  readonly isInherited: boolean;
}

export interface Grant {
  readonly roleId: string;
  readonly place: GrantPlace;
}

/** A grant by its local id: `ROLE@project:ID`, with `/below` when it is for all projects below. */
export const grantId = ({ roleId, place }: Grant): string =>
  `${roleId}@${place.kind}:${place.id}${place.isInherited ? '/below' : ''}`;

/** The ids of Keystone are hexadecimal, or `default` and `all`. */
const grantForm = /^([\w-]+)@(?:(project|domain):([\w-]+)|(system):(all))(\/below)?$/;

/** The grant with a local id; undefined when the id is none of a grant. */
export function grantOf(id: string): Grant | undefined {
  const [, roleId, kind, place, system, all, below] = grantForm.exec(id) ?? [];
  if (roleId === undefined) return undefined;
  const where = { kind: (kind ?? system) as GrantPlace['kind'], id: (place ?? all)! };
  return { roleId, place: { ...where, isInherited: below !== undefined } };
}

/** The resource instance of a place. */
export const placeId = ({ kind, id }: Pick<GrantPlace, 'kind' | 'id'>): string => `${kind}:${id}`;

export interface Assignment {
  readonly holder: RelationshipEnd;
  readonly grant: Grant;
}

/** An item of `role_assignments`; undefined when it has another form. */
export function assignmentOf(item: unknown): Assignment | undefined {
  const roleId = textAt(item, 'role', 'id');
  const [user, group] = [textAt(item, 'user', 'id'), textAt(item, 'group', 'id')];
  const place = scopeOf(valueAt(item, 'scope'));
  if (roleId === undefined || !place || (user === undefined) === (group === undefined)) return undefined;
  const grant = { roleId, place };
  if (!grantOf(grantId(grant))) return undefined;
  return { holder: user === undefined ? ['UserGroup', group!] : ['Account', user], grant };
}

function scopeOf(scope: unknown): GrantPlace | undefined {
  const isInherited = textAt(scope, 'OS-INHERIT:inherited_to') === 'projects';
  for (const kind of ['project', 'domain'] as const) {
    const id = textAt(scope, kind, 'id');
    if (id !== undefined) return { kind, id, isInherited };
  }
  return valueAt(scope, 'system', 'all') === true ? { kind: 'system', id: 'all', isInherited } : undefined;
}

/** What grants follow from, beside the assignments. */
export interface Rules {
  /** Role → roles that it implies. */
  readonly implied: ReadonlyMap<string, readonly string[]>;
  /** The projects below a domain or project, at any depth. */
  projectsBelow(place: Pick<GrantPlace, 'kind' | 'id'>): readonly string[];
}

/** All grants that somebody holds, and for each the grants that its holders hold with it. */
export function closureOf(given: readonly Grant[], rules: Rules) {
  const grants = new Map<string, { readonly grant: Grant; readonly with: readonly Grant[] }>();
  const waiting = [...given];
  for (let grant = waiting.pop(); grant; grant = waiting.pop()) {
    const id = grantId(grant);
    if (grants.has(id)) continue;
    const { roleId, place } = grant;
    const follows = place.isInherited
      ? rules.projectsBelow(place).map(project => ({ roleId, place: placeOfProject(project) }))
      : (rules.implied.get(roleId) ?? []).map(implied => ({ roleId: implied, place }));
    grants.set(id, { grant, with: follows });
    waiting.push(...follows);
  }
  return grants;
}

const placeOfProject = (id: string): GrantPlace => ({ kind: 'project', id, isInherited: false });

export function rulesOf(inferences: readonly unknown[], projects: readonly unknown[]): Rules {
  const implied = new Map<string, string[]>();
  for (const inference of inferences) {
    const prior = textAt(inference, 'prior_role', 'id');
    const list = valueAt(inference, 'implies');
    if (prior === undefined || !Array.isArray(list)) continue;
    implied.set(prior, [...(implied.get(prior) ?? []), ...list.flatMap(role => textAt(role, 'id') ?? [])]);
  }
  const ofDomain = new Map<string, string[]>();
  const children = new Map<string, string[]>();
  for (const project of projects) {
    const [id, domain, parent] = ['id', 'domain_id', 'parent_id'].map(name => textAt(project, name));
    if (id === undefined) continue;
    if (domain !== undefined) ofDomain.set(domain, [...(ofDomain.get(domain) ?? []), id]);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const below = (id: string, seen = new Set<string>()): string[] =>
    (children.get(id) ?? []).flatMap(child => {
      if (seen.has(child)) return [];
      seen.add(child);
      return [child, ...below(child, seen)];
    });
  return { implied, projectsBelow: ({ kind, id }) => (kind === 'domain' ? (ofDomain.get(id) ?? []) : below(id)) };
}

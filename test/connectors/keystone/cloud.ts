// An OpenStack cloud in a Keystone: domains, a tree of projects, roles that imply others, and every kind of assignment.

import type { KeystoneServer } from '../../support/directories/keystone.ts';
import { createRandom } from '../../support/random.ts';
import type { Item } from '../../support/service/service.ts';

export interface Cloud {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly projects: readonly string[];
  readonly roles: readonly string[];
}

export const passwordOf = (name: string) => `password of ${name}`;

export async function makeCloud({ ask }: KeystoneServer, seed: number): Promise<Cloud> {
  const random = createRandom(seed);
  const pick = random.of;
  const made = async (list: string, one: string, body: object): Promise<string> =>
    (await ask('POST', list, { [one]: body }))[one].id;
  const domains = ['default'];
  for (const name of ['north', 'south']) domains.push(await made('domains', 'domain', { name }));
  const projects: string[] = [];
  for (const domain of domains) {
    const top = await made('projects', 'project', { name: 'top', domain_id: domain });
    const middle = await made('projects', 'project', { name: 'middle', domain_id: domain, parent_id: top });
    const leaf = await made('projects', 'project', { name: 'leaf', domain_id: domain, parent_id: middle });
    projects.push(top, middle, leaf, await made('projects', 'project', { name: 'other', domain_id: domain }));
  }
  const users: string[] = [];
  for (let index = 0; index < 10; index++) {
    const name = `user${index}`;
    const user = {
      name,
      domain_id: pick(domains),
      password: passwordOf(name),
      email: `${name}@one.example`,
      enabled: index !== 3,
    };
    users.push(await made('users', 'user', user));
  }
  const groups: string[] = [];
  for (let index = 0; index < 4; index++)
    groups.push(await made('groups', 'group', { name: `group${index}`, domain_id: pick(domains) }));
  for (let index = 0; index < 14; index++) await ask('PUT', `groups/${pick(groups)}/users/${pick(users)}`);
  const roles: string[] = [];
  for (const name of ['operator', 'auditor', 'viewer']) roles.push(await made('roles', 'role', { name }));
  await ask('PUT', `roles/${roles[0]}/implies/${roles[1]}`);
  await ask('PUT', `roles/${roles[1]}/implies/${roles[2]}`);
  const ofDomain = await made('roles', 'role', { name: 'local', domain_id: domains[1] });
  await ask('PUT', `roles/${ofDomain}/implies/${roles[1]}`);
  const { roles: all } = await ask('GET', 'roles');
  const global: string[] = all.map(({ id }: { id: string }) => id);
  const north = projects.slice(4, 8);
  await ask('PUT', `projects/${north[1]}/users/${users[0]}/roles/${ofDomain}`);
  for (let index = 0; index < 40; index++) {
    const holder = index % 3 === 0 ? `groups/${pick(groups)}` : `users/${pick(users)}`;
    const place = [`projects/${pick(projects)}`, `domains/${pick(domains)}`, 'system'][
      index % 8 === 7 ? 2 : index % 2
    ]!;
    const isInherited = place !== 'system' && index % 5 < 2;
    const grant = `${place}/${holder}/roles/${pick(global)}`;
    await ask('PUT', isInherited ? `OS-INHERIT/${grant}/inherited_to_projects` : grant);
  }
  return { users, groups, projects, roles: global };
}

/** The answers from which follows who has which role where. */
export interface EffectiveAnswers {
  /** `GET /v3/role_assignments?effective`, which leaves the system out. */
  readonly assignments: { readonly role_assignments: readonly Item[] };
  /** User → roles of its token of the system. Users that may not sign in are not known. */
  readonly system: Readonly<Record<string, readonly string[]>>;
}

/** User, place and role, as Keystone itself says. */
export function effectiveIn({ assignments, system }: EffectiveAnswers): string[] {
  const triples = assignments.role_assignments.map(({ user, role, scope }) => {
    const place = scope.project ? `project:${scope.project.id}` : `domain:${scope.domain.id}`;
    return `${user.id} ${role.id}@${place}`;
  });
  const ofSystem = Object.entries(system).flatMap(([user, roles]) => roles.map(role => `${user} ${role}@system:all`));
  return [...new Set([...triples, ...ofSystem])].sort();
}

export async function effectiveAnswers(server: KeystoneServer): Promise<EffectiveAnswers> {
  const system: Record<string, string[]> = {};
  for (const { id, name, enabled } of (await server.ask('GET', 'users')).users) {
    const password = name === 'admin' ? server.password : passwordOf(name);
    const roles = enabled ? await server.systemRoles(id, password) : undefined;
    if (roles) system[id] = roles;
  }
  return { assignments: await server.ask('GET', 'role_assignments?effective'), system };
}

/** Without the roles on the system of a user that may not sign in: Keystone does not say them. */
export const comparable = (triples: readonly string[], disabled: readonly string[]): string[] =>
  triples.filter(triple => !(triple.endsWith('@system:all') && disabled.some(id => triple.startsWith(id)))).sort();

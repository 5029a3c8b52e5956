// What a simulated GitHub organisation holds: the objects as the REST API shows them, and what joins them. GraphQL shows the same objects
// with other names.

export type Item = Record<string, unknown>;

/** Login in lower case. */
type Login = string;

export interface GithubState {
  org: Item;
  /** Everybody whom the organisation knows. */
  readonly users: Map<Login, Item>;
  readonly members: Map<Login, 'admin' | 'member'>;
  /** Who was invited and has not accepted. */
  readonly invited: Map<Login, string>;
  /** Team → who gets into it by accepting the invitation. */
  readonly invitedToTeams: Map<string, Map<Login, string>>;
  /** Repository → who was invited to it and has not accepted; as the API shows invitations. */
  readonly repositoryInvitations: Map<string, Item[]>;
  readonly outsiders: Set<Login>;
  /** Who has no second factor. */
  readonly withoutSecondFactor: Set<Login>;
  /** Whether GraphQL shows second factors. */
  showsSecondFactors: boolean;
  readonly teams: Map<string, Item>;
  readonly teamMembers: Map<string, Map<Login, 'member' | 'maintainer'>>;
  /** Team → repository → name of the role; empty: old recordings do not say it. */
  readonly teamRepositories: Map<string, Map<string, string>>;
  /** Team → name of the group of the identity provider that decides about its members. */
  readonly synchronisedTeams: Map<string, string>;
  readonly repositories: Map<string, Item>;
  /** Repository → direct collaborator → name of the role. */
  readonly collaborators: Map<string, Map<Login, string>>;
  readonly deployKeys: Map<string, Item[]>;
  readonly environments: Map<string, Item[]>;
  /** `orgs/ORG/actions` or `repos/ORG/REPO/actions` → secrets. */
  readonly secrets: Map<string, Item[]>;
  /** `actions/NAME` → full names of repositories. */
  readonly secretRepositories: Map<string, string[]>;
  readonly installations: Item[];
  readonly tokens: Item[];
  /** Token → full names of repositories. */
  readonly tokenRepositories: Map<string, string[]>;
  readonly credentials: Item[];
  readonly organisationRoles: Item[];
  readonly repositoryRoles: Item[];
  /** Role → people who hold it themselves; people who hold it through a team. */
  readonly roleUsers: Map<string, Set<Login>>;
  readonly roleTeams: Map<string, Set<string>>;
  provider: Item | undefined;
  readonly identities: Item[];
}

/** The state, and what makes new objects. */
export interface World {
  readonly state: GithubState;
  newId(): number;
  now(): string;
  /** Login of whoever sends the request; undefined: an app. */
  caller(): string | undefined;
}

export function emptyState(): GithubState {
  return {
    org: { login: 'acme', id: 1000, node_id: 'O_1000', html_url: 'https://github.com/acme' },
    ...{ users: new Map(), members: new Map(), invited: new Map(), outsiders: new Set() },
    ...{ invitedToTeams: new Map(), repositoryInvitations: new Map() },
    ...{ withoutSecondFactor: new Set(), showsSecondFactors: true, teams: new Map(), teamMembers: new Map() },
    ...{ teamRepositories: new Map(), synchronisedTeams: new Map(), repositories: new Map(), collaborators: new Map() },
    ...{ deployKeys: new Map(), environments: new Map(), secrets: new Map(), secretRepositories: new Map() },
    ...{ installations: [], tokens: [], tokenRepositories: new Map(), credentials: [], organisationRoles: [] },
    ...{ repositoryRoles: [], roleUsers: new Map(), roleTeams: new Map(), provider: undefined, identities: [] },
  };
}

/** Empty a state, also the parts that others refer to. */
export function clearState(state: GithubState): void {
  for (const [name, value] of Object.entries(emptyState())) {
    const part = state[name as keyof GithubState];
    if (part instanceof Map || part instanceof Set) part.clear();
    else if (Array.isArray(part)) part.length = 0;
    else Object.assign(state, { [name]: value });
  }
}

/** The inner map of a key, made when it is needed. */
export function inner<Key, Value>(maps: Map<string, Map<Key, Value>>, key: string): Map<Key, Value> {
  const map = maps.get(key) ?? new Map<Key, Value>();
  maps.set(key, map);
  return map;
}

/** A person, made with a number when it is not known. */
export function userNamed(state: GithubState, login: string): Item | undefined {
  return state.users.get(login.toLowerCase());
}

/** The members of a team and of the teams below it, with their roles. */
export function allTeamMembers(state: GithubState, team: string): Map<string, string> {
  const below = [...state.teams].filter(
    ([, { parent }]) => String((parent as Item | null | undefined)?.['id']) === team,
  );
  const inherited = below.flatMap(([id]) => [...allTeamMembers(state, id)]);
  return new Map([...inherited, ...(state.teamMembers.get(team) ?? [])]);
}

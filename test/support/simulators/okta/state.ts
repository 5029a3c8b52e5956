// What a simulated Okta organisation holds: the objects as its API shows them, and what joins them.

export type Item = Record<string, unknown> & { id: string };

export interface OktaState {
  org: Record<string, unknown>;
  readonly users: Map<string, Item>;
  readonly groups: Map<string, Item>;
  /** Group → users. */
  readonly members: Map<string, Set<string>>;
  readonly rules: Map<string, Item>;
  readonly apps: Map<string, Item>;
  readonly appUsers: Map<string, Map<string, Item>>;
  readonly appGroups: Map<string, Map<string, Item>>;
  readonly appKeys: Map<string, Record<string, unknown>[]>;
  readonly grants: Map<string, Item[]>;
  /** `users/ID`, `groups/ID` or `clients/ID` → role assignments. */
  readonly assignments: Map<string, Item[]>;
  /** `users/ID/roles/ASSIGNMENT/targets/KIND` → targets. */
  readonly targets: Map<string, Item[]>;
  readonly roles: Map<string, Item>;
  readonly permissions: Map<string, Record<string, unknown>[]>;
  readonly resourceSets: Map<string, Item>;
  readonly resources: Map<string, Item[]>;
  readonly authenticators: Map<string, Item>;
  readonly methods: Map<string, Record<string, unknown>[]>;
  readonly idps: Map<string, Item>;
  readonly idpKeys: Record<string, unknown>[];
  readonly policies: Map<string, Item>;
  readonly policyRules: Map<string, Item[]>;
  readonly zones: Map<string, Item>;
  readonly tokens: Map<string, Item>;
  readonly factors: Map<string, Item[]>;
  /** The system log, the oldest event first. */
  readonly log: Record<string, unknown>[];
}

export function emptyState(): OktaState {
  return {
    org: { id: '00o1', companyName: 'Example', subdomain: 'example', status: 'ACTIVE' },
    ...{ users: new Map(), groups: new Map(), members: new Map(), rules: new Map(), apps: new Map() },
    ...{ appUsers: new Map(), appGroups: new Map(), appKeys: new Map(), grants: new Map(), assignments: new Map() },
    ...{ targets: new Map(), roles: new Map(), permissions: new Map(), resourceSets: new Map(), resources: new Map() },
    ...{ authenticators: new Map(), methods: new Map(), idps: new Map(), idpKeys: [], policies: new Map() },
    ...{ policyRules: new Map(), zones: new Map(), tokens: new Map(), factors: new Map(), log: [] },
  };
}

/** Add to the list of a key. */
export function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key) ?? [];
  lists.set(key, [...list, value]);
}

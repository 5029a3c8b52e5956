// What a simulated tenant holds: the objects as Graph and Azure show them, and what joins them.

export type Item = Record<string, unknown> & { id: string };

export interface EntraState {
  organization: Record<string, unknown>;
  /** Whether the tenant has the licence P1 or P2. */
  isPremium: boolean;
  /** Permissions that the application was not granted. */
  readonly notGranted: Set<string>;
  readonly users: Map<string, Item>;
  readonly groups: Map<string, Item>;
  /** Group → its direct members. */
  readonly members: Map<string, Set<string>>;
  readonly servicePrincipals: Map<string, Item>;
  readonly applications: Map<string, Item>;
  /** Group, application or service principal → its owners. */
  readonly owners: Map<string, string[]>;
  /** Agent identity → its sponsors. */
  readonly sponsors: Map<string, string[]>;
  /** Service principal → app role assignments. */
  readonly appRoleAssignedTo: Map<string, Item[]>;
  readonly grants: Map<string, Item>;
  readonly roleDefinitions: Map<string, Item>;
  readonly roleAssignments: Map<string, Item>;
  readonly eligible: Map<string, Item>;
  readonly units: Map<string, Item>;
  readonly unitMembers: Map<string, string[]>;
  readonly policies: Map<string, Item>;
  readonly locations: Map<string, Item>;
  securityDefaults: Record<string, unknown>;
  readonly methods: Item[];
  readonly registrations: Map<string, Item>;
  readonly packages: Map<string, Item>;
  readonly packageAssignments: Map<string, Item>;
  readonly domains: Map<string, Item>;
  readonly federations: Map<string, Item[]>;
  readonly subscriptions: Map<string, Item>;
  /** Ids of subscriptions in which the application has no role any more. */
  readonly hiddenSubscriptions: Set<string>;
  readonly managementGroups: Map<string, Item>;
  /** Subscription id → what is in it. */
  readonly resourceGroups: Map<string, Item[]>;
  readonly identities: Map<string, Item[]>;
  /** Path of a scope, such as `subscriptions/ID` → what its lists show. */
  readonly azureAssignments: Map<string, Item[]>;
  readonly azureDenials: Map<string, Item[]>;
  readonly azureDefinitions: Map<string, Item[]>;
  /** Address of a managed identity → federated credentials. */
  readonly azureTrusts: Map<string, Item[]>;
}

export function emptyState(): EntraState {
  return {
    organization: { id: '00000000-0000-4000-8000-00000000000a', displayName: 'Example', verifiedDomains: [] },
    isPremium: true,
    notGranted: new Set(),
    ...{ users: new Map(), groups: new Map(), members: new Map(), servicePrincipals: new Map() },
    ...{ applications: new Map(), owners: new Map(), sponsors: new Map(), appRoleAssignedTo: new Map() },
    ...{ grants: new Map(), roleDefinitions: new Map(), roleAssignments: new Map(), eligible: new Map() },
    ...{ units: new Map(), unitMembers: new Map(), policies: new Map(), locations: new Map() },
    securityDefaults: { id: '00000000-0000-0000-0000-000000000005', isEnabled: false },
    ...{ methods: [], registrations: new Map(), packages: new Map(), packageAssignments: new Map() },
    ...{
      domains: new Map(),
      federations: new Map(),
      subscriptions: new Map(),
      hiddenSubscriptions: new Set(),
      managementGroups: new Map(),
    },
    ...{ resourceGroups: new Map(), identities: new Map(), azureAssignments: new Map(), azureDenials: new Map() },
    ...{ azureDefinitions: new Map(), azureTrusts: new Map() },
  };
}

/** The kind of a directory object, as Graph names it. */
export function objectWithId(state: EntraState, id: string): Item | undefined {
  const kinds = [
    ['user', state.users],
    ['group', state.groups],
    ['servicePrincipal', state.servicePrincipals],
    ['application', state.applications],
  ] as const;
  for (const [kind, objects] of kinds) {
    const object = objects.get(id);
    if (object) return { '@odata.type': `#microsoft.graph.${kind}`, ...object };
  }
  return undefined;
}

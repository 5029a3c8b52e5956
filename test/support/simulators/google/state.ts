// What a simulated customer holds: the objects as the API shows them.

export type Item = Record<string, unknown>;

export interface GoogleState {
  /** The answer of `customers/{customer}`; undefined: the caller may not read it. */
  customer: Item | undefined;
  users: Map<string, Item>;
  groups: Map<string, Item>;
  /** Group id → its rows of members, by the member's id. */
  members: Map<string, Map<string, Item>>;
  /** Address of a group → its settings. */
  groupSettings: Map<string, Item>;
  units: Item[];
  roles: Item[];
  assignments: Item[];
  domains: Item[];
  /** User id → third-party tokens, and application passwords. */
  tokens: Map<string, Item[]>;
  passwords: Map<string, Item[]>;
  mobile: Item[];
  chrome: Item[];
}

export const emptyCustomer = (): GoogleState => ({
  customer: { kind: 'admin#directory#customer', id: 'C1', customerDomain: 'example.org' },
  ...{ users: new Map(), groups: new Map(), members: new Map(), groupSettings: new Map() },
  ...{ units: [], roles: [], assignments: [], domains: [], tokens: new Map(), passwords: new Map() },
  ...{ mobile: [], chrome: [] },
});

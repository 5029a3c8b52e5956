// What a simulated account holds, in the form in which the SDKs of AWS show it.

export type Item = Record<string, unknown>;

export interface UserState {
  readonly item: Item;
  readonly groups: Set<string>;
  readonly inline: Map<string, unknown>;
  /** ARNs of managed policies. */
  readonly attached: Set<string>;
  readonly keys: Item[];
  readonly lastUsed: Map<string, Item>;
  readonly mfa: Item[];
  readonly certificates: Item[];
  readonly sshKeys: Item[];
  readonly serviceCredentials: Item[];
  /** Columns of the credential report. */
  readonly report: Record<string, string>;
}

export interface GroupState {
  readonly item: Item;
  readonly inline: Map<string, unknown>;
  readonly attached: Set<string>;
}

export interface RoleState extends GroupState {
  trust: unknown;
}

export interface PolicyState {
  readonly item: Item;
  /** Further members of its default version. */
  readonly version?: Item;
  document: unknown;
}

export interface PermissionSetState {
  readonly item: Item;
  readonly managed: Item[];
  readonly customer: Item[];
  inline: string;
  boundary: Item | undefined;
}

export interface AwsState {
  account: string;
  aliases: string[];
  passwordPolicy: Item | undefined;
  readonly users: Map<string, UserState>;
  readonly groups: Map<string, GroupState>;
  readonly roles: Map<string, RoleState>;
  readonly policies: Map<string, PolicyState>;
  readonly saml: Map<string, Item>;
  readonly oidc: Map<string, Item>;
  rootReport: Record<string, string>;
  /** The whole text of the credential report; undefined: made of the users. */
  report: string | undefined;
  /** How far the making of the report is. */
  reportState: 'absent' | 'started' | 'complete';
  organization: Item | undefined;
  /** Root and units: id → item with `parent`; accounts too. */
  readonly units: Map<string, { readonly item: Item; readonly parent: string | undefined; readonly kind: string }>;
  /** Policy id → item, content, ids of targets. */
  readonly controls: Map<string, { readonly item: Item; content: string; readonly targets: Set<string> }>;
  instance: Item | undefined;
  readonly storeUsers: Map<string, Item>;
  readonly storeGroups: Map<string, Item>;
  /** Group → membership id → user. */
  readonly storeMembers: Map<string, Map<string, string>>;
  readonly permissionSets: Map<string, PermissionSetState>;
  /** `permission set|account|type|principal` */
  readonly assignments: Set<string>;
  /** Requests of assignments that are not done yet: id → how often it is still asked for in vain. */
  readonly pending: Map<string, { left: number; readonly finish: () => void; readonly failure?: string }>;
}

export const emptyState = (): AwsState => ({
  ...{
    account: '111111111111',
    aliases: [],
    passwordPolicy: undefined,
    rootReport: {},
    report: undefined,
    reportState: 'complete',
  },
  ...{ users: new Map(), groups: new Map(), roles: new Map(), policies: new Map(), saml: new Map(), oidc: new Map() },
  ...{ organization: undefined, units: new Map(), controls: new Map(), instance: undefined },
  ...{ storeUsers: new Map(), storeGroups: new Map(), storeMembers: new Map(), permissionSets: new Map() },
  ...{ assignments: new Set(), pending: new Map() },
});

export const userState = (item: Item): UserState => ({
  ...{ item, groups: new Set(), inline: new Map(), attached: new Set(), keys: [], lastUsed: new Map(), mfa: [] },
  ...{ certificates: [], sshKeys: [], serviceCredentials: [], report: {} },
});

// What a connector can change in its source, and how each change is undone. The service stores what `observe` saw before and
// after a change. A connector stores nothing.

/** The operations of the interface (`operation` of an action job). */
export const actionOperations = [
  'DisableAccount',
  'EnableAccount',
  'ActivateAccount',
  'AssignRole',
  'RemoveRole',
  'AddGroupMember',
  'RemoveGroupMember',
  'CreateUserGroup',
] as const;
export type ActionOperation = (typeof actionOperations)[number];

/** The operations that give back the access that disabling took. */
export const enablingOperations: readonly ActionOperation[] = ['EnableAccount', 'ActivateAccount'];

interface AccountTarget {
  readonly accountId: string;
}
interface RoleTarget extends AccountTarget {
  readonly roleId: string;
}
interface GroupTarget extends AccountTarget {
  readonly groupId: string;
}

/** What each operation changes. Ids are local ids, as the reads of the connector land them. */
export interface ActionTargets {
  readonly DisableAccount: AccountTarget;
  readonly EnableAccount: AccountTarget;
  readonly ActivateAccount: AccountTarget;
  readonly AssignRole: RoleTarget;
  readonly RemoveRole: RoleTarget;
  readonly AddGroupMember: GroupTarget;
  readonly RemoveGroupMember: GroupTarget;
  /** The name is exactly what the client sent: quote it for the source, and change nothing in it. */
  readonly CreateUserGroup: { readonly groupName: string };
}

/**
 * The part of a target's state in the source that a change may alter, and nothing else: two images are compared to find out
 * whether somebody else has changed it meanwhile. Names are shown to users when they differ (`failureReason`). JSON, never secrets.
 */
export type Image = Readonly<Record<string, unknown>>;

export interface Before {
  /** What `observe` saw before the change. */
  readonly image: Image;
  /**
   * For {@link enablingOperations}: what `observe` of `DisableAccount` saw before the last job that disabled this account. A source that drops
   * access of disabled accounts restores it from here. Undefined when the service has not disabled the account.
   */
  readonly beforeDisabling: Image | undefined;
}

/**
 * One operation on one kind of source. Functions may be called again after a crash at any point, so calling `apply` or `restore`
 * twice must equal calling it once.
 *
 * `ChangeRefused` ends the target as failed, with its message as the reason. `SourceUnavailable` and errors of the connection are
 * retried (3 tries, with the delay that the source asked for). Other errors count as a refusal.
 */
export interface Action<Client, Target> {
  /**
   * The records of the source that the change has to alter when the target stands for several, each with its own result.
   * Default: the target itself. Must give the same records when it is called again.
   */
  expand?(client: Client, target: Target): Promise<readonly Target[]>;
  /** The present state of the target in the source, read from the source itself. @throws ChangeRefused when it does not exist */
  observe(client: Client, target: Target): Promise<Image>;
  /** Whether the source shows the change already, so that nothing has to be done. Must be true of what `observe` sees after `apply`. */
  isDone(image: Image, target: Target, before: Before): boolean;
  /** Make the change. It is verified afterwards with `observe` and `isDone`. */
  apply(client: Client, target: Target, before: Before): Promise<void>;
  /**
   * Undo the change: bring the target from `after`, which it shows now, to `before`, and change nothing else. What `observe` sees
   * afterwards must equal `before`.
   */
  restore(client: Client, target: Target, images: { readonly before: Image; readonly after: Image }): Promise<void>;
  /**
   * What `apply` and `restore` must leave as it is, such as the other members of a group. It is stored with the before-image, and is no
   * part of it: nothing compares it but {@link Action.expectSurroundings}. At most a few hundred kilobytes; JSON, never secrets.
   */
  surroundings?(client: Client, target: Target): Promise<Image>;
  /**
   * Called when a former attempt was interrupted, once the source shows the change: whether it still has its surroundings is not known
   * otherwise. Brings back what is lost, as far as possible. @throws SideEffect when something was lost
   */
  expectSurroundings?(client: Client, target: Target, before: Image): Promise<void>;
  /**
   * What somebody else has to do in the source until the change takes effect, as a clause for the client: "eve has to accept the invitation".
   * Undefined: the change is in effect. `isDone` is true of a pending change. @param image what `observe` saw, for which `isDone` is true
   */
  pending?(image: Image, target: Target): string | undefined;
  /** For operations that create an object: its local id. @param after what `observe` saw after `apply` */
  createdId?(after: Image): string;
}

/** The operations of one source, by name. */
export type Actions<Client> = {
  readonly [Operation in ActionOperation]?: Action<Client, ActionTargets[Operation]>;
};

/** What a connector can change, for docs/reference/connectors.md and `GET /v1/capabilities`. */
export interface DeclaredActions {
  readonly operations: readonly ActionOperation[];
  /** What happens in the source, for example `ALTER ROLE … NOLOGIN`. */
  readonly effect: string;
  /** The least rights in the source that the change needs. */
  readonly rights: string;
  /** What undoing does not bring back, or when the source refuses; absent: nothing to say. */
  readonly limits?: string;
}

/** The source, or a rule of it, does not allow the change; trying again does not help. The message is shown to the client. */
export class ChangeRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChangeRefused';
  }
}

/**
 * The source has altered more than the target. The message says what, and whether it was brought back. It fails the target, also when
 * the source shows the change. Throw it from `apply` and `restore`, after the rest was brought back as far as possible.
 */
export class SideEffect extends ChangeRefused {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SideEffect';
  }
}

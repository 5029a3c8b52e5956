// The changes that pages can ask for, and how each is sent.
import type { Schemas } from '../../../clients/typescript/index.ts';
import { api } from '../api/api.ts';

export type Operation = Schemas['CapabilityList']['items'][number]['operations'][number]['operation'];
export type AccountOperation = 'DisableAccount' | 'EnableAccount' | 'ActivateAccount';
export type RoleOperation = 'AssignRole' | 'RemoveRole';
export type MemberOperation = 'AddGroupMember' | 'RemoveGroupMember';

export type Change =
  | { readonly operation: AccountOperation; readonly accountIds: readonly string[] }
  | {
      readonly operation: RoleOperation | MemberOperation;
      readonly containerId: string;
      readonly accountIds: readonly string[];
    }
  | { readonly operation: 'CreateUserGroup'; readonly applicationInstanceId: string; readonly groupName: string };

/** Why a job of many accounts is made, and how it goes about them. */
export type ChangeGuard = Pick<Schemas['AccountSelection'], 'purpose' | 'rollout' | 'review'>;

export interface OperationWords {
  /** On the button that asks for it. */
  readonly label: string;
  /** What happens, for a reader who does not know the term. */
  readonly about: string;
  /** The same of several accounts. */
  readonly aboutMany?: string;
  /** What is said of an account that the source shows so already. */
  readonly done: string;
  /** True when it takes something away. */
  readonly takesAway: boolean;
}

export const operationWords: Readonly<Record<Operation, OperationWords>> = {
  DisableAccount: {
    label: 'Disable',
    about: 'Nobody can sign in with the account any more.',
    aboutMany: 'Nobody can sign in with the accounts any more.',
    done: 'already disabled',
    takesAway: true,
  },
  EnableAccount: {
    label: 'Enable',
    about: 'The account can be used again, with the access that disabling took away.',
    aboutMany: 'The accounts can be used again, with the access that disabling took away.',
    done: 'already enabled',
    takesAway: false,
  },
  ActivateAccount: {
    label: 'Activate',
    about: 'The owner of the account can sign in.',
    aboutMany: 'The owners of the accounts can sign in.',
    done: 'already active',
    takesAway: false,
  },
  AssignRole: {
    label: 'Assign role',
    about: 'The account gets the role.',
    done: 'has the role already',
    takesAway: false,
  },
  RemoveRole: {
    label: 'Remove role',
    about: 'The account loses the role.',
    aboutMany: 'The accounts lose the role.',
    done: 'without the role already',
    takesAway: true,
  },
  AddGroupMember: {
    label: 'Add to group',
    about: 'The account becomes a member of the group.',
    done: 'in the group already',
    takesAway: false,
  },
  RemoveGroupMember: {
    label: 'Remove from group',
    about: 'The account is no longer a member of the group.',
    aboutMany: 'The accounts are no longer members of the group.',
    done: 'not in the group already',
    takesAway: true,
  },
  CreateUserGroup: {
    label: 'Create group',
    about: 'The source gets a new, empty group.',
    done: 'there already',
    takesAway: false,
  },
};

/** What happens to so many accounts, for a reader who does not know the term. */
export function aboutOperation(operation: Operation, accounts: number): string {
  const { about, aboutMany = about } = operationWords[operation];
  return accounts > 1 ? aboutMany : about;
}

/** Who asked for a job: the name, or the id when no name is known. */
export const requesterOf = ({
  requestedBy,
  requestedByName,
}: Pick<Schemas['ActionJob'], 'requestedBy' | 'requestedByName'>): string => requestedByName ?? requestedBy;

/** The name of a job: "Undo: Disable". */
export function jobTitle({ type, operation }: Pick<Schemas['ActionJob'], 'type' | 'operation'>): string {
  const label = operation === undefined ? 'Change' : operationWords[operation].label;
  return type === 'Revert' ? `Undo: ${label}` : label;
}

/** What the source shows now and what would be changed. Nothing is changed. */
export async function previewChange(change: Change, signal: AbortSignal): Promise<Schemas['ChangePreview']> {
  return (await send(change, { query: { dryRun: true } }, signal)) as Schemas['ChangePreview'];
}

/**
 * Ask for the change.
 * @param key sent again with a repeated request, so that the change is made once
 * @param proposal why a second person should approve it; nothing is changed before. Undefined: it is made at once, unless a guard asks for that
 * @returns the id of the job
 */
export async function startChange(
  change: Change,
  key: string,
  guard?: ChangeGuard,
  proposal?: string,
): Promise<string> {
  const header = { 'Idempotency-Key': key };
  const answer = await send(change, { header, ...(proposal !== undefined && { query: { proposal } }) }, null, guard);
  return (answer as Schemas['JobAccepted']).jobId;
}

interface Parameters {
  readonly query?: { readonly dryRun?: boolean; readonly proposal?: string };
  readonly header?: { readonly 'Idempotency-Key': string };
}

const manyAccountsPaths = {
  DisableAccount: '/v1/accounts/disable',
  EnableAccount: '/v1/accounts/enable',
  ActivateAccount: '/v1/accounts/activate',
} as const;
const accountPaths = {
  DisableAccount: '/v1/accounts/{id}/disable',
  EnableAccount: '/v1/accounts/{id}/enable',
  ActivateAccount: '/v1/accounts/{id}/activate',
} as const;
const rolePath = '/v1/roles/{id}/assignees/{accountId}';
const memberPath = '/v1/user-groups/{id}/members/{accountId}';

const removalPaths = {
  RemoveRole: '/v1/roles/{id}/assignees/remove',
  RemoveGroupMember: '/v1/user-groups/{id}/members/remove',
} as const;

async function send(
  change: Change,
  parameters: Parameters,
  signal: AbortSignal | null = null,
  guard?: ChangeGuard,
): Promise<unknown> {
  switch (change.operation) {
    case 'DisableAccount':
    case 'EnableAccount':
    case 'ActivateAccount': {
      const [id, ...others] = change.accountIds;
      if (others.length > 0 || guard) {
        const body = { ids: [...change.accountIds], ...guard };
        return (await api.POST(manyAccountsPaths[change.operation], { params: parameters, body, signal })).data;
      }
      const params = { ...parameters, path: { id: id! } };
      return (await api.POST(accountPaths[change.operation], { params, signal })).data;
    }
    case 'AssignRole':
    case 'AddGroupMember': {
      const params = { ...parameters, path: { id: change.containerId, accountId: change.accountIds[0]! } };
      const path = change.operation === 'AssignRole' ? rolePath : memberPath;
      return (await api.PUT(path, { params, signal })).data;
    }
    case 'RemoveRole':
    case 'RemoveGroupMember': {
      const [accountId, ...others] = change.accountIds;
      if (others.length > 0 || guard) {
        const body = { ids: [...change.accountIds], ...guard };
        const params = { ...parameters, path: { id: change.containerId } };
        return (await api.POST(removalPaths[change.operation], { params, body, signal })).data;
      }
      const params = { ...parameters, path: { id: change.containerId, accountId: accountId! } };
      const path = change.operation === 'RemoveRole' ? rolePath : memberPath;
      return (await api.DELETE(path, { params, signal })).data;
    }
    case 'CreateUserGroup': {
      const { applicationInstanceId, groupName } = change;
      const body = { applicationInstanceId, groupName };
      return (await api.POST('/v1/user-groups', { params: parameters, body, signal })).data;
    }
  }
}

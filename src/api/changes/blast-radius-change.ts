// What a change does to the blast radius of the account that it is about.
import type { ActionOperation } from '../../connector/actions.ts';
import { ServiceError } from '../../errors.ts';
import type { Lookups, VersionLookup } from '../../lookups/lookups.ts';
import { type BlastRadiusChange, findBlastRadius } from '../blast-radius/find-blast-radius.ts';
import type { FoundObject } from './targets.ts';

export interface BlastRadiusLookups {
  readonly lookups: Lookups;
  readonly where: Omit<VersionLookup, 'name' | 'parameters'>;
  readonly signal: AbortSignal;
}

/** Numbers that are not known are absent. */
export interface BlastRadiusChanges {
  readonly before?: number;
  readonly after?: number;
}

type Difference = (container: FoundObject | undefined) => BlastRadiusChange;

/** How an operation alters the account that it is about. A disabled account can act as nobody. */
const differences: Readonly<Partial<Record<ActionOperation, Difference | 'nobody'>>> = {
  DisableAccount: 'nobody',
  EnableAccount: () => ({ asEnabled: true }),
  ActivateAccount: () => ({ asEnabled: true }),
  AssignRole: container => ({ with: container!.globalId }),
  AddGroupMember: container => ({ with: container!.globalId }),
  RemoveRole: container => ({ without: container!.globalId }),
  RemoveGroupMember: container => ({ without: container!.globalId }),
};

/** @returns undefined when the operation does not alter an account, or the search takes too long */
export async function blastRadiusOfChange(
  { lookups, where, signal }: BlastRadiusLookups,
  operation: ActionOperation,
  { account, container, changes }: { account: FoundObject; container: FoundObject | undefined; changes: boolean },
): Promise<BlastRadiusChanges | undefined> {
  const difference = differences[operation];
  if (difference === undefined) return undefined;
  try {
    const { count: before } = await findBlastRadius(lookups, where, account.globalId, {}, signal);
    if (!changes) return changesOf(before, before);
    if (difference === 'nobody') return changesOf(before, 0);
    const change = difference(container);
    const { count: after } = await findBlastRadius(lookups, where, account.globalId, { change }, signal);
    return changesOf(before, after);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}

function changesOf(before: number | undefined, after: number | undefined): BlastRadiusChanges {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

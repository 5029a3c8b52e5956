// Applies the guards of the configuration to a change before it is accepted, and again before it is approved.
import type { ChangeGuards } from '../../actions/guards.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { defaultModel } from '../../queries/limits.ts';
import type { QueryRunner } from '../../queries/runner.ts';
import { lockAndCountTargets } from '../../state/actions/jobs.ts';
import type { Caller } from '../access/caller.ts';
import type { ServedTenant } from '../served-tenants.ts';
import { versionInService } from '../version-in-service.ts';
import type { Change } from './targets.ts';

export interface GuardedChange extends Change {
  /** Global id of an account → name of the guard that forbids to change it. */
  readonly forbidden: ReadonlyMap<string, string>;
  /** Why the job has to be approved; undefined: it does not. */
  readonly approval: string | undefined;
}

interface Guarding {
  readonly tenant: ServedTenant;
  readonly runner: QueryRunner;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** Why a job with so many targets has to be approved, a change or a revert; undefined: it does not. */
export function approvalReason(
  { approvalAbove }: Pick<ChangeGuards, 'approvalAbove'>,
  targets: number,
): string | undefined {
  if (approvalAbove === undefined || targets <= approvalAbove) return undefined;
  const which = approvalAbove === 0 ? 'every change needs' : `more than ${approvalAbove} need`;
  return `${targets} ${targets === 1 ? 'target' : 'targets'}; ${which} a second person (approval_above)`;
}

/** @throws ServiceError GUARD_REFUSED when a condition cannot be evaluated: then nothing is changed */
export async function guardedChange(guarding: Guarding, change: Change): Promise<GuardedChange> {
  const approval = approvalReason(guarding.tenant.guards, change.targets.length);
  const accounts = change.targets.flatMap(({ account }) => (account ? [account.globalId] : []));
  return { ...change, forbidden: await forbiddenAccounts(guarding, accounts), approval };
}

/**
 * @param accounts global ids; those of other objects match no condition
 * @returns global id of an account → name of the guard that forbids to change it
 * @throws ServiceError GUARD_REFUSED when a condition cannot be evaluated
 */
export async function forbiddenAccounts(
  guarding: Guarding,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const forbidden = new Map<string, string>();
  if (accounts.length === 0) return forbidden;
  for (const { name, where } of guarding.tenant.guards.forbidden) {
    for (const id of await matching(guarding, name, where, accounts)) forbidden.set(id, name);
  }
  return forbidden;
}

async function matching(
  { tenant, runner, caller, signal }: Guarding,
  name: string,
  where: string,
  accounts: readonly string[],
): Promise<string[]> {
  const version = versionInService(tenant.catalogue);
  const release = version.hold();
  try {
    const query = {
      clientId: caller.clientId,
      // The line feed ends a comment at the end of the condition.
      text: `SELECT global_id::VARCHAR FROM accounts WHERE global_id::VARCHAR IN (:accounts) AND (${where}\n) IS TRUE`,
      parameters: { accounts: [...accounts] },
      model: defaultModel,
      versionFolder: version.folder,
      visible: undefined,
    };
    const { rows } = await runner.page(query, { offset: 0, size: accounts.length }, signal);
    const found: string[][] = JSON.parse(`[${Buffer.concat(rows).toString()}]`);
    return found.map(([id]) => id!);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    throw new ServiceError('GUARD_REFUSED', `guard ${name}: its condition cannot be evaluated: ${error.message}`, {
      details: { guard: name },
      cause: error,
    });
  } finally {
    release();
  }
}

/** @throws ServiceError GUARD_REFUSED that names the guard and its first target */
export function refuseForbidden(forbidden: GuardedChange['forbidden']): void {
  const [first] = forbidden;
  if (!first) return;
  const [account, guard] = first;
  const others = forbidden.size > 1 ? ` and ${forbidden.size - 1} more` : '';
  throw new ServiceError('GUARD_REFUSED', `guard ${guard} does not allow changes of the account ${account}${others}`, {
    details: { guard, targets: [...forbidden.keys()] },
  });
}

/**
 * Call this in the transaction that accepts or approves the job, so that simultaneous requests are counted one after the other.
 * @param jobId the job that is approved. It does not count as one that was accepted
 * @throws ServiceError GUARD_REFUSED when a source would have more targets in an hour than is allowed
 */
export async function refuseTooMany(
  transaction: Database,
  tenant: string,
  { perHour }: ChangeGuards,
  targets: readonly { readonly sourceId: string }[],
  jobId?: string,
): Promise<void> {
  if (perHour === undefined) return;
  // Every request locks the sources in the same order, so that two cannot deadlock.
  const counts = [...Map.groupBy(targets, target => target.sourceId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [sourceId, { length: asked }] of counts) {
    const accepted = await lockAndCountTargets(transaction, tenant, sourceId, jobId);
    if (accepted + asked <= perHour) continue;
    throw new ServiceError(
      'GUARD_REFUSED',
      `guard per_hour: source ${sourceId} may have ${perHour} targets in an hour; ${accepted} were accepted in the last hour, and this request has ${asked} more`,
      { details: { guard: 'per_hour', allowed: perHour, accepted, asked } },
    );
  }
}

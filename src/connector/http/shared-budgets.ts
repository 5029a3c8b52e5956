// The request budgets of this process. A source counts the requests of all clients together, so the clients that are open for a run
// and for changes share one budget. Its answers count the requests of other processes too, and a client for changes begins with what
// they have stated to a run elsewhere.
import { createHash, randomUUID } from 'node:crypto';
import type { ConnectorContext } from '../contract.ts';
import type { Credentials } from './credentials.ts';
import { createRequestBudget, type RequestBudget } from './request-budget.ts';

export interface BudgetUser {
  readonly context: Pick<ConnectorContext, 'applicationInstanceId' | 'signal' | 'statedLimits'>;
  readonly origin: string;
  readonly credentials: Credentials | undefined;
  /** Requests at once, at most. The client that was opened last decides, because it has the newest settings. */
  readonly parallel: number;
}

export interface SharedBudget {
  readonly budget: RequestBudget;
  /** The last client that leaves ends the budget. */
  leave(): void;
}

const budgets = new Map<string, { readonly budget: RequestBudget; users: number }>();

/** The budget of a source. The client leaves it when it says so, or when the signal of its context aborts. */
export function joinBudget(user: BudgetUser): SharedBudget {
  const key = keyOf(user);
  const { parallel, context } = user;
  const shared = budgets.get(key) ?? { budget: budgetOf(user), users: 0 };
  budgets.set(key, shared);
  shared.users += 1;
  shared.budget.setParallel(parallel);
  let hasLeft = false;
  const leave = () => {
    context.signal.removeEventListener('abort', leave);
    if (hasLeft) return;
    hasLeft = true;
    shared.users -= 1;
    if (shared.users === 0) budgets.delete(key);
  };
  // A client whose work was aborted may never be closed.
  context.signal.addEventListener('abort', leave);
  if (context.signal.aborted) leave();
  return { budget: shared.budget, leave };
}

function budgetOf({ parallel, context: { statedLimits = [] }, origin }: BudgetUser): RequestBudget {
  const budget = createRequestBudget(parallel);
  for (const { limit, stated } of statedLimits.filter(each => each.origin === origin)) budget.note(limit, stated);
  return budget;
}

/**
 * No two tenants have an application instance in common (`src/config/config-file.ts`), so they never share a budget. Sources give
 * each host and each set of credentials limits of its own. The key is a digest, so that it holds no secrets. A connector in JavaScript
 * may make a context without an id: its client shares with nobody.
 */
function keyOf({ context, origin, credentials }: BudgetUser): string {
  const instance = context.applicationInstanceId ?? randomUUID();
  const parts = [instance, origin, ...(credentials?.secrets() ?? [])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

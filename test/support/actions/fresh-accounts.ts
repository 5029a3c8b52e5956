// A service with one writable application whose accounts tests use up one after the other.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Application, accountName, createApplication, type Person } from './application.ts';
import { startWritable, type WritableService } from './writable-service.ts';

/** Registers hooks, so call it where tests are declared. The hooks of the application are removed before each test. */
export function withFreshAccounts(accounts: number) {
  const ids: string[] = [];
  let used = 0;
  const context = {
    crm: undefined as unknown as Application,
    service: undefined as unknown as WritableService,
    /** Global ids of the next accounts that no test has used. */
    fresh(count = 1): string[] {
      used += count;
      return ids.slice(used - count, used);
    },
    nameOf: (id: string): string => accountName(ids.indexOf(id)),
    person: (id: string): Person => context.crm.accounts.get(context.nameOf(id))!,
    disable: (...selected: string[]) => context.service.send('POST', '/v1/accounts/disable', { ids: selected }),
  };
  beforeAll(async () => {
    context.crm = createApplication({ accounts });
    context.service = await startWritable({ crm: context.crm });
    const items = await context.service.test.everyItem('/v1/accounts?pageSize=200');
    ids.push(...items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(item => item.globalId));
  });
  beforeEach(() => {
    context.crm.before = () => {};
    context.crm.after = () => {};
    context.crm.changes.length = 0;
  });
  afterAll(() => context.service.test.close());
  return context;
}

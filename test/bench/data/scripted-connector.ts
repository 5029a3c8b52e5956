// A source of any size, for measurements. It costs only the time to make its records, and a change costs almost nothing. It can tell
// what has changed, as directories and most identity providers can.
import { z } from 'zod';
import { defineConnector, type Page, type Read, type SourceRecord } from '../../../src/connector/contract.ts';
import { account, accountIndex, assignment } from './records.ts';

const pageRecords = 1000;

const settings = z.strictObject({
  accounts: z.int().nonnegative(),
  assignments: z.int().nonnegative(),
  /** How many of the accounts differ in each run after the first. */
  changed: z.int().nonnegative().default(0),
});

export const scripted = defineConnector<typeof settings, z.output<typeof settings>>({
  type: 'scripted',
  title: 'Scripted source',
  description: 'Yields accounts and access assignments that follow from their index.',
  settings,
  open: async given => given,
  check: async () => [],
  reads: ({ accounts, assignments, changed }) =>
    [
      { lands: 'Account', records: accounts, make: account },
      { lands: 'EntityAssignedAccessToObject', records: assignments, make: assignment },
    ]
      .filter(({ records }) => records > 0)
      .map(
        ({ lands, records, make }): Read<unknown> => ({
          lands,
          pages: (_client, cursor, since) =>
            since === undefined
              ? pages(records, make, cursor)
              : changes(lands === 'Account' ? { accounts, changed } : undefined),
        }),
      ),
  readObjects: {
    Account: async (_client, ids) => ({
      records: ids.map(id => ({ ...account(accountIndex(id)), title: `Read at ${new Date().toISOString()}` })),
      gone: [],
    }),
  },
  declaresActions: [{ operations: ['DisableAccount'], effect: 'remembers the account', rights: 'none' }],
  actions: {
    DisableAccount: {
      observe: async (_client, { accountId }) => ({ enabled: !disabled.has(accountId) }),
      isDone: ({ enabled }) => enabled === false,
      apply: async (_client, { accountId }) => void disabled.add(accountId),
      restore: async (_client, { accountId }) => void disabled.delete(accountId),
    },
  },
});

/** Ids of the accounts that this process has disabled. It reads once after that. */
const disabled = new Set<string>();

async function* changes(of: { accounts: number; changed: number } | undefined): AsyncGenerator<Page> {
  const records = of
    ? [...[...disabled].map(id => ({ ...account(accountIndex(id)), enabled: false })), ...renamed(of)]
    : [];
  yield { records, changesOnly: true, next: 'changed' };
}

/** Accounts at equal distances, each with a title that none has had before. */
function renamed({ accounts, changed }: { accounts: number; changed: number }): SourceRecord[] {
  const title = `Changed at ${new Date().toISOString()}`;
  const distance = Math.floor(accounts / changed);
  return Array.from({ length: changed }, (_, place) => ({ ...account(place * distance), title }));
}

async function* pages(
  records: number,
  make: (index: number) => SourceRecord,
  cursor: string | undefined,
): AsyncGenerator<Page> {
  for (let from = Number(cursor ?? 0); from < records; from += pageRecords) {
    const length = Math.min(pageRecords, records - from);
    yield {
      records: Array.from({ length }, (_, offset) => make(from + offset)),
      cursor: String(from + length),
      next: 'begun',
    };
  }
}

// A simulated application in a folder of its own, and what a client of its own sees in the file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { simulated } from '../../../connectors/simulated/index.ts';
import type { Action, ActionOperation, Actions } from '../../../src/connector/actions.ts';
import type { ConnectorContext, SourceRecord } from '../../../src/connector/contract.ts';

export const seed = {
  application: { id: 'desk', name: 'Desk', category: 'BusinessApplication' },
  roles: [
    { id: 'admin', name: 'Administrator', administers: true, permissions: ['users:*', 'tickets:*'] },
    { id: 'agent', name: 'Agent', description: 'Answers', permissions: ['tickets:read', 'tickets:write'] },
    { id: 'reader', name: 'Reader', permissions: ['tickets:read'] },
  ],
  groups: [
    { id: 'it', name: 'IT', roles: ['admin'] },
    { id: 'shift', name: 'Shift', groups: ['it'], description: 'Tonight' },
    { id: 'staff', name: 'Staff' },
  ],
  accounts: [
    { id: 'a1', alias: 'ann', name: 'Ann', email: 'ann@example.org', roles: ['agent', 'reader'], groups: ['staff'] },
    { id: 'a2', alias: 'bob', title: 'Clerk', groups: ['shift'], created: '2026-01-02T03:04:05Z', created_by: 'a1' },
    { id: 'a3', alias: 'cid', enabled: false, locked: true, expires: '2026-02-01T00:00:00Z' },
    { id: 'bot', alias: 'bot', kind: 'service', roles: ['reader'], last_sign_in: '2026-03-01T00:00:00Z' },
  ],
};

export interface Application {
  readonly folder: string;
  readonly settings: { readonly file: string; readonly seed: string };
  /** All rows, read with a connection of its own. */
  dump(): unknown;
  /** Change the file as another program would. */
  change(sql: string): void;
  remove(): void;
}

const keys = { application: 'id', account: 'id', role: 'id', user_group: 'id', membership: '1, 2, 3, 4' };

export function makeApplication(content: unknown = seed): Application {
  const folder = mkdtempSync(join(tmpdir(), 'simulated-'));
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(content));
  const settings = { file: 'data/desk.db', seed: 'seed.json' };
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(join(folder, settings.file), { timeout: 5_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    folder,
    settings,
    dump: () =>
      use(of => Object.entries(keys).map(([table, key]) => of.prepare(`SELECT * FROM ${table} ORDER BY ${key}`).all())),
    change: sql => use(of => of.exec(sql)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const contextOf = ({ folder }: { folder: string }, signal = new AbortController().signal): ConnectorContext => ({
  sourceId: 'desk',
  applicationInstanceId: '00000000-0000-4000-8000-000000000000',
  baseFolder: folder,
  signal,
});

export async function withClient<Result>(application: Application, use: (client: unknown) => Promise<Result>) {
  const client = await simulated.open(application.settings, contextOf(application));
  try {
    return await use(client);
  } finally {
    await simulated.close!(client);
  }
}

export const recordsOf = (application: Application, type: string): Promise<SourceRecord[]> =>
  withClient(application, async client => {
    const records: SourceRecord[] = [];
    const read = simulated.reads(client).find(({ lands }) => lands === type)!;
    for await (const page of read.pages(client, undefined)) records.push(...page.records);
    return records;
  });

export type Target = Readonly<Record<string, string>>;

export const actionOf = (operation: ActionOperation) =>
  (simulated.actions as Actions<unknown>)[operation] as Action<unknown, Target>;

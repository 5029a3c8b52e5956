import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBackup } from '../../../src/cli/service/backup.ts';
import type { Database } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { OperatorError } from '../../../src/errors.ts';
import { addClient, type Client, listClients } from '../../../src/state/clients/clients.ts';
import { noPostgres, usePostgres } from '../../support/servers/servers.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { copyState } from '../../support/service/state-copy.ts';

let line: CommandLine;
let client: Client;
const at = (name: string) => path.join(line.folder, name);

async function withState<Result>(folder: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ folder: at(`${folder}/state`) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  line = commandLine({ url: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y' });
  copyState(at('data/state'));
  const wanted = { tenant: 'main', name: 'kept', scopes: ['read'], createdBy: 'operator' } as const;
  client = (await withState('data', database => addClient(database, wanted))).client;
});
afterAll(() => line.remove());

describe('backup and restore', () => {
  it('carry the state to another data directory', async () => {
    const saved = await line.runApart(['backup', 'state.gz']);
    expect(saved, saved.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining('keys that sign tokens') });
    expect(fs.statSync(at('state.gz')).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(line.folder).filter(name => name.includes('unfinished'))).toEqual([]);
    const restored = await line.runApart(['--data-dir', at('other'), 'restore', 'state.gz']);
    expect(restored, restored.stderr).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Restored \d+ rows/) });
    expect(await withState('other', database => listClients(database))).toEqual([client]);
    expect(fs.statSync(at('other')).mode & 0o777).toBe(0o700);
  });

  it.skipIf(noPostgres)('carry it to a server, and a service is opened on it', async () => {
    const server = await usePostgres();
    try {
      const url = await server.createDatabase();
      fs.writeFileSync(at('server.yaml'), `data_dir: server\ndatabase_url: ${url}\n`);
      const restored = await line.run(['--config', at('server.yaml'), 'restore', at('state.gz')]);
      expect(restored, restored.stderr).toMatchObject({ code: 0 });
      const listed = await line.run(['--config', at('server.yaml'), 'clients', 'list']);
      expect(listed.stdout).toContain(client.client_id);
      // And back, while the service could be running.
      const saved = await line.run(['--config', at('server.yaml'), 'backup', at('server.gz')]);
      expect(saved, saved.stderr).toMatchObject({ code: 0 });
      const again = await line.run(['--data-dir', at('back'), 'restore', at('server.gz')]);
      expect(again, again.stderr).toMatchObject({ code: 0 });
      expect(await withState('back', database => listClients(database))).toEqual([client]);
    } finally {
      await server.stop();
    }
  });

  it('overwrite nothing', async () => {
    const before = fs.readFileSync(at('state.gz'));
    const saved = await line.run(['backup', at('state.gz')]);
    expect(saved).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });
    expect(fs.readFileSync(at('state.gz')).equals(before)).toBe(true);
    const restored = await line.run(['restore', at('state.gz')]);
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('has rows already') });
  });

  it('refuse a file that is truncated, altered, or not a backup', async () => {
    const whole = fs.readFileSync(at('state.gz'));
    const altered = gzipSync(gunzipSync(whole).toString().replace('"kept"', '"evil"'));
    const bad = { cut: whole.subarray(0, -30), altered, text: Buffer.from('hello'), empty: Buffer.alloc(0) };
    await withState('fresh', async database => {
      for (const [name, bytes] of Object.entries(bad)) {
        fs.writeFileSync(at(name), bytes);
        const error = await readBackup(database, at(name)).catch(reason => reason);
        expect(error, name).toBeInstanceOf(OperatorError);
        expect(error.message, name).toMatch(/damaged|not a backup/);
      }
      expect((await readBackup(database, at('state.gz'))).rows).toMatchObject({ clients: 1 });
    });
    const refused = await line.run(['--data-dir', at('fresh'), 'restore', at('missing')]);
    expect(refused).toMatchObject({ code: 1, stderr: `rolecall: there is no file ${at('missing')}\n` });
  });

  it('wait while another process has the state open', async () => {
    let waiting: ReturnType<CommandLine['start']>;
    await withState('data', async () => {
      waiting = line.start(['backup', 'later.gz']);
      const [said] = await once(waiting.stderr.setEncoding('utf8'), 'data');
      expect(said).toMatch(/^Waiting for the process that has the data directory open/);
    });
    expect(await once(waiting!, 'exit')).toEqual([0, null]);
    expect(fs.existsSync(at('later.gz'))).toBe(true);
  });

  it('report what prevents them', async () => {
    expect((await line.run(['--data-dir', at('nothing'), 'backup', at('x.gz')])).stderr).toContain(
      'there is no state in',
    );
    expect((await line.run(['backup', at('missing/x.gz')])).stderr).toContain('cannot be written');
    expect(fs.existsSync(at('x.gz'))).toBe(false);
  });
});

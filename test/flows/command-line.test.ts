// The command line as a newcomer uses it: the real process, a machine's files, a first request, a new key.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { type Ended, runHere } from '../support/service/command-here.ts';
import { temporaryFolder } from '../support/service/service.ts';
import { copyState } from '../support/service/state-copy.ts';

const cli = path.join(import.meta.dirname, '../../src/cli/main.ts');
const folder = temporaryFolder();
const config = path.join(folder, 'rolecall.yaml');
const keyOfBob = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHx7jL0PXnHlYbR9bM8CSO6cHs0iWhYQn5c6K1Gf2m3b bob@laptop';
let service: ChildProcess;

/** Run a command to its end in a process of its own; resolves to what it printed, whatever its exit code. */
async function apart(...args: string[]): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, [cli, '--config', config, ...args], { maxBuffer: 1e8 });
  return run.then(
    output => ({ ...output, code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  );
}

/** The same in this process. */
const rolecall = (...args: string[]): Promise<Ended> => runHere(['--config', config, ...args], { env: process.env });

async function startUp(...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [cli, 'up', '--config', config, '--port', '0', ...args]);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`up ended with ${code}`);
  });
  const printed: string[] = [];
  const ready = (async () => {
    for await (const line of readline.createInterface({ input: child.stderr! })) {
      printed.push(line);
      if (/^version \d+ published/.test(line)) return;
    }
    throw new Error(printed.join('\n'));
  })();
  await Promise.race([ready, failed]);
  failed.catch(() => {});
  child.stderr!.resume();
  child.stdout!.resume();
  return child;
}

beforeAll(async () => {
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, 'machine', file)), { recursive: true });
    fs.writeFileSync(path.join(folder, 'machine', file), text);
  };
  write('etc/hostname', 'web1\n');
  write(
    'etc/passwd',
    'root:x:0:0:root:/root:/bin/bash\nalice:x:1000:1000:Alice:/home/alice:/bin/bash\nbob:x:1001:1001:Bob:/home/bob:/bin/bash\n',
  );
  write('etc/shadow', 'root:*:19000:0:99999:7:::\nalice:$6$salt$hash:19000:0:99999:7:::\nbob:!:19000:0:99999:7:::\n');
  write('etc/group', 'root:x:0:\nalice:x:1000:\nbob:x:1001:\ndocker:x:999:bob\n');
  write('etc/sudoers', 'alice ALL=(ALL:ALL) NOPASSWD: ALL\n');
  copyState(path.join(folder, 'data/state'));
  fs.writeFileSync(
    config,
    `data_dir: data\nlog_level: silent\nsources:\n  - id: web1\n    connector: host\n    settings: {root: machine, sudoers_owner: ${process.getuid!()}}\n`,
  );
  service = await startUp();
});
afterAll(async () => {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  fs.rmSync(folder, { recursive: true, force: true });
});

const items = async (target: string) =>
  (await rolecall('get', '--all', target)).stdout
    .trim()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

describe('rolecall up', () => {
  it('serves the machine: accounts, who may become root, memberships', async () => {
    const accounts = await items('/v1/accounts');
    expect(accounts.map(account => account.alias).toSorted()).toEqual(['alice', 'bob', 'root']);
    const admins = accounts.filter(account => account.isAdmin).map(account => account.alias);
    expect(admins.toSorted()).toEqual(['alice', 'bob', 'root']); // sudo ALL, the docker group, and uid 0
    expect(JSON.stringify(accounts)).not.toContain('$6$');
    expect((await items('/v1/user-groups')).map(group => group.name)).toContain('docker');
  });

  it('shows a key that was added, with its owner, after the next sync', async () => {
    expect(await items('/v1/non-human-identities')).toEqual([]);
    fs.mkdirSync(path.join(folder, 'machine/home/bob/.ssh'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'machine/home/bob/.ssh/authorized_keys'), `${keyOfBob}\n`);
    const { stdout, stderr, code } = await apart('sync');
    expect({ stdout, code }).toEqual({ stdout: 'version 2 is in service\n', code: 0 });
    expect(stderr).toMatch(/web1 {2}Account {2}4 rows {2}complete/);

    const bob = (await items('/v1/accounts')).find(account => account.alias === 'bob');
    const [key, ...others] = await items('/v1/non-human-identities');
    expect(others).toEqual([]);
    expect(key).toMatchObject({ type: 'Token', subType: 'SshKey', enrichedOwnerAccountIds: [bob.globalId] });
    expect(key.hashIdentifiers).toEqual([expect.stringMatching(/^SHA256:/)]);
  });

  it('keeps its secrets readable for its user only', () => {
    for (const file of ['data/dev-client.json', 'data/control.sock']) {
      expect(fs.statSync(path.join(folder, file)).mode & 0o077, file).toBe(0);
    }
  });

  it('refuses a second process on the same data directory', async () => {
    const { stderr, code } = await apart('up', '--port', '0');
    expect(code).toBe(1);
    expect(stderr).toMatch(/is open in another process/);
    expect((await items('/v1/accounts')).length).toBe(4);
  });
});

describe('rolecall audit', () => {
  const audit = async (...args: string[]) => {
    const { stdout, stderr, code } = await rolecall('audit', ...args);
    return {
      entries: stdout
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
      stderr,
      code,
    };
  };

  it('shows what was done, newest first, filtered and page by page', async () => {
    for (const name of ['one', 'two', 'three']) await rolecall('clients', 'add', name);
    const added = await audit('--action', 'client.add', '--principal', 'operator', '--since', '1d');
    expect(added.entries.slice(0, 3).map(({ details }) => details.name)).toEqual(['three', 'two', 'one']);
    expect(added).toMatchObject({ code: 0, stderr: '' });

    const first = await audit('--action', 'client.add', '--limit', '2');
    expect(first.entries).toEqual(added.entries.slice(0, 2));
    const [, before] = /add --before (\d+) or raise/.exec(first.stderr)!;
    const second = await audit('--action', 'client.add', '--limit', '1', '--before', before!);
    expect(second.entries).toEqual(added.entries.slice(2, 3));
    expect((await audit('--until', '2001-01-01')).entries).toEqual([]);
  });

  it('says what is wrong with a filter', async () => {
    expect(await audit('--since', 'yesterday')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /--since yesterday: is neither a date or instant of ISO 8601.* nor a span such as 7d/,
      ),
    });
    expect(await audit('--before', 'x')).toMatchObject({ code: 1, stderr: expect.stringContaining('is not the id') });
  });
});

describe('rolecall query', () => {
  it('answers SQL and saved queries, and shows where a wrong one is wrong', async () => {
    const csv = await rolecall(
      'query',
      'SELECT alias FROM accounts WHERE type = :type ORDER BY alias',
      '--param',
      'type=User',
    );
    expect(csv.stdout.trim().split(/\r?\n/)).toEqual(['alias', 'alice', 'bob', 'root']);
    const sql = 'SELECT alias, len(alias) AS letters FROM accounts WHERE alias = :who';
    expect(await rolecall('queries', 'save', 'One', '--sql', sql)).toMatchObject({ code: 0 });
    const asked = ['query', '--saved', 'one', '--param', 'who=bob', '--format'];
    expect((await rolecall(...asked, 'ndjson')).stdout).toBe('{"alias":"bob","letters":3}\n');
    expect(await rolecall(...asked, 'table')).toMatchObject({
      stdout: 'ALIAS  LETTERS\nbob          3\n',
      stderr: expect.stringMatching(/^1 row, \d+ ms, version 2\n$/),
    });
    expect(await rolecall('query', 'SELECT alais FROM accounts')).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(
        /^rolecall: QUERY_PARSE_ERROR: .*\n1 \| SELECT alais FROM accounts\n {2}\| {8}\^\n/,
      ),
      code: 1,
    });
  });
});

describe('the other commands', () => {
  it('add, list and revoke a client, whose token is then refused', async () => {
    const added = JSON.parse((await rolecall('clients', 'add', 'auditor', '--source', 'web1')).stdout);
    expect(added).toEqual({ client_id: expect.any(String), client_secret: expect.any(String) });
    const listed = (await rolecall('clients')).stdout;
    expect(listed).toContain(added.client_id);
    expect(listed).not.toContain(added.client_secret);
    const { token_url } = JSON.parse(fs.readFileSync(path.join(folder, 'data/dev-client.json'), 'utf8'));
    const ask = () =>
      fetch(token_url, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', ...added }) });
    expect((await ask()).status).toBe(200);
    expect((await rolecall('clients', 'revoke', added.client_id)).code).toBe(0);
    expect((await ask()).status).toBe(401);
    expect((await rolecall('clients', 'revoke', 'nobody')).stderr).toMatch(/there is no client nobody/);
  });

  it('rotate the signing key, and say what that did', async () => {
    const { stdout, stderr } = await rolecall('keys', 'rotate');
    const { kid, signsFrom, formerUntil } = JSON.parse(stdout);
    expect(Date.parse(formerUntil)).toBeGreaterThan(Date.parse(signsFrom));
    expect(stderr).toBe(
      `Created the key ${kid}. It signs tokens from ${signsFrom} on; tokens of former keys are accepted until ${formerUntil}.\n`,
    );
    const { stdout: entry } = await rolecall('audit', '--action', 'signing-key.rotate', '--limit', '1');
    expect(JSON.parse(entry)).toMatchObject({ principal: 'operator', target: kid });
  });

  it('check sources and the deployment', async () => {
    const check = JSON.parse((await rolecall('sources', 'check')).stdout);
    expect(check).toMatchObject({
      source: 'web1',
      previews: expect.arrayContaining([expect.objectContaining({ type: 'Account' })]),
    });
    const doctor = await rolecall('doctor');
    expect(doctor).toMatchObject({ code: 0 });
    expect(doctor.stdout).toContain('"what":"service","verdict":"ok","message":"is running"');
  });

  it('print rows in the format that is asked for', async () => {
    const [sources, clients, ...lists] = await Promise.all([
      rolecall('sources', '--format', 'csv'),
      rolecall('clients', '--format', 'markdown'),
      ...['sources connectors', 'audit', 'sessions', 'notify', 'jobs', 'runs', 'risks rules', 'queries'].map(command =>
        rolecall(...command.split(' '), '--format', 'json'),
      ),
    ]);
    expect(sources!.stdout).toMatch(
      /^source,connector,schedule,last run,ended,rows,rejected,kept,held back,requests,requests left,should end\r\nweb1,host,[^,]*,Landed,[^,]+,\d+,0,0,,,,\r\n$/,
    );
    expect(clients!.stdout).toMatch(/^\| client id \| name \|/);
    for (const { code, stdout } of lists) expect([code, Array.isArray(JSON.parse(stdout))]).toEqual([0, true]);
  });

  it('print the release', async () => {
    expect(await apart('--version')).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
  });

  it('say what was wrong, where, and what would be right', async () => {
    expect(await rolecall('sync', 'wbe1')).toMatchObject({
      code: 1,
      stderr: 'rolecall: there is no source `wbe1`; did you mean `web1`?\n',
    });
    expect(await rolecall('get', '/v1/acounts')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/404 NOT_FOUND/),
    });
    expect(await rolecall('clients', 'add', 'x', '--scope', 'owner')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/there are: read, annotate, write, admin/),
    });
    const other = path.join(folder, 'wrong.yaml');
    fs.writeFileSync(other, 'sources:\n  - id: a\n    connector: hots\n');
    expect((await rolecall('--config', other, 'up')).stderr).toBe(
      'rolecall: source a: there is no connector `hots`; did you mean `host`?\n',
    );
  });
});

describe('without a running service', () => {
  it('commands open the data directory themselves, and hold back a version that lost too much', async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
    expect((await apart('sync')).stdout).toBe('version 3 is in service\n');
    expect((await rolecall('get', '/v1/accounts')).stderr).toMatch(/does not answer; is the service running\?/);
    fs.writeFileSync(path.join(folder, 'machine/etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\n');
    const held = await rolecall('sync');
    expect(held.code).toBe(1);
    expect(held.stderr).toMatch(/held back: web1: 3 of 4 accounts \(75 %\) are gone/);
    // The hint accepts what is held back, and nothing else.
    expect(held.stderr).toMatch(/web1: held back.*; if the change is right: rolecall sync web1 --accept-loss\n/);
    const [source] = JSON.parse((await rolecall('sources')).stdout.split('\n')[0]!).heldBack.findings;
    expect(source).toMatchObject({ source: 'web1', check: 'objects_gone' });
    expect((await rolecall('doctor')).stdout).toMatch(/source web1 is held back.*3 of 4 accounts/);
    expect((await rolecall('sync', '--accept-loss')).stdout).toMatch(/^version \d+ is in service/);
  });
});

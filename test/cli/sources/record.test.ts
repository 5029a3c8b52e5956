// rolecall sources record, as a process: what it writes, and what it leaves out.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

const token = 'recorded/token+1';
const connector = `import { bearer, defineConnector, openHttpClient, z } from 'rolecall/connector';
export default defineConnector({
  type: 'recorded', title: 'Recorded', description: 'Of the test.',
  settings: z.strictObject({ url: z.string(), token: z.string().meta({ secret: true }) }),
  open: ({ url, token }, context) => openHttpClient({ baseUrl: url, context, credentials: bearer(token), retry: { tries: 1 } }),
  close: client => client.close(),
  check: async () => [],
  reads: () => ['Account', 'Role'].map(lands => ({
    lands,
    async *pages(client) {
      await client.send({ url: lands });
      yield { records: [] };
    },
  })),
});`;

let server: ScriptedHttp;
let command: CommandLine;
beforeAll(async () => {
  server = await startScriptedHttp();
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
  const write = (name: string, content: string) => fs.writeFileSync(path.join(command.folder, name), content);
  fs.mkdirSync(path.join(command.folder, 'recorded'));
  fs.mkdirSync(path.join(command.folder, 'etc'));
  write('etc/passwd', 'root:x:0:0::/root:/bin/sh\n');
  write('recorded/index.js', connector);
  const sources = [
    { id: 'app', connector: 'recorded', settings: { url: server.url, token } },
    { id: 'machine', connector: 'host', settings: { root: '.', host_name: 'm' } },
  ];
  write('rolecall.yaml', JSON.stringify({ connectors: ['./recorded'], sources }));
});
afterAll(async () => {
  command.remove();
  await server.close();
});

describe('a recording', () => {
  it('has every exchange without secrets, in a file that only its owner can read, also when the source fails', async () => {
    server.script(({ path: asked }) =>
      asked === '/Account'
        ? { headers: { 'set-cookie': 'sid=1' }, body: { users: ['jane'], echo: `token ${token}` } }
        : { status: 403, body: { message: 'not yours' } },
    );
    const { stdout, stderr, code } = await command.runApart(['sources', 'record', 'app', '--out', 'out.jsonl']);
    expect(stderr).toBe(`rolecall: app: GET ${server.url}/Role: 403: not yours\n`);
    expect(stdout).toContain('2 exchanges are in out.jsonl. Credentials are removed');
    expect(code).toBe(1);
    const file = path.join(command.folder, 'out.jsonl');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const text = fs.readFileSync(file, 'utf8');
    for (const form of [token, encodeURIComponent(token), 'sid=1']) expect(text).not.toContain(form);
    const [first, second] = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(first).toMatchObject({
      method: 'GET',
      url: `${server.url}/Account`,
      requestHeaders: { authorization: '[secret]', accept: 'application/json' },
      status: 200,
      headers: { 'set-cookie': '[secret]' },
      body: '{"users":["jane"],"echo":"token [secret]"}',
    });
    expect(second).toMatchObject({ status: 403, body: '{"message":"not yours"}' });

    const again = await command.runApart(['sources', 'record', 'app', '--out', 'out.jsonl']);
    expect(again.stderr).toBe('rolecall: out.jsonl: exists; name another file with --out\n');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  it('of a connector without HTTP is none', async () => {
    const { stderr, code } = await command.runApart(['sources', 'record', 'machine']);
    expect(stderr).toBe('rolecall: machine: the connector `host` reads without HTTP, so there is nothing to record\n');
    expect(code).toBe(1);
    expect(fs.readdirSync(command.folder).filter(name => name.endsWith('.jsonl') && name !== 'out.jsonl')).toEqual([]);
  });
});

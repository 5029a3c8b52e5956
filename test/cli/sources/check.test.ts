// rolecall sources check, as a process, with sources that do not answer: each is a problem with a remedy, and no fault of the program.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';

let command: CommandLine;
beforeAll(async () => {
  command = commandLine({ url: '', clientId: '', clientSecret: '' });
  const port = await freePort();
  const settings = {
    ldap: { url: `ldap://127.0.0.1:${port}`, bind_dn: 'cn=reader', bind_password: 'hidden' },
    mysql: { host: '127.0.0.1', port, user: 'reader' },
    postgres: { host: '127.0.0.1', port, user: 'reader' },
    scim: { url: `http://127.0.0.1:${port}`, authentication: { bearer_token: 'hidden' } },
  };
  const sources = Object.entries(settings).map(([connector, given]) => ({
    id: connector,
    connector,
    settings: given,
  }));
  fs.writeFileSync(path.join(command.folder, 'rolecall.yaml'), JSON.stringify({ sources }));
});
afterAll(() => command.remove());

it('names each source that does not answer, and what to check', async () => {
  const { stdout, stderr, code } = await command.run(['sources', 'check']);
  const checked = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(checked.map(({ source }) => source)).toEqual(['ldap', 'mysql', 'postgres', 'scim']);
  for (const { problems } of checked) {
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('ECONNREFUSED') }),
    ]);
    expect(problems[0].fix).toContain('check its address');
  }
  expect({ stderr, code }).toEqual({ stderr: 'rolecall: 4 errors found\n', code: 1 });
});

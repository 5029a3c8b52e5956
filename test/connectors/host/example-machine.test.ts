// The example of a machine: what its README shows is what a service answers that reads it.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { host } from '../../../connectors/host/index.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type CommandLine, commandLine } from '../../support/service/command.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const hasScript = spawnSync('sh', ['-c', 'command -v script']).status === 0;
const cli = path.join(import.meta.dirname, '../../../src/cli/main.ts');
const root = path.join(import.meta.dirname, '../../../examples/machine/root');
let test: TestService;
let rolecall: CommandLine;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { root, sudoers_owner: fs.statSync(root).uid };
  test = await startService({
    connectors: [host],
    settings: { base_url: url, sources: [{ id: 'example-machine', connector: 'host', settings }] },
  });
  await test.sync();
  await test.app.listen({ host: '127.0.0.1', port });
  const { client, clientSecret } = await addClient(test.service.database, {
    ...{ tenant: 'main', name: 'dev', scopes: ['read'], createdBy: 'test' },
  });
  rolecall = commandLine({ url, clientId: client.client_id, clientSecret });
});
afterAll(async () => {
  rolecall?.remove();
  await test?.close();
});

it.skipIf(!hasScript).each(['README.md', 'examples/machine/README.md'])(
  'shows in %s what the key can do (skipped without script)',
  async document => {
    const readme = fs.readFileSync(path.join(import.meta.dirname, '../../..', document), 'utf8');
    const [, key, shown] = /^\$ rolecall blast-radius (SHA256:\S+)\n([^`]*)```$/m.exec(readme)!;
    // A terminal gets the tree.
    const line = `${process.execPath} ${cli} --config ${rolecall.folder}/rolecall.yaml blast-radius ${key}`;
    const { stdout } = await promisify(execFile)('script', ['-qefc', line, '/dev/null'], { cwd: rolecall.folder });
    expect(stdout.replaceAll('\r', '')).toBe(shown);
  },
);

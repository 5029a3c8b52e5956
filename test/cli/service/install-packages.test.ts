// Packages that do not arrive: a registry that accepts connections and never answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/service/service.ts';

const root = path.join(import.meta.dirname, '../../..');

it('says what it waits for, and ends with what to check', async () => {
  const folder = temporaryFolder();
  const project = path.join(folder, 'project');
  fs.mkdirSync(project);
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    fs.cpSync(path.join(root, name), path.join(project, name), { recursive: true });
  const registry = net.createServer().listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = `http://127.0.0.1:${(registry.address() as net.AddressInfo).port}/`;
  const child = spawn('sh', ['scripts/run.sh', 'src/cli/main.ts', 'up'], {
    cwd: project,
    env: {
      ...process.env,
      ROLECALL_INSTALL_PATIENCE: '3',
      npm_config_registry: address,
      npm_config_cache: path.join(folder, 'cache'),
    },
  });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  registry.close();
  expect(code).toBe(1);
  expect(printed).toContain(`Waiting for packages from ${address}: nothing has arrived for 1 s …`);
  expect(printed).toMatch(
    /No package has arrived from .* for 3 s, so the installation was ended\. Check:\n( {2}- .*\n)+Then/,
  );
  expect(fs.existsSync(path.join(project, 'node_modules/.installed'))).toBe(false);
  fs.rmSync(folder, { recursive: true, force: true });
});

// rolecall up: starts the embedded service, and sets up everything that is missing.
import fs from 'node:fs';
import { createServer } from 'node:net';
import process from 'node:process';
import { type Config, loadConfig } from '../../config/config-file.ts';
import type { Operator } from '../../deployment/operator/commands.ts';
import { serveControl } from '../../deployment/operator/control-socket.ts';
import { createOperator } from '../../deployment/operator/operator.ts';
import { openService, type Service } from '../../deployment/service.ts';
import type { Tenant } from '../../deployment/tenant.ts';
import { linkMinutes } from '../../state/sessions/sign-in-links.ts';
import { devClientFile, writeDevClients } from '../api/dev-client.ts';
import type { CommonOptions } from '../deployment.ts';
import { ownCommand, shellWord } from '../own-command.ts';
import { reloadOnHangup } from '../reload.ts';
import { personHere } from '../sessions/person-here.ts';
import { createSyncView } from '../sources/sync-view.ts';
import { backupSpooler } from './backup.ts';
import { buildConsoleIfOld } from './build-console.ts';
import { confinementWarning } from './confinement-warning.ts';
import { writeFirstConfig } from './first-config.ts';
import { nextSteps } from './next-steps.ts';
import { logOf } from './readable-log.ts';
import { endSoon, endWithin, untilStopped } from './until-stopped.ts';

export async function up(options: CommonOptions & { port?: number }): Promise<void> {
  if (!fs.existsSync(options.config)) {
    writeFirstConfig(options.config, options);
    process.stdout.write(`Wrote ${options.config}: this machine and an example organisation as sources.\n`);
  }
  const config = await withPort(loadConfig(options.config, { dataDir: options.dataDir, port: options.port }));
  const view = createSyncView();
  const consoleBuilt = buildConsoleIfOld();
  const service = await openService(config, { log: logOf(config, undefined, view.print) });
  try {
    const warning = confinementWarning();
    if (warning !== undefined) process.stderr.write(`WARNING: ${warning}\n`);
    const stop = new AbortController();
    const shown = (async () => {
      for await (const event of service.queue.watch(stop.signal)) view.show(event);
    })();
    await service.serve();
    const operator = createOperator(service);
    const control = await serveControl(config.data_dir, operator, backupSpooler(service));
    await writeDevClients(service);
    const problem = await consoleBuilt;
    if (problem !== undefined) process.stderr.write(`${problem}\n`);
    const links = await signInLinks(service, operator);
    process.stdout.write(greeting(service, options, links));
    // The progress of the first sync would move the links out of the terminal.
    view.pin(links.map(link => `Sign in  ${link}`));
    setTimeout(() => view.pin([]), linkMinutes * 60_000).unref();
    await service.work();
    const stopReloading = reloadOnHangup(service);
    await untilStopped();
    stopReloading();
    endWithin(service.log);
    stop.abort();
    await shown;
    view.end();
    await control.close();
  } finally {
    await service.close();
    endSoon();
  }
}

/** Replace port 0 by a free port before the start, because the base address is part of every token. */
async function withPort(config: Config): Promise<Config> {
  if (config.listen.port !== 0) return config;
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, config.listen.host, resolve));
  const { port } = server.address() as { port: number };
  await new Promise(resolve => server.close(resolve));
  return { ...config, listen: { ...config.listen, port } };
}

/** For each tenant a line with a link that signs the person at this machine in once, as administrator. */
async function signInLinks({ tenants }: Service, operator: Operator): Promise<string[]> {
  const person = { name: personHere(), role: 'administrator', sources: [] } as const;
  const links = [...tenants.keys()].map(async tenant => {
    const { url } = await operator.addSignInLink({ ...person, tenant });
    return tenants.size === 1 ? url : `${tenant}: ${url}`;
  });
  return Promise.all(links);
}

function greeting({ access, config, tenants }: Service, options: CommonOptions, links: readonly string[]): string {
  const command = ownCommand();
  const flags = [
    options.config === 'rolecall.yaml' ? '' : ` --config ${shellWord(options.config)}`,
    config.data_dir === loadConfig(options.config).data_dir ? '' : ` --data-dir ${shellWord(config.data_dir)}`,
  ].join('');
  const sources = [...tenants.values()].flatMap(tenant => [...tenant.sources.keys()]);
  return `
Rolecall is up.

  Console     ${access.baseUrl}/
  API         ${access.baseUrl}/v1
  Reference   ${access.baseUrl}/docs
  Token       POST ${access.authUrl}/oauth2/token   (a client is in ${devClientFile(config)})
  Data        ${[...tenants.values()].map(dataLine).join('\n              ')}
  Sign in     ${links.join('\n              ')}
              (once, within ${linkMinutes} minutes; \`${command}${flags} sessions link\` prints a new link)

Next, in another terminal:

  ${nextSteps(`${command}${flags}`, access.baseUrl, sources).join('\n  ')}

Stop with Ctrl-C.

`;
}

function dataLine({ name, catalogue, sources }: Tenant, _index: number, all: readonly Tenant[]): string {
  const version = catalogue.current();
  const data = version
    ? `version ${version.number} of ${version.manifest.generatedAt}`
    : catalogue.damage()
      ? 'damaged; `rolecall doctor --rebuild --publish` makes it again'
      : sources.size === 0
        ? 'none yet, because there is no source'
        : 'none yet; the first version is being made';
  return all.length === 1 ? data : `${name}: ${data}`;
}

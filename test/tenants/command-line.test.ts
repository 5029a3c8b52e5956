// --tenant on the command line: every command works on one tenant, and requires the option where there are several.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { writeDevClients } from '../../src/cli/api/dev-client.ts';
import { backupSpooler } from '../../src/cli/service/backup.ts';
import { loadConfig } from '../../src/config/config-file.ts';
import { serveControl } from '../../src/deployment/operator/control-socket.ts';
import { createOperator } from '../../src/deployment/operator/operator.ts';
import { openService, type Service } from '../../src/deployment/service.ts';
import { createLog } from '../../src/observability/log.ts';
import { freePort } from '../support/servers/free-port.ts';
import { runHere } from '../support/service/command-here.ts';
import { temporaryFolder } from '../support/service/service.ts';
import { copyState } from '../support/service/state-copy.ts';

const folder = temporaryFolder();
const organisation = path.join(import.meta.dirname, '../../examples/organisation/sources');
const tenants = { alpha: 'crm', beta: 'ledger' } as const;
let service: Service;
let control: { close(): Promise<void> };

beforeAll(async () => {
  const file = path.join(folder, 'rolecall.yaml');
  const sourceOf = (name: string) => ({
    sources: [{ id: 'app', connector: 'custom-application', settings: { folder: path.join(organisation, name) } }],
  });
  const settings = {
    log_level: 'silent',
    data_dir: 'data',
    listen: { port: await freePort() },
    build: { memory_mb: 512 },
    tenants: { alpha: sourceOf(tenants.alpha), beta: sourceOf(tenants.beta) },
  };
  fs.writeFileSync(file, JSON.stringify(settings));
  copyState(path.join(folder, 'data/state'));
  const config = loadConfig(file);
  service = await openService(config, { log: createLog(config), connectors });
  await service.work(['extract', 'build', 'export', 'sweep']);
  await service.serve();
  control = await serveControl(config.data_dir, createOperator(service), backupSpooler(service));
  await writeDevClients(service);
});
afterAll(async () => {
  await control?.close();
  await service?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const rolecall = (...args: readonly string[]) =>
  runHere(['--config', path.join(folder, 'rolecall.yaml'), ...args], { env: process.env });

const accounts = 'SELECT * FROM service_identity.accounts LIMIT 1';

describe('with two tenants', () => {
  it('every command works on the named one', async () => {
    const instances: string[] = [];
    for (const tenant of Object.keys(tenants)) {
      const of = async (...args: readonly string[]) => {
        const { stdout, stderr, code } = await rolecall('--tenant', tenant, ...args);
        expect([args, code, code === 0 ? '' : stderr]).toEqual([args, 0, '']);
        return stdout;
      };
      const instance = service.tenant(tenant).config.sources[0]!.application_instance_id;
      instances.push(instance);
      await of('sync');
      expect(JSON.parse(await of('sources')).applicationInstanceId).toBe(instance);
      expect(JSON.parse(await of('runs', 'status')).runs.map((run: { tenant: string }) => run.tenant)).toEqual([
        tenant,
      ]);
      await of('clients', 'add', `${tenant} only`);
      expect(await of('clients', 'list')).toContain(`${tenant} only`);
      expect(await of('get', '/v1/accounts?pageSize=1')).toContain(instance);
      expect(await of('query', accounts)).toContain(instance);
      expect(await of('export', 'accessInventoryAccounts')).not.toBe('');
      expect((await of('token')).split('.')).toHaveLength(3);
    }
    expect(new Set(instances).size).toBe(2);
    expect((await rolecall('--tenant', 'beta', 'clients', 'list')).stdout).not.toContain('alpha only');
  });

  it.each([['sync'], ['runs'], ['token'], ['get', '/v1/accounts']])('%s requires --tenant', async (...args) => {
    expect(await rolecall(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining('alpha, beta') });
    const unknown = await rolecall('--tenant', 'alfa', ...args);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean `alpha`') });
  });
});

// A backup of a service that is running, over its control socket.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup, backupSpooler, readBackup } from '../../../src/cli/service/backup.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { controlSocketPath, serveControl } from '../../../src/deployment/operator/control-socket.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

/** Saved queries with texts that do not compress: together more than all buffers on the way hold. */
const queries = 60;
const queryBytes = 90_000;

let test: TestService;
let control: { close(): Promise<void> };
const at = (name: string) => path.join(test.folder, name);
const options = () => ({ config: at('rolecall.yaml') });

beforeAll(async () => {
  test = await startService({ sources: {} });
  fs.writeFileSync(at('rolecall.yaml'), 'data_dir: data\n');
  for (let index = 0; index < queries; index += 1) {
    await test.service.database.query(
      `insert into saved_queries (query_id, tenant, name, name_key, model, query_string, created_by, last_modified_by)
       values (gen_random_uuid(), 'main', $1, $1, 'service_identity', $2, $3::jsonb, $3::jsonb)`,
      [`query ${index}`, randomBytes(queryBytes), JSON.stringify({ type: 'client', id: 'x' })],
    );
  }
  control = await serveControl(test.config.data_dir, test.operator, backupSpooler(test.service));
});
afterAll(async () => {
  await control?.close();
  await test.close();
});

const spooled = () => {
  const folder = at('data/work/backups');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

describe('a backup of a running service', () => {
  it('is whole, and can be restored', async () => {
    await backup(options(), at('state.gz'));
    expect(fs.statSync(at('state.gz')).mode & 0o777).toBe(0o600);
    const other = await openDatabase({ folder: at('other') });
    try {
      expect((await readBackup(other, at('state.gz'))).rows).toMatchObject({ saved_queries: queries });
    } finally {
      await other.close();
    }
    expect(spooled()).toEqual([]);
    expect(fs.readdirSync(test.folder).filter(name => name.includes('unfinished'))).toEqual([]);
  });

  it('overwrites nothing', async () => {
    await expect(backup(options(), at('state.gz'))).rejects.toThrow('is there already');
    expect(spooled()).toEqual([]);
  });

  it('blocks no requests while its reader is slow, and leaves nothing when the reader disconnects', async () => {
    const request = http.request({ socketPath: controlSocketPath(test.config.data_dir), method: 'POST' });
    request.on('error', () => {}).end(JSON.stringify({ command: 'backup' }));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.on('error', () => {});
    expect(spooled()).toHaveLength(1);
    await test.service.database.query('select count(*) from saved_queries');
    expect(spooled(), 'it is still being read').toHaveLength(1);
    request.destroy();
    await until(spooled, left => left.length === 0);
  });

  it('that breaks off leaves no file', async () => {
    const stopped = at('stopped.gz');
    const folder = at('stopped');
    fs.mkdirSync(folder);
    const service = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': 1_000_000 });
      response.write('begun', () => response.destroy());
    });
    await new Promise<void>(resolve => service.listen(controlSocketPath(folder), resolve));
    try {
      fs.mkdirSync(path.join(folder, 'state'));
      await expect(backup({ ...options(), dataDir: folder }, stopped)).rejects.toThrow(
        'before the backup was complete',
      );
      expect(fs.readdirSync(test.folder).filter(name => name.startsWith('stopped.'))).toEqual([]);
    } finally {
      service.close();
    }
  });
});

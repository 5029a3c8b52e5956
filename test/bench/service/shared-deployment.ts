// Child process: one of several processes of a deployment. It runs jobs or answers requests until it is asked to stop.
//
//   shared-deployment.ts '{"kind":"work",…}'   →  {"working":true}
//   shared-deployment.ts '{"kind":"serve",…}'  →  {"origin":…,"authorization":…}
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { type Config, parseConfig } from '../../../src/config/config-file.ts';
import { type Connector, defineConnector } from '../../../src/connector/contract.ts';
import { openService } from '../../../src/deployment/service.ts';
import { addClient } from '../../../src/state/clients/clients.ts';
import { account } from '../data/records.ts';
import { scripted } from '../data/scripted-connector.ts';

export interface SharedProcess {
  readonly kind: 'work' | 'serve';
  readonly folder: string;
  readonly settings: Record<string, unknown>;
}

export const sharedConfig = ({ folder, settings }: Omit<SharedProcess, 'kind'>): Config =>
  parseConfig(
    JSON.stringify({
      data_dir: 'data',
      log_level: 'warn',
      base_url: 'http://rolecall.example',
      listen: { port: 0 },
      rate_limit: { per_minute: 1_000_000_000, burst: 1_000_000_000 },
      ...settings,
    }),
    path.join(folder, 'rolecall.yaml'),
    {},
    {},
  );

const waiting = z.strictObject({ pages: z.int(), waitMs: z.int() });

/** A source that delays each page, like a remote system. */
const distant = defineConnector<typeof waiting, z.output<typeof waiting>>({
  type: 'distant',
  title: 'Distant source',
  description: 'Waits before each page.',
  settings: waiting,
  open: async given => given,
  check: async () => [],
  reads: ({ pages, waitMs }) => [
    {
      lands: 'Account',
      async *pages() {
        for (let page = 0; page < pages; page += 1) {
          await pause(waitMs);
          yield { records: [account(page)] };
        }
      },
    },
  ],
});

export const benchConnectors = [scripted, distant] as unknown as readonly Connector[];

async function main({ kind, ...given }: SharedProcess): Promise<void> {
  const service = await openService(sharedConfig(given), {
    connectors: benchConnectors,
    log: pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true })),
  });
  if (kind === 'work') {
    await service.work(['extract', 'build', 'sweep']);
    process.stdout.write(`${JSON.stringify({ working: true })}\n`);
  } else {
    const app = await service.createApp();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const made = await addClient(service.database, {
      tenant: service.tenant().name,
      name: 'bench',
      scopes: ['read'],
      createdBy: 'bench',
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=client_credentials&client_id=${made.client.client_id}&client_secret=${made.clientSecret}`,
    });
    process.stdout.write(`${JSON.stringify({ origin, authorization: `Bearer ${answer.json().access_token}` })}\n`);
  }
  process.once('SIGTERM', () => void service.close().then(() => process.exit()));
}

if (import.meta.main) await main(JSON.parse(process.argv[2]!));

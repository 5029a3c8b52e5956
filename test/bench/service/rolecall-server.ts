// Starts the service as an operator does: `rolecall up` in a process of its own, on a data directory that has a version.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Profile } from '../../../src/cli/api/profile-file.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type Child, startCommand } from '../child.ts';
import { benchConfigText } from './bench-config.ts';

const askEveryMs = 5;

export interface RunningService {
  readonly child: Child;
  readonly origin: string;
  readonly authorization: string;
  /** From the start of the process to the first 200 of /readyz. */
  readonly readySeconds: number;
  /** From the start of the process to the first page of a list, the request for a token included. */
  readonly firstPageSeconds: number;
  readonly firstPage: Buffer;
}

/** Start it on the deployment's folder and wait for a first page of accounts. */
export async function startService(folder: string): Promise<RunningService> {
  const config = path.join(folder, 'rolecall.yaml');
  fs.writeFileSync(config, benchConfigText([]));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const secondsNow = () => (performance.now() - started) / 1000;
  const child = startCommand(['up', '--config', config, '--port', String(port)]);
  try {
    await untilReady(child, origin);
    const readySeconds = secondsNow();
    await child.first; // it prints its greeting once the file of the development client exists
    const authorization = `Bearer ${await fetchToken(path.join(folder, 'data/dev-client.json'))}`;
    const answer = await request(`${origin}/v1/accounts?pageSize=200`, { headers: { authorization } });
    const firstPage = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${firstPage.subarray(0, 500)}`);
    return { child, origin, authorization, readySeconds, firstPageSeconds: secondsNow(), firstPage };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** Resolves when a service that was started has a version to serve. */
export async function untilReady(child: Child, origin: string): Promise<void> {
  while (!(await isReady(origin))) {
    if (child.process.exitCode !== null) throw new Error('rolecall up ended');
    await pause(askEveryMs);
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${origin}/readyz`);
    await body.dump();
    return statusCode === 200;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  }
}

async function fetchToken(file: string): Promise<string> {
  const client = JSON.parse(fs.readFileSync(file, 'utf8')) as Profile;
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
  const { body } = await request(client.token_url, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return ((await body.json()) as { access_token: string }).access_token;
}

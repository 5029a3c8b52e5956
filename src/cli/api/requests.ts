// rolecall get, rolecall token: requests to the API, as the client of `profile.ts`.
import process from 'node:process';
import type { CommonOptions } from '../deployment.ts';
import { isTerminal, printJson } from '../output.ts';
import { connectApi, fetchToken } from './api-client.ts';
import { findProfile } from './profile.ts';

export async function printToken(options: CommonOptions): Promise<void> {
  process.stdout.write(`${await fetchToken(await findProfile(options))}\n`);
}

export async function getPath(options: CommonOptions, target: string, all: boolean): Promise<void> {
  const api = await connectApi(options);
  if (all) {
    for await (const item of api.items(target)) printJson(item);
    return;
  }
  const body = await api.send('GET', target);
  printJson(body, isTerminal() ? 2 : undefined);
}

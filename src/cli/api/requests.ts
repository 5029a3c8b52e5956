// rolecall get, rolecall token: use the API as the development client, without any set-up.
import process from 'node:process';
import { type CommonOptions, configOf } from '../deployment.ts';
import { isTerminal, printJson } from '../output.ts';
import { connectApi, fetchToken } from './api-client.ts';
import { readDevClient } from './dev-client.ts';

export async function printToken(options: CommonOptions): Promise<void> {
  process.stdout.write(`${await fetchToken(readDevClient(configOf(options), options.tenant))}\n`);
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

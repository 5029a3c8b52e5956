// rolecall login, rolecall logout: the client as which the commands of this user use a service.
import fs from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../errors.ts';
import type { CommonOptions } from '../deployment.ts';
import { fetchToken } from './api-client.ts';
import { addressesOf } from './profile.ts';
import { profileFile, writeProfile } from './profile-file.ts';

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Ask for a client's id and secret, request a token as this client, and write the profile when the service issues one. */
export async function login(options: CommonOptions, url: string, clientId: string | undefined): Promise<void> {
  const addresses = await addressesOf(url);
  const { hostname, protocol } = new URL(addresses.base_url);
  if (protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    process.stderr.write(`${addresses.base_url} is not https: the secret and the tokens are sent unencrypted.\n`);
  }
  const credentials = process.stdin.isTTY ? await ask(clientId) : given(await text(process.stdin), clientId);
  const profile = { ...addresses, ...credentials };
  await fetchToken({ ...profile, origin: 'the command line', remedy: 'check the address' });
  const file = profileFile(options.tenant);
  writeProfile(file, profile);
  process.stderr.write(`Signed in to ${profile.base_url} as ${profile.client_id}. Id and secret are in ${file}.\n`);
}

export function logout(options: CommonOptions): void {
  const file = profileFile(options.tenant);
  if (!fs.existsSync(file)) throw new OperatorError(`there is no ${file}: nobody is signed in`);
  fs.rmSync(file);
  process.stderr.write(`Removed ${file}. The client can still be used until \`rolecall clients revoke\`.\n`);
}

/** Standard input: what `rolecall clients add` prints, or the secret alone when the id is an option. */
function given(input: string, clientId: string | undefined): Credentials {
  const line = input.trim();
  if (clientId !== undefined && line !== '' && !line.startsWith('{')) {
    return { client_id: clientId, client_secret: line };
  }
  try {
    const { client_id, client_secret } = JSON.parse(line) as Credentials;
    if (typeof client_id === 'string' && typeof client_secret === 'string') return { client_id, client_secret };
  } catch {}
  throw new OperatorError(
    'login reads a client from standard input: pipe what `rolecall clients add NAME` prints into it, or the secret alone with --client-id ID',
  );
}

async function ask(clientId: string | undefined): Promise<Credentials> {
  return {
    client_id: clientId ?? (await answerTo('Client id: ', true)),
    client_secret: await answerTo('Client secret (not shown): ', false),
  };
}

/** @param isShown whether the terminal shows what is typed */
async function answerTo(question: string, isShown: boolean): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(question);
  const prompt = createInterface({ input: process.stdin, output: isShown ? process.stderr : silent, terminal: true });
  prompt.once('SIGINT', () => process.exit(130));
  try {
    const answer = (await prompt.question('')).trim();
    if (answer === '') throw new OperatorError('nothing was given; `rolecall clients add NAME` makes a client');
    return answer;
  } finally {
    prompt.close();
    if (!isShown) process.stderr.write('\n');
  }
}

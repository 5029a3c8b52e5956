// rolecall get, rolecall token: a first look at the API without any set-up, as the development client.
import process from 'node:process';
import { request } from 'undici';
import { OperatorError } from '../errors.ts';
import { type CommonOptions, configOf } from './deployment.ts';
import { type DevClient, readDevClient } from './dev-client.ts';
import { isTerminal } from './output.ts';

export async function printToken(options: CommonOptions): Promise<void> {
  process.stdout.write(`${await fetchToken(readDevClient(configOf(options).data_dir))}\n`);
}

export async function getPath(options: CommonOptions, target: string, all: boolean): Promise<void> {
  const client = readDevClient(configOf(options).data_dir);
  const token = await fetchToken(client);
  const url = new URL(`${client.base_url}${target.startsWith('/') ? '' : '/'}${target}`);
  if (url.origin !== new URL(client.base_url).origin)
    throw new OperatorError(`${target} is not a path of ${client.base_url}`);
  for (;;) {
    const body = await getJson(url, token);
    if (!all) {
      process.stdout.write(`${JSON.stringify(body, undefined, isTerminal() ? 2 : undefined)}\n`);
      return;
    }
    if (!Array.isArray(body.items)) throw new OperatorError(`--all is for lists, and ${target} is none`);
    for (const item of body.items) process.stdout.write(`${JSON.stringify(item)}\n`);
    if (typeof body.nextPageToken !== 'string' || body.items.length === 0) return;
    url.searchParams.set('pageToken', body.nextPageToken);
  }
}

async function getJson(url: URL, token: string): Promise<Record<string, unknown>> {
  const response = await send(url, { headers: { authorization: `Bearer ${token}` } });
  const body = (await response.body.json()) as Record<string, unknown>;
  if (response.statusCode >= 400)
    throw new OperatorError(`${url.pathname}: ${response.statusCode} ${body.code}: ${body.message}`);
  return body;
}

async function fetchToken(client: DevClient): Promise<string> {
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
  const response = await send(new URL(client.token_url), {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const body = (await response.body.json()) as { access_token?: string; error_description?: string };
  if (!body.access_token) throw new OperatorError(`no token: ${body.error_description ?? response.statusCode}`);
  return body.access_token;
}

async function send(url: URL, options: Parameters<typeof request>[1]): ReturnType<typeof request> {
  try {
    return await request(url, options);
  } catch (cause) {
    throw new OperatorError(`${url.origin} does not answer; is the service running? \`rolecall up\` starts it`, {
      cause,
    });
  }
}

// The development client: made at the first start, so that a first request needs no set-up. Its file is for this user only.
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import type { Service } from '../service.ts';
import { addClient, findClient } from '../state/clients.ts';

export interface DevClient {
  readonly base_url: string;
  readonly token_url: string;
  readonly audience: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export function devClientFile(dataDir: string): string {
  return path.join(dataDir, 'dev-client.json');
}

/** Write the file with the addresses of this start; a client that was revoked or lost with its state is made anew. */
export async function writeDevClient(service: Service): Promise<DevClient> {
  const { config, database } = service;
  const file = devClientFile(config.data_dir);
  const former = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as DevClient) : undefined;
  const known = former && (await findClient(database, former.client_id));
  let credentials: Pick<DevClient, 'client_id' | 'client_secret'>;
  if (former && known && !known.revokedAt && known.tenant === config.tenant) credentials = former;
  else {
    const added = await addClient(database, {
      tenant: config.tenant,
      name: 'development client',
      scopes: ['read', 'write'],
      createdBy: 'operator',
    });
    credentials = { client_id: added.client.clientId, client_secret: added.clientSecret };
  }
  const { baseUrl, authUrl } = service.access;
  const client: DevClient = {
    base_url: baseUrl,
    token_url: `${authUrl}/oauth2/token`,
    audience: baseUrl,
    client_id: credentials.client_id,
    client_secret: credentials.client_secret,
  };
  const unfinished = `${file}.unfinished`;
  fs.rmSync(unfinished, { force: true });
  fs.writeFileSync(unfinished, `${JSON.stringify(client, undefined, 2)}\n`, { mode: 0o600 });
  fs.renameSync(unfinished, file);
  return client;
}

export function readDevClient(dataDir: string): DevClient {
  const file = devClientFile(dataDir);
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as DevClient;
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read; \`rolecall up\` writes it`, { cause });
  }
}

// The development client. It is created at the first start, so that a first request needs no set-up. Only this user can read its
// file, which is a profile: ROLECALL_PROFILE may name it.
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config-file.ts';
import type { Service } from '../../deployment/service.ts';
import { addClient, findClient } from '../../state/clients/clients.ts';
import { type Profile, writeProfile } from './profile-file.ts';

interface DevClient extends Profile {
  readonly audience: string;
}

/** The file of a tenant's client. The first tenant's file has no tenant in its name. */
export function devClientFile({ data_dir, tenants }: Config, tenant = tenants[0]!.name): string {
  const name = tenant === tenants[0]!.name ? 'dev-client.json' : `dev-client.${tenant}.json`;
  return path.join(data_dir, name);
}

/** Write each tenant's file with the current addresses. A client that was revoked or lost with its state is created again. */
export async function writeDevClients(service: Service): Promise<void> {
  for (const tenant of service.tenants.keys()) await writeDevClient(service, tenant);
}

async function writeDevClient(service: Service, tenant: string): Promise<void> {
  const { config, database } = service;
  const file = devClientFile(config, tenant);
  const former = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as DevClient) : undefined;
  const known = former && (await findClient(database, former.client_id));
  let credentials: Pick<DevClient, 'client_id' | 'client_secret'>;
  if (former && known && !known.revoked_at && known.tenant === tenant) credentials = former;
  else {
    const added = await addClient(database, {
      tenant,
      name: 'development client',
      scopes: ['read', 'write'],
      createdBy: 'operator',
    });
    credentials = { client_id: added.client.client_id, client_secret: added.clientSecret };
  }
  const { baseUrl, authUrl } = service.access;
  const client: DevClient = {
    base_url: baseUrl,
    token_url: `${authUrl}/oauth2/token`,
    audience: baseUrl,
    client_id: credentials.client_id,
    client_secret: credentials.client_secret,
  };
  writeProfile(file, client);
}

// An opened cluster: its HTTP client, and what the reads share.
import fs from 'node:fs/promises';
import path from 'node:path';
import { oidcAuthenticationKey } from '../../src/connector/authentication-keys.ts';
import { type ConnectorContext, SourceError } from '../../src/connector/contract.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { bearer } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import type { KubernetesSettings } from './settings.ts';

export interface KubernetesClient {
  readonly http: HttpClient;
  readonly settings: KubernetesSettings;
  /** Such as v1.29.3. */
  readonly version: string | undefined;
  /** Of the identity provider of users; undefined: it is not known. */
  readonly authenticationKey: string | undefined;
  /** Shares what several reads of this client need. */
  readonly once: Once;
}

/** @throws SourceError when the cluster cannot be asked: token, address, certificate */
export async function openKubernetes(
  settings: KubernetesSettings,
  context: ConnectorContext,
): Promise<KubernetesClient> {
  const { url, connection, identity_provider: provider } = settings;
  const credentials = bearer(await tokenOf(settings, context.baseFolder));
  const http = await openHttpClient({ baseUrl: url, context, connection, credentials });
  try {
    const version = await versionOf(http);
    const authenticationKey = provider && oidcAuthenticationKey(provider.issuer, provider.client_id);
    return { http, settings, version, authenticationKey, once: createOnce() };
  } catch (error) {
    await http.close();
    throw error;
  }
}

async function tokenOf({ token, token_file = '' }: KubernetesSettings, baseFolder: string): Promise<string> {
  if (token !== undefined) return token;
  const place = path.resolve(baseFolder, token_file);
  const fix = 'name a file that holds the token of a service account, and nothing else';
  const text = await fs.readFile(place, 'utf8').catch(error => {
    throw new SourceError([{ severity: 'error', place, message: `cannot be read: ${error.code}`, fix }]);
  });
  const read = text.trim();
  if (/^[\w.~+/=-]+$/.test(read)) return read;
  throw new SourceError([{ severity: 'error', place, message: 'holds no token', fix }]);
}

/** Whoever has a token may ask for the version (ClusterRole `system:public-info-viewer`), unless the operator took the right away. */
async function versionOf(http: HttpClient): Promise<string | undefined> {
  const { body } = await http.send({ url: 'version', accepts: [403, 404] }).catch(error => {
    const isToken = error instanceof HttpError && error.status === 401;
    throw asSourceError(
      error,
      isToken
        ? 'is the token expired, or the service account deleted? Make a new one with `kubectl create token`'
        : 'url must be the address of the API server, as `kubectl cluster-info` shows it; for a certificate of the cluster’s own authority set connection.ca_file',
    );
  });
  return textAt(body, 'gitVersion');
}

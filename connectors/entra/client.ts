// An opened tenant: the HTTP clients of Microsoft Graph and Azure Resource Manager, and what the reads share.

import type { ConnectorContext } from '../../src/connector/contract.ts';
import { clientCredentials, privateKeyJwt } from '../../src/connector/http/access-tokens.ts';
import { timeOfAnswer } from '../../src/connector/http/answer.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import type { Credentials } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import { listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import { limitNameOf, longestWaitMs } from './limits.ts';
import type { EntraSettings } from './settings.ts';

export interface EntraClient {
  readonly graph: HttpClient;
  /** Undefined: Azure is not read. */
  readonly azure: HttpClient | undefined;
  readonly settings: EntraSettings;
  readonly context: ConnectorContext;
  /** Id of the tenant in lower case, and local id of its application. */
  readonly tenantId: string;
  /** The organization of Graph; undefined when it may not be read. */
  readonly organization: unknown;
  /** The time of Graph when the tenant was opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** Shares what several reads of this client need. */
  readonly once: Once;
}

/** @throws SourceError when the tenant cannot be asked: address, certificate, credentials */
export async function openEntra(settings: EntraSettings, context: ConnectorContext): Promise<EntraClient> {
  const graph = await openService(settings, context, settings.graph_url);
  const azure = settings.azure
    ? await openService(settings, context, settings.azure_url).catch(async error => {
        await graph.close();
        throw error;
      })
    : undefined;
  const close = async () => {
    await graph.close();
    await azure?.close();
  };
  try {
    const opened = await readOrganization(graph);
    return { graph, azure, settings, context, tenantId: settings.tenant_id, ...opened, once: createOnce() };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function closeEntra({ graph, azure }: EntraClient): Promise<void> {
  await graph.close();
  await azure?.close();
}

/** Each service has tokens of its own, whose scope is named after its address. */
function openService(settings: EntraSettings, context: ConnectorContext, address: string): Promise<HttpClient> {
  const baseUrl = address.replace(/\/$/, '');
  return openHttpClient({
    ...{ baseUrl, context, connection: settings.connection, limitNameOf, retry: { longestWaitMs } },
    credentials: credentialsFor(settings, `${baseUrl}/.default`),
    errorIn,
  });
}

function credentialsFor(settings: EntraSettings, scope: string): Credentials {
  const { tenant_id, client_id, client_secret, certificate, login_url } = settings;
  const tokenUrl = `${login_url.replace(/\/$/, '')}/${tenant_id}/oauth2/v2.0/token`;
  if (certificate)
    return privateKeyJwt({
      ...{ tokenUrl, clientId: client_id, privateKey: certificate.private_key, algorithm: 'PS256', scope },
      certificate: certificate.certificate,
    });
  return clientCredentials({
    ...{ token_url: tokenUrl, client_id, client_secret: client_secret!, secret_in_body: true, scope },
  });
}

/** Gateways in front of Graph have answered 200 with an error in the body. */
function errorIn(body: unknown): string | undefined {
  const error = valueAt(body, 'error');
  if (error === undefined || valueAt(body, 'value') !== undefined) return undefined;
  return [textAt(error, 'code'), textAt(error, 'message')].filter(Boolean).join(': ') || 'the body has an error';
}

/** The organization, and the time of the answer. It may be forbidden, which does not keep anything else from being read. */
async function readOrganization(graph: HttpClient): Promise<{ organization: unknown; openedAt: number }> {
  const answer = await graph.send({ url: 'v1.0/organization', accepts: [403] }).catch(error => {
    throw asSourceError(error, 'compare tenant_id, client_id, secret or certificate, graph_url and login_url');
  });
  const [organization] = listAt(answer.body, 'value');
  if (answer.status !== 403 && textAt(organization, 'id') === undefined)
    throw asSourceError(
      new HttpError(answer.subject, 'the answer does not describe an organization'),
      'graph_url must be the address of Microsoft Graph, such as https://graph.microsoft.com',
    );
  return { organization, openedAt: timeOfAnswer(answer) ?? Date.now() };
}

// An opened account: an HTTP client for each service, whose account it is, and what the reads share.

import type { ConnectorContext } from '../../src/connector/contract.ts';
import { timeOfAnswer } from '../../src/connector/http/answer.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import type { HttpAnswer, HttpRequest } from '../../src/connector/http/request.ts';
import { textAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import { openAccountDetails } from './account-details.ts';
import { awsFormat, awsMeaningOf, resultOf } from './answers.ts';
import { awsCredentials, keySourceOf } from './credentials.ts';
import { endpointOf, jsonTargets, queryVersions, type ServiceName } from './endpoints.ts';
import type { AwsSettings } from './settings.ts';

export interface AwsClient {
  readonly services: Readonly<Record<ServiceName, HttpClient>>;
  /** Whether files take the place of the services. */
  readonly isOfFiles: boolean;
  readonly settings: AwsSettings;
  readonly context: ConnectorContext;
  /** Id of the account, twelve digits. */
  readonly account: string;
  /** `aws`, `aws-cn`, `aws-us-gov`. */
  readonly partition: string;
  /** The time of AWS when the account was opened, ISO 8601. */
  readonly openedAt: string;
  /** Shares what several reads of this client need. */
  readonly once: Once;
}

/** AWS says neither how many requests are left nor how long to wait: pauses double until a request is taken. */
const retry = { tries: 8, firstDelayMs: 400, longestWaitMs: 20_000 };

/** @throws SourceError when the account cannot be asked: address, certificate, access key, role */
export async function openAws(settings: AwsSettings, context: ConnectorContext): Promise<AwsClient> {
  if (settings.account_details !== undefined) return openFiles(settings.account_details, settings, context);
  const keys = keySourceOf(settings, settings.assume_role);
  const organizationKeys = settings.organization_role ? keySourceOf(settings, settings.organization_role) : keys;
  const opened: Partial<Record<ServiceName, HttpClient>> = {};
  const close = async () => {
    for (const http of Object.values(opened)) await http.close();
  };
  try {
    for (const service of ['sts', 'iam', 'organizations', 'sso', 'identitystore'] as const) {
      const endpoint = endpointOf(service, settings);
      opened[service] = await openHttpClient({
        ...{
          baseUrl: endpoint.url,
          context,
          connection: settings.connection,
          format: awsFormat,
          meaningOf: awsMeaningOf,
          retry,
        },
        credentials: awsCredentials(service === 'organizations' ? organizationKeys : keys, endpoint),
      });
    }
    const services = opened as Record<ServiceName, HttpClient>;
    const caller = await identityOf(services.sts);
    return { services, isOfFiles: false, settings, context, ...caller, once: createOnce() };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openFiles(path: string, settings: AwsSettings, context: ConnectorContext): Promise<AwsClient> {
  const { account, partition, send } = await openAccountDetails(path, context);
  const files: HttpClient = { send, close: async () => {} };
  const services = { sts: files, iam: files, organizations: files, sso: files, identitystore: files };
  const openedAt = new Date().toISOString();
  return { services, isOfFiles: true, settings, context, account, partition, openedAt, once: createOnce() };
}

export async function closeAws({ services }: AwsClient): Promise<void> {
  for (const http of Object.values(services)) await http.close();
}

async function identityOf(sts: HttpClient): Promise<{ account: string; partition: string; openedAt: string }> {
  const answer = await sts.send(requestOf('sts', 'GetCallerIdentity')).catch(error => {
    const isRefused = error instanceof HttpError && (error.status === 401 || error.status === 403);
    const fix = isRefused
      ? 'is the access key active, and its secret the right one? A temporary key also needs its session_token'
      : 'region and endpoint_url must lead to AWS';
    throw asSourceError(error, fix);
  });
  const result = resultOf(answer.body, 'GetCallerIdentity');
  const account = textAt(result, 'Account');
  if (!/^\d{12}$/.test(account ?? ''))
    throw asSourceError(
      new HttpError(answer.subject, 'the answer names no account'),
      'region and endpoint_url must lead to AWS',
    );
  return {
    account: account!,
    partition: textAt(result, 'Arn')?.split(':')[1] ?? 'aws',
    openedAt: new Date(timeOfAnswer(answer) ?? Date.now()).toISOString(),
  };
}

/** Values of parameters; those that are undefined are left out. */
export type OperationParameters = Readonly<Record<string, string | number | object | undefined>>;

/** Whether an operation changes nothing, so that it may be sent again. */
const isReading = (action: string) => /^(Get|List|Describe|Generate)/.test(action);

/** A request of one operation, in the protocol of its service. */
export function requestOf(service: ServiceName, action: string, parameters: OperationParameters = {}): HttpRequest {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const common = { method: 'POST', url: '', isIdempotent: isReading(action), subject: `${service}:${action}` };
  const version = queryVersions[service];
  if (version === undefined)
    return {
      ...{ ...common, json: Object.fromEntries(given) },
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${jsonTargets[service]}.${action}` },
    };
  const form = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return { ...common, form: { Action: action, Version: version, ...form } };
}

/** The result of an operation. @throws HttpError, SourceUnavailable, SourceError */
export async function ask(
  { services }: Pick<AwsClient, 'services'>,
  service: ServiceName,
  action: string,
  parameters?: OperationParameters,
): Promise<{ result: unknown; answer: HttpAnswer }> {
  const answer = await services[service].send(requestOf(service, action, parameters));
  return { result: resultOf(answer.body, action), answer };
}

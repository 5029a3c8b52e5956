// An opened Slack workspace: its HTTP clients, and what the reads share.
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { flagOfValue } from '../../src/connector/flags.ts';
import { asSourceError, type HttpClient, openHttpClient } from '../../src/connector/http/client.ts';
import { bearer } from '../../src/connector/http/credentials.ts';
import { HttpError } from '../../src/connector/http/http-error.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';
import { createOnce, type Once } from '../../src/connector/once.ts';
import type { SlackSettings } from './settings.ts';

export interface SlackClient {
  readonly http: Pick<HttpClient, 'send'>;
  /** The SCIM API; undefined without a token for it. */
  readonly scim: Pick<HttpClient, 'send'> | undefined;
  readonly settings: SlackSettings;
  /** Id of the workspace, such as T0123. */
  readonly teamId: string;
  /** The answer of `auth.test`. */
  readonly identity: unknown;
  /** Shares what several reads of this client need. */
  readonly once: Once;
  close(): Promise<void>;
}

/** Slack asks for pauses of half a minute and more. */
const longestWaitMs = 65_000;

/** Slack counts requests for each method of its API (docs.slack.dev/apis/web-api/rate-limits). */
const limitNameOf = ({ url }: { readonly url: URL }) => url.pathname.split('/').findLast(Boolean) ?? '';

/** @throws SourceError when the workspace cannot be asked: token, address, certificate */
export async function openSlack(settings: SlackSettings, context: ConnectorContext): Promise<SlackClient> {
  const { token, scim_token, url, scim_url, connection } = settings;
  const retry = { longestWaitMs };
  const http = await openHttpClient({
    ...{ baseUrl: url, context, connection, limitNameOf, retry },
    credentials: bearer(token),
  });
  const scim =
    scim_token === undefined
      ? undefined
      : await openHttpClient({ baseUrl: scim_url, context, connection, retry, credentials: bearer(scim_token) });
  const close = async () => {
    await Promise.all([http.close(), scim?.close()]);
  };
  try {
    const checked = { send: async (request: HttpRequest) => withoutError(await http.send(request)) };
    const identity = await identify(checked);
    return { http: checked, scim, settings, identity, teamId: textAt(identity, 'team_id')!, once: createOnce(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Errors that mean that the token may not do this, and not that something is wrong with the request. */
const refusals = new Set([
  ...['missing_scope', 'not_allowed_token_type', 'no_permission', 'not_authorized', 'access_denied', 'not_an_admin'],
  ...['restricted_action', 'team_access_not_granted', 'ekm_access_denied', 'accesslimited', 'invalid_actor'],
  ...['not_authed', 'invalid_auth', 'account_inactive', 'token_revoked', 'token_expired', 'user_is_restricted'],
]);
/** Errors that mean that the plan of the workspace does not have the method. */
const unsupported = new Set([
  ...[
    'paid_only',
    'paid_teams_only',
    'feature_not_enabled',
    'not_an_enterprise',
    'enterprise_only',
    'plan_upgrade_required',
  ],
  ...['method_not_supported_for_channel_type', 'unknown_method', 'team_not_eligible'],
]);
const statuses = new Map<string, number>([
  ...[...refusals].map(error => [error, 403] as const),
  ...[...unsupported].map(error => [error, 501] as const),
]);

/**
 * Slack answers errors with status 200 and `ok: false` (docs.slack.dev/apis/web-api/using-the-slack-web-api).
 * @throws HttpError with the status that other services give for the error
 */
function withoutError<Answer extends { readonly subject: string; readonly body: unknown }>(answer: Answer): Answer {
  const { subject, body } = answer;
  const ok = flagOfValue(valueAt(body, 'ok'));
  if (ok === true) return answer;
  if (ok === undefined) throw new HttpError(subject, 'the answer is none of Slack’s API: it has no `ok`');
  const error = textAt(body, 'error') ?? 'an error without a name';
  const [needed, provided] = [textAt(body, 'needed'), textAt(body, 'provided')];
  const scopes = needed === undefined ? '' : `; grant the scope ${needed}${provided ? ` (it has ${provided})` : ''}`;
  throw new HttpError(subject, `${error}${scopes}`, statuses.get(error) ?? 400);
}

async function identify(http: Pick<HttpClient, 'send'>): Promise<unknown> {
  const { subject, body } = await http.send({ url: 'auth.test' }).catch(error => {
    const isToken = error instanceof HttpError && error.status === 403;
    throw asSourceError(
      error,
      isToken
        ? 'is the token revoked, or of an app that was removed from the workspace? Install the app again'
        : 'url must be the address of Slack’s Web API, https://slack.com/api/',
    );
  });
  if (textAt(body, 'team_id') !== undefined) return body;
  const unnamed = new HttpError(subject, 'the answer names no workspace');
  throw asSourceError(unnamed, 'url must be the address of Slack’s Web API, https://slack.com/api/');
}

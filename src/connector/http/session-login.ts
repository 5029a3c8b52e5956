// A sign-in with a request of its own, whose token or cookie authorises the other requests until it is refused.
import { SourceError } from '../contract.ts';
import { tokenCredentials } from './access-tokens.ts';
import type { Credentials } from './credentials.ts';
import { HttpError } from './http-error.ts';
import { nextFromBody } from './paging.ts';
import type { HttpAnswer } from './request.ts';

export interface SessionLogin {
  /** Address of the sign-in. */
  readonly url: string;
  /** Members of its body, sent as JSON. */
  readonly body: Readonly<Record<string, string>>;
  /** Dotted path of the token in the answer. */
  readonly member?: string | undefined;
  /** Name of the cookie that holds the token. */
  readonly cookie?: string | undefined;
  /** Header that takes the token; a cookie is sent as a cookie. */
  readonly header: string;
  readonly prefix: string;
}

/** A session whose end nobody states; when it is refused earlier, the client signs in again. */
const lifetimeMs = 3_600_000;

/** @throws SourceError, with the first request, when the sign-in is refused */
export function sessionLogin(login: SessionLogin): Credentials {
  const { url, body, cookie } = login;
  const header = cookie === undefined ? login.header.toLowerCase() : 'cookie';
  const prefix = cookie === undefined ? login.prefix : `${cookie}=`;
  const tokens = tokenCredentials(async send => {
    const answer = await send({ method: 'POST', url, json: body, isIdempotent: true }).catch(error => {
      if (!(error instanceof HttpError) || error.status === undefined || error.status >= 500) throw error;
      throw refusal(url, error.problem);
    });
    const value = tokenOf(answer, login);
    if (value === undefined)
      throw refusal(url, `the answer has no ${cookie === undefined ? `\`${login.member}\`` : `cookie ${cookie}`}`);
    return { value, lifetimeMs };
  }, Object.values(body));
  return {
    async authorize(request, send) {
      const { authorization = '' } = await tokens.authorize(request, send);
      return { [header]: `${prefix}${authorization.slice('Bearer '.length)}` };
    },
    renew: (refused, answer) =>
      tokens.renew!({ authorization: `Bearer ${refused[header]?.slice(prefix.length) ?? ''}` }, answer),
    secrets: () => tokens.secrets(),
  };
}

function tokenOf({ body, headers }: HttpAnswer, { member, cookie }: SessionLogin): string | undefined {
  if (cookie === undefined) return nextFromBody(body, (member ?? '').split('.'));
  const found = new RegExp(`(?:^|[,;]\\s*)${RegExp.escape(cookie)}=([^;,\\s]+)`).exec(headers['set-cookie'] ?? '');
  return found?.[1];
}

function refusal(place: string, message: string): SourceError {
  const fix = 'compare path, body and the name of the token with what the documentation of the API says';
  return new SourceError([{ severity: 'error', place, message, fix }]);
}

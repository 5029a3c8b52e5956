// Signing in with links on a service under test, and the requests that a browser makes then.
import { expect } from 'vitest';
import type { Role } from '../../../src/state/sessions/roles.ts';
import type { Answer, TestService } from '../service/service.ts';

/** Of the service at its default address. */
export const cookieName = 'rolecall-session-8080';
/** What a browser says about a request of a page of the service. */
export const own = { origin: 'http://127.0.0.1:8080' };
export const form = { 'content-type': 'application/x-www-form-urlencoded' };

export type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';

/** The cookie of a session that an answer sets, with its attributes. */
export function cookieIn({ headers }: Answer): string | undefined {
  return [headers['set-cookie']].flat().find(each => String(each).startsWith(`${cookieName}=`)) as string | undefined;
}

/** @param test the service, once it has started */
export function createVisitor(test: () => TestService) {
  async function ask(method: Method, url: string, headers: Headers = {}, payload?: string | object): Promise<Answer> {
    const response = await test().app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? response.json() : response.body,
    };
  }

  /** The token of a new link. */
  async function newLink(
    role: Role = 'administrator',
    more: { name?: string; email?: string; sources?: string[] } = {},
  ) {
    const { url } = await test().operator.addSignInLink({ name: 'ada', sources: [], role, ...more });
    return new URL(url).searchParams.get('token')!;
  }

  const useLink = (token: string, headers: Headers = own, more = '') =>
    ask('POST', '/sign-in/link', { ...form, ...headers }, `token=${token}${more}`);

  const session = (cookie: Headers) => ask('GET', '/v1/session', cookie);

  return {
    ...{ ask, newLink, useLink, session },
    /** The Cookie header of a new session. */
    async signIn(...of: Parameters<typeof newLink>): Promise<Headers> {
      const answer = await useLink(await newLink(...of));
      expect(answer.status).toBe(303);
      return { cookie: cookieIn(answer)!.split(';')[0]! };
    },
    /** The headers with which a page of the service changes something. */
    async changing(cookie: Headers): Promise<Headers> {
      return { ...cookie, ...own, 'x-csrf-token': (await session(cookie)).body.csrfToken };
    },
  };
}

// Signing in with a link that the operator made. Programs that look at links before a person does (mail scanners, previews, the
// browser's prefetch) only see the page with a button: opening the page does not use up the link.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../../state/audit.ts';
import { digestOfToken, linkMinutes, takeSignInLink } from '../../state/sessions/sign-in-links.ts';
import type { FailureLimit } from '../access/failure-limit.ts';
import { escapedHtml } from '../pages/html.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { paragraph, sendPage } from './page.ts';
import { returnPath } from './return-path.ts';

export interface LinkSignInOptions {
  readonly sessions: BrowserSessions;
  readonly database: Database;
  /** Limits how often an address may send links that are not valid. */
  readonly failures: FailureLimit;
}

const longestToken = 100;

export function registerLinkSignIn(app: FastifyInstance, { sessions, database, failures }: LinkSignInOptions): void {
  app.get<{ Querystring: Record<string, unknown> }>('/sign-in/link', async ({ query }, reply) => {
    const token = typeof query['token'] === 'string' ? query['token'].slice(0, longestToken) : '';
    return sendPage(reply, 200, {
      title: 'Sign in',
      body: [
        paragraph(`The link signs one person in once. It is valid for ${linkMinutes} minutes after it was made.`),
        `<form method="post" action="/sign-in/link">
<input type="hidden" name="token" value="${escapedHtml(token)}">
<input type="hidden" name="return" value="${escapedHtml(returnPath(query['return']))}">
<button>Sign in</button>
</form>`,
      ],
    });
  });

  app.post<{ Body: URLSearchParams | undefined }>('/sign-in/link', async (request, reply) => {
    sessions.requireOwnPage(request);
    const party = `sign-in ${request.ip}`;
    await refuseWhile(failures.secondsToWait(party));
    const form = request.body ?? new URLSearchParams();
    const token = form.get('token') ?? '';
    const session = await sessions.begin(request, reply, async transaction => {
      const person = await takeSignInLink(transaction, token);
      return person && { person, originDigest: digestOfToken(token), method: 'link' };
    });
    if (session) return reply.redirect(returnPath(form.get('return')), 303);
    await refuseWhile(failures.fail(party));
    await recordAudit(database, {
      ...{ tenant: null, principal: 'unknown', action: 'session.signIn', outcome: 'refused' },
      details: { method: 'link', address: request.ip, reason: 'The link is not valid' },
    });
    throw new ServiceError(
      'FORBIDDEN',
      'The link was used before, has expired, or was never valid. `rolecall sessions link` prints a new one',
    );
  });
}

/** @throws ServiceError TOO_MANY_REQUESTS unless the wait is over */
async function refuseWhile(waiting: number | Promise<number>): Promise<void> {
  const seconds = await waiting;
  if (seconds === 0) return;
  throw new ServiceError('TOO_MANY_REQUESTS', `Too many links that are not valid; try again in ${seconds} s`, {
    details: { retryAfterSeconds: seconds },
  });
}

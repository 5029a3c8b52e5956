// Signing in through the OpenID provider: /sign-in/start leads there, /sign-in/callback is where the provider leads back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenIdSettings } from '../../config/sign-in-settings.ts';
import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../errors.ts';
import { recordAudit } from '../../state/audit.ts';
import { digestOfToken } from '../../state/sessions/sign-in-links.ts';
import { addressAsReached } from '../access/own-origins.ts';
import { escapedHtml } from '../pages/html.ts';
import type { ServedTenants } from '../served-tenants.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { createCookie } from '../sessions/cookies.ts';
import { attemptSeconds, createSignInAttempts } from './attempts.ts';
import { decide, type SignInRefusal } from './claims.ts';
import { buttonTo, paragraph, sendPage } from './page.ts';
import { createOpenIdProvider } from './provider.ts';
import { returnPath } from './return-path.ts';

export interface OpenIdSignInOptions {
  readonly settings: OpenIdSettings;
  readonly sessions: BrowserSessions;
  readonly tenants: ServedTenants;
  readonly database: Database;
  /** Seals the cookie of a sign-in that is under way. */
  readonly key: Buffer;
  readonly baseUrl: string;
}

export function registerOpenIdSignIn(app: FastifyInstance, options: OpenIdSignInOptions): void {
  const { settings, sessions, baseUrl } = options;
  const provider = createOpenIdProvider(settings, `${baseUrl}/sign-in/callback`);
  app.addHook('onClose', () => provider.close());
  const attempts = createSignInAttempts(options.key);
  // The provider leads back from another site, so this cookie cannot be strict.
  const cookie = createCookie('sign-in', { baseUrl, sameSite: 'lax', maxAgeSeconds: attemptSeconds });

  app.get<{ Querystring: { return?: unknown } }>('/sign-in/start', async (request, reply) => {
    const returnTo = returnPath(request.query.return);
    // The provider leads back to the base address, so the cookie has to be set there, not under another name of this machine.
    if (addressAsReached(baseUrl, request.host) !== baseUrl) {
      return reply.redirect(`${baseUrl}/sign-in/start?return=${encodeURIComponent(returnTo)}`, 303);
    }
    const { url, attempt } = await provider.begin();
    cookie.set(request, reply, await attempts.seal({ ...attempt, returnTo }));
    return reply.redirect(url.href, 303);
  });

  app.get('/sign-in/callback', async (request, reply) => {
    const sealed = cookie.read(request);
    const attempt = sealed === undefined ? undefined : await attempts.open(sealed);
    if (!attempt) {
      throw new ServiceError(
        'BAD_REQUEST',
        'No sign-in is in progress in this browser, or it took too long; begin again',
      );
    }
    cookie.clear(request, reply);
    const claims = await provider.finish(request.url.split('?')[1] ?? '', attempt);
    const decision = decide(claims, settings, options.tenants);
    if ('refusal' in decision) return refuse(options, request, reply, decision.refusal);
    const { person } = decision;
    const originDigest = digestOfToken(attempt.state);
    const session = await sessions.begin(request, reply, async () => ({ person, originDigest, method: 'openid' }));
    if (!session) throw new ServiceError('BAD_REQUEST', 'This sign-in was used before; begin again');
    // The session cookie is SameSite=Strict, so a browser does not send it after a redirect that the provider began. This page begins a new
    // navigation, which sends it.
    const body = [buttonTo(attempt.returnTo, 'Continue')];
    return sendPage(reply, 200, { title: `Signed in as ${person.name}`, body, leadsTo: attempt.returnTo });
  });
}

/** Values that are shown, and their length. */
const shown = { values: 30, length: 100 };

async function refuse(
  { database, settings }: OpenIdSignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenant, principal, name, problem, remedy, claims, decisive }: SignInRefusal,
): Promise<FastifyReply> {
  const came = { claims: shortened(claims), claim: decisive.claim, values: shortened(decisive.values) };
  await recordAudit(database, {
    ...{ tenant, principal, action: 'session.signIn', outcome: 'refused' },
    details: { name, method: 'openid', address: request.ip, reason: problem, ...came },
  });
  const code = (texts: readonly string[]) => texts.map(text => `<code>${escapedHtml(text)}</code>`).join(', ');
  return sendPage(reply, 403, {
    title: 'You may not sign in here',
    body: [
      paragraph(`${settings.name} knows you as ${name}, but that is not enough. ${problem} ${remedy}`),
      `<dl><dt>Claims that the provider sent<dd>${code(came.claims)}<dt>Values of <code>${escapedHtml(decisive.claim)}</code><dd>${code(came.values) || 'none'}</dl>`,
      paragraph(
        `Ask an administrator of ${settings.name} for a group that fits, or the operator of this service to set \`sign_in.openid\` so that one of these values gives you a role.`,
      ),
      buttonTo('/sign-in', 'Back'),
    ],
  });
}

/** What the provider sent, as far as it is shown, in a form that state can hold. */
function shortened(texts: readonly string[]): string[] {
  return texts
    .slice(0, shown.values)
    .map(text => text.slice(0, shown.length).toWellFormed().replaceAll('\0', '\uFFFD'));
}

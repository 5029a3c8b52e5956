// The pages on which people sign in with a browser, under /sign-in.
import type { FastifyError, FastifyInstance } from 'fastify';
import type { OpenIdSettings } from '../../config/sign-in-settings.ts';
import { ServiceError } from '../../errors.ts';
import { beginErrorAnswer } from '../http/errors.ts';
import { type LinkSignInOptions, registerLinkSignIn } from './link-sign-in.ts';
import { type OpenIdSignInOptions, registerOpenIdSignIn } from './openid-sign-in.ts';
import { buttonTo, paragraph, preparePages, requestNote, sendPage } from './page.ts';
import { pageStyle, pageStylePath } from './page-style.ts';
import { returnPath } from './return-path.ts';

export interface SignInOptions extends LinkSignInOptions, Omit<OpenIdSignInOptions, 'settings'> {
  /** Undefined: people sign in with links only. */
  readonly openid: OpenIdSettings | undefined;
}

const longestForm = 16 * 1024;

export async function registerSignIn(app: FastifyInstance, options: SignInOptions): Promise<void> {
  const { openid } = options;
  await app.register(async pages => {
    preparePages(pages, longestForm);
    pages.setErrorHandler((error: FastifyError, request, reply) => {
      const { status, message } = beginErrorAnswer(isOfOtherType(error) ? formExpected : error, request, reply);
      const title = status >= 500 ? 'Signing in does not work at the moment' : 'You are not signed in';
      // Messages for clients begin with a small letter.
      const text = `${message[0]!.toUpperCase()}${message.slice(1)}.`;
      const body = [paragraph(text), buttonTo('/sign-in', 'Sign in'), requestNote(request.id)];
      return sendPage(reply, status, { title, body });
    });
    pages.get<{ Querystring: { return?: unknown } }>('/sign-in', async ({ query }, reply) =>
      sendPage(reply, 200, { title: 'Sign in', body: methodsOf(openid, returnPath(query.return)) }),
    );
    pages.get(pageStylePath, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(pageStyle),
    );
    registerLinkSignIn(pages, options);
    if (openid) registerOpenIdSignIn(pages, { ...options, settings: openid });
  });
}

const isOfOtherType = ({ code }: FastifyError): boolean => code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
const formExpected = new ServiceError(
  'UNSUPPORTED_MEDIA_TYPE',
  'the form must be sent as application/x-www-form-urlencoded',
);

function methodsOf(openid: OpenIdSettings | undefined, returnTo: string): string[] {
  const link = paragraph('On the machine of the service, `rolecall sessions link` prints a link that signs you in.');
  if (!openid) return [link];
  return [buttonTo(`/sign-in/start?return=${encodeURIComponent(returnTo)}`, `Continue with ${openid.name}`), link];
}

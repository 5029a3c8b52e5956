// The pages for people without a session (signing in, deciding in a review): plain HTML without scripts, and one style sheet.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapedHtml } from '../pages/html.ts';
import { pageStylePath } from './page-style.ts';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface PlainPage {
  readonly title: string;
  /** Paragraphs and forms, as HTML. */
  readonly body: readonly string[];
  /** A path of this service to which the browser goes at once. */
  readonly leadsTo?: string;
  /** For lists instead of a short form. */
  readonly isWide?: boolean;
}

/** Let the routes of `pages` take forms and nothing else, and answer with the headers of pages. @param longestForm bytes of a form */
export function preparePages(pages: FastifyInstance, longestForm: number): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: longestForm },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  pages.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders);
  });
}

/** Answer with a page. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { title, body, leadsTo, isWide }: PlainPage,
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"${themeOf(reply.request)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${leadsTo === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${escapedHtml(leadsTo)}">\n`}<title>${escapedHtml(title)} · Rolecall</title>
<link rel="stylesheet" href="${pageStylePath}">
<main${isWide ? ' class="wide"' : ''}>
<p class="product">Rolecall</p>
<h1>${escapedHtml(title)}</h1>
${body.join('\n')}
</main>
</html>
`);
}

/** The theme that was chosen in the console, which has told it by this cookie (src/console/app/theme.ts); otherwise the system decides. */
function themeOf({ headers: { cookie = '' } }: FastifyRequest): string {
  const chosen = /(?:^|; )rolecall_theme=(light|dark)(?:;|$)/.exec(cookie)?.[1];
  return chosen === undefined ? '' : ` data-theme="${chosen}"`;
}

/**
 * Headers of every page, written out: @fastify/helmet has no Cache-Control, and its other headers would have to be switched off. They keep other sites from framing a page or reading its address, and keep the page out of caches: each
 * could give a link away. The policy is not `no-referrer`, because it would remove the origin that forms have to send.
 */
const pageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** A paragraph of text. Parts in backticks become code. */
export function paragraph(text: string): string {
  return `<p>${escapedHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>`;
}

/** Names the request of an answer, for those who search the log. */
export function requestNote(id: string): string {
  return `<p class="request">request <code>${escapedHtml(id)}</code></p>`;
}

/** A link to a path of this service, in the form of a button. */
export function buttonTo(path: string, text: string): string {
  return `<p><a class="button" href="${escapedHtml(path)}">${escapedHtml(text)}</a></p>`;
}

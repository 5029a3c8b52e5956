// The pages of signing in: plain HTML without scripts and without other files.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapedHtml } from '../pages/html.ts';

const style = `
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }
  h1 { font-size: 1.5rem } dt { font-weight: 600; margin-top: .75rem } dd { margin: 0; overflow-wrap: anywhere }
  button, a.button { display: inline-block; font: inherit; font-weight: 600; padding: .5rem 1.25rem; border: 0; border-radius: .375rem;
    background: #1d4ed8; color: #fff; text-decoration: none; cursor: pointer }
  button:focus-visible, a:focus-visible { outline: 3px solid; outline-offset: 2px }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface SignInPage {
  readonly title: string;
  /** Paragraphs and forms, as HTML. */
  readonly body: readonly string[];
  /** A path of this service to which the browser goes at once. */
  readonly leadsTo?: string;
}

/** Answer with a page. */
export function sendPage(reply: FastifyReply, status: number, { title, body, leadsTo }: SignInPage): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${leadsTo === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${escapedHtml(leadsTo)}">\n`}<title>${escapedHtml(title)} · Rolecall</title>
<style>${style}</style>
<h1>${escapedHtml(title)}</h1>
${body.join('\n')}
</html>
`);
}

/**
 * Headers of every page. A page that another site frames, caches or reads the address of could give a link away. Forms need their
 * origin in requests, which `no-referrer` would hide.
 */
export const pageHeaders = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** A paragraph of text. Parts in backticks become code. */
export function paragraph(text: string): string {
  return `<p>${escapedHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>`;
}

/** A link to a path of this service, in the form of a button. */
export function buttonTo(path: string, text: string): string {
  return `<p><a class="button" href="${escapedHtml(path)}">${escapedHtml(text)}</a></p>`;
}

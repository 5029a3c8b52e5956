// Signed webhooks, as Standard Webhooks 1.0 defines them (https://www.standardwebhooks.com): the headers `webhook-id`,
// `webhook-timestamp` and `webhook-signature` let the recipient check origin and age, and recognise a repetition by its id.
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import type { WebhookSettings } from '../config/delivery-settings.ts';
import { NotDelivered, type OutgoingMessage } from './message.ts';

/** Time limit for a request. A recipient should accept a message first and work on it later. */
const answerMs = 15_000;

/** @throws NotDelivered unless the recipient answers with a status from 200 to 299. Redirects are not followed */
export async function sendWebhook(
  { url, secret }: WebhookSettings,
  message: OutgoingMessage,
  now = new Date(),
): Promise<void> {
  const { type, bytes, open, headers: describing } = contentOf(message);
  const seconds = String(Math.floor(now.getTime() / 1000));
  const headers = {
    'content-type': type,
    'content-length': String(bytes),
    'user-agent': 'rolecall',
    'webhook-id': message.id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${await signature(secret, `${message.id}.${seconds}.`, open())}`,
    ...describing,
  };
  let status: number;
  try {
    const signal = AbortSignal.timeout(answerMs);
    const { statusCode, body } = await request(url, { method: 'POST', headers, body: open(), signal });
    status = statusCode;
    await body.dump();
  } catch (cause) {
    throw new NotDelivered(`${originOf(url)} does not answer: ${(cause as Error).message}`, { cause });
  }
  if (status < 200 || status > 299) throw new NotDelivered(`${originOf(url)} answered with status ${status}`);
}

interface Content {
  readonly type: string;
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
  open(): Readable;
}

/** A message is JSON. One with an attachment is the attachment, described by headers. */
function contentOf({ id, event, tenant, at, title, text, details, attachment }: OutgoingMessage): Content {
  if (attachment) {
    const headers = {
      'content-disposition': `attachment; filename="${attachment.name}"`,
      'rolecall-event': event,
      'rolecall-tenant': tenant,
    };
    return { type: attachment.type, bytes: attachment.bytes, headers, open: attachment.open };
  }
  const data = { id, tenant, title, text, ...details };
  const body = Buffer.from(JSON.stringify({ type: event, timestamp: at.toISOString(), data }));
  return { type: 'application/json', bytes: body.length, headers: {}, open: () => Readable.from([body]) };
}

/** The content is signed as it passes, because an attachment may be large. */
async function signature(secret: string, start: string, content: Readable): Promise<string> {
  const encoded = /^whsec_(.+)$/.exec(secret)?.[1];
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
  const hmac = createHmac('sha256', key).update(start);
  for await (const piece of content) hmac.update(piece);
  return hmac.digest('base64');
}

/** Path and query may hold a secret of the recipient. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the webhook';
}

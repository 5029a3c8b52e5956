// Recipients of what the service sends by itself: an HTTP server that checks signatures, and a real SMTP server.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly id: string;
  /** The first part of the path. */
  readonly to: string;
  readonly content: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  readonly body: any;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** With which it answers what is signed correctly. */
  status: number;
  stop(): Promise<void>;
}

/**
 * Checks signatures as the specification describes it, with nothing of the service. What is not signed correctly gets 401.
 * @param keys by the path
 */
export async function startWebhookReceiver(keys: Record<string, string | Buffer>): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const content = await buffer(request);
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(name =>
      String(request.headers[`webhook-${name}`]),
    );
    const to = request.url!.slice(1);
    const hmac = createHmac('sha256', keys[to]!).update(`${id}.${timestamp}.`).update(content);
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 60;
    if (signature !== `v1,${hmac.digest('base64')}` || !isFresh) {
      response.writeHead(401).end();
      return;
    }
    const isJson = request.headers['content-type'] === 'application/json';
    const body = isJson ? JSON.parse(content.toString()) : undefined;
    receiver.received.push({ id: id!, to, content: content.toString(), body });
    response.writeHead(receiver.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    status: 204,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

export interface MailServer {
  readonly port: number;
  readonly mails: { readonly to: string[]; readonly content: string }[];
  stop(): Promise<void>;
}

/** It has no encryption, and accepts mail of this user only. */
export async function startMailServer(user: string, password: string): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _session, done) =>
      username === user && given === password ? done(null, { user }) : done(new Error('wrong password')),
    onData: async (stream, session, done) => {
      const content = await text(stream);
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), content });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    stop: () => new Promise(resolve => server.close(resolve)),
  };
}

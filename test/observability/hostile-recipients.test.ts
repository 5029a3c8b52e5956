// Recipients that are hostile: webhooks that lead elsewhere or never end, mail servers that talk without end, and titles that look like
// headers of a message.
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { sendEmail } from '../../src/delivery/email.ts';
import { NotDelivered, type OutgoingMessage } from '../../src/delivery/message.ts';
import { sendWebhook } from '../../src/delivery/webhook.ts';
import { startMailServer } from './recipients.ts';

const message: OutgoingMessage = {
  id: '2f6c7d0e-0000-4000-8000-000000000000',
  event: 'source-failed',
  tenant: 'main',
  at: new Date('2026-01-01T00:00:00Z'),
  title: 'A source failed',
  text: 'It failed.',
  details: {},
};
const secret = 'a secret of the test';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', socket => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise(resolve => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const webhookTo = async (listener: RequestListener) => `http://${await listening(createHttpServer(listener))}/in`;

/** Write as long as the other side takes it. */
function flood(stream: NodeJS.WritableStream, piece: string): void {
  const more = () => {
    while (stream.writable && stream.write(piece));
  };
  stream.on('drain', more);
  more();
}

describe('a webhook', () => {
  it('that redirects is not followed, and was not delivered', async () => {
    const asked: (string | undefined)[] = [];
    const metadata = await webhookTo((request, response) => {
      asked.push(request.url);
      response.end('{"AccessKeyId":"x"}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await webhookTo((_request, response) => response.writeHead(status, { location: metadata }).end());
      const sent = sendWebhook({ url, secret }, message);
      await expect(sent).rejects.toThrow(`${new URL(url).origin} answered with status ${status}`);
    }
    expect(asked).toEqual([]);
  });

  it('whose answer does not end is delivered, and its connection is ended', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await webhookTo((_request, response) => {
      response.on('close', closed.resolve);
      flood(response, 'x'.repeat(65_536));
    });
    await sendWebhook({ url, secret }, message);
    await closed.promise;
  });

  it.each([
    ['headers without end', (socket: Socket) => flood(socket, `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(1000)}`)],
    ['no HTTP', (socket: Socket) => socket.end('220 mail.example.org ESMTP\r\n')],
    ['nothing', (socket: Socket) => socket.end()],
  ])('that sends %s was not delivered', async (_name, act) => {
    const url = `http://${await listening(createServer(act))}/in?token=of-the-recipient`;
    const error = await sendWebhook({ url, secret }, message).catch(reason => reason);
    expect(error).toBeInstanceOf(NotDelivered);
    expect(error.message).not.toContain('of-the-recipient');
  });
});

const smtpTo = (address: string) => {
  const [host, port] = address.split(':');
  return { host: host!, port: Number(port), tls: 'never', from: 'rolecall@example.org' } as const;
};

describe('an e-mail', () => {
  it('gets no header and no recipient from its title, its tenant or the name of an attachment', async () => {
    const server = await startMailServer('rolecall', 'password');
    closers.push(() => server.stop());
    const hostile = 'x\r\nBcc: eve@evil.example\r\nTo: eve@evil.example\n\nIgnore this\u2028\u0000\u0085y';
    const settings = { ...smtpTo(`127.0.0.1:${server.port}`), user: 'rolecall', password: 'password' };
    await sendEmail(
      settings,
      { to: ['ciso@example.org'] },
      {
        ...message,
        title: hostile,
        tenant: hostile,
        text: `${hostile}\r\n.\r\nRCPT TO:<eve@evil.example>\r\n`,
        attachment: { name: `${hostile}".csv`, type: 'text/csv', bytes: 1, open: () => Readable.from(['x']) },
      },
    );
    const [received, ...others] = server.mails;
    expect(others).toEqual([]);
    expect(received!.to).toEqual(['ciso@example.org']);
    const [headers] = received!.content.split(/\r?\n\r?\n/);
    expect(headers).not.toMatch(/^(bcc|cc):/im);
    expect(headers!.match(/^to:.*$/gim)).toEqual(['To: ciso@example.org']);
  });

  it.each([
    ['greets without end', (socket: Socket) => flood(socket, '220-hello\r\n'.repeat(1000))],
    ['sends a line without end', (socket: Socket) => flood(socket, '2'.repeat(65_536))],
    ['speaks HTTP', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
    ['hangs up', (socket: Socket) => socket.end()],
  ])('to a server that %s was not delivered', async (_name, act) => {
    const address = await listening(createServer(act));
    const before = process.memoryUsage().rss;
    const sent = sendEmail(smtpTo(address), { to: ['ciso@example.org'] }, message);
    await expect(sent).rejects.toThrow(NotDelivered);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
  });
});

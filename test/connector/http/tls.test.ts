// Certificates and proxies: what is trusted, and errors that name the setting.
import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opensslMissing, selfSigned } from '../../support/servers/certificate.ts';
import { makeCertificates } from '../../support/servers/certificates.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../support/servers/scripted-http.ts';
import { temporaryFolder } from '../../support/service/service.ts';
import { openClient } from './open-client.ts';

const missing = opensslMissing;
const title = (name: string) => (missing ? `${name} (skipped: ${missing})` : name);

let folder: string;
let server: ScriptedHttp;
let proxy: Server;
let proxyUrl: string;
const tunnels: { target: string | undefined; authorization: string | undefined }[] = [];

beforeAll(async () => {
  if (missing) return;
  folder = temporaryFolder();
  server = await startScriptedHttp(selfSigned(folder, 'own', 'IP:127.0.0.1'));
  selfSigned(folder, 'other', 'IP:127.0.0.1');
  proxy = createServer((_request, response) => response.writeHead(501).end());
  proxy.on('connect', (request, client) => {
    const authorization = request.headers['proxy-authorization'];
    tunnels.push({ target: request.url, authorization });
    if (authorization !== `Basic ${Buffer.from('user:pass').toString('base64')}`) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host, port] = request.url!.split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [upstream, client]) socket.on('error', () => {});
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  proxyUrl = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  if (missing) return;
  await server.close();
  proxy.close();
  fs.rmSync(folder, { recursive: true });
});

const open = (connection: object, url = server.url) =>
  openClient(url, {
    connection: { answer_seconds: 10, parallel_requests: 2, ...connection },
    context: { applicationInstanceId: 'test', signal: new AbortController().signal, baseFolder: folder },
  });

describe.skipIf(missing)(title('a certificate'), () => {
  it('of the configured authority is trusted', async () => {
    server.script(() => ({ body: [1] }));
    expect((await (await open({ ca_file: 'own.pem' })).send({ url: 'a' })).body).toEqual([1]);
  });

  it.each([
    ['without that', {}],
    ['with another authority', { ca_file: 'other.pem' }],
  ])('%s is refused, with the setting that helps', async (_what, connection) => {
    await expect((await open(connection)).send({ url: 'a' })).rejects.toMatchObject({
      name: 'SourceError',
      message: `${server.url}: its certificate does not come from an authority that is trusted here (let connection.ca_file name a PEM file with the certificate of its authority)`,
    });
  });

  it('for another host name is refused', async () => {
    const url = server.url.replace('127.0.0.1', 'localhost');
    await expect((await open({ ca_file: 'own.pem' }, url)).send({ url: 'a' })).rejects.toMatchObject({
      name: 'SourceError',
      message: `${url}: its certificate is for another host name (use a name that the certificate has)`,
    });
  });

  it('that has expired is refused, although it comes from a trusted authority', async () => {
    const signed = path.join(folder, 'signed');
    fs.mkdirSync(signed);
    const { key, expiredCertificate } = makeCertificates(signed);
    const text = (file: string) => fs.readFileSync(file, 'utf8');
    const expired = await startScriptedHttp({ key: text(key), cert: text(expiredCertificate) });
    try {
      await expect(
        (await open({ ca_file: 'signed/authority.pem' }, expired.url)).send({ url: 'a' }),
      ).rejects.toMatchObject({
        name: 'SourceError',
        message: `${expired.url}: its certificate has expired (the server needs a new certificate)`,
      });
      expect(expired.asked).toEqual([]);
    } finally {
      await expired.close();
    }
  });

  it('file that is none is refused when the source is opened', async () => {
    fs.writeFileSync(path.join(folder, 'text.pem'), 'hello');
    await expect(open({ ca_file: 'text.pem' })).rejects.toThrow(/ca_file: .*text\.pem holds no certificate/);
    await expect(open({ ca_file: 'none.pem' })).rejects.toThrow(/ca_file: .*none\.pem cannot be read \(ENOENT\)/);
  });
});

describe.skipIf(missing)(title('a server without TLS'), () => {
  it('behind https:// is named as such', async () => {
    const plain = await startScriptedHttp();
    const url = plain.url.replace('http:', 'https:');
    await expect((await open({}, url)).send({ url: 'a' })).rejects.toMatchObject({
      name: 'SourceError',
      message: `${url}: it does not speak TLS there (is the port right, and should the address begin with http://?)`,
    });
    await plain.close();
  });
});

describe.skipIf(missing)(title('a host that does not exist'), () => {
  it('is an error of the settings', async () => {
    const failed = (await open({}, 'http://no-such-host.invalid')).send({ url: 'a' });
    await expect(failed).rejects.toThrow(/no-such-host\.invalid/);
  });
});

describe.skipIf(missing)(title('a proxy'), () => {
  it('carries the requests, with its credentials', async () => {
    server.script(() => ({ body: [2] }));
    const client = await open({ ca_file: 'own.pem', proxy: `http://user:pass@${proxyUrl}` });
    expect((await client.send({ url: 'a' })).body).toEqual([2]);
    expect(tunnels.at(-1)!.target).toBe(new URL(server.url).host);
    expect(server.asked[0]!.headers['proxy-authorization']).toBeUndefined();
  });

  it('that refuses is named, without its password', async () => {
    const client = await open({ ca_file: 'own.pem', proxy: `http://user:wrong@${proxyUrl}` });
    const failed = client.send({ url: 'a' });
    await expect(failed).rejects.toMatchObject({ name: 'SourceError' });
    await expect(failed).rejects.toThrow('the proxy refuses the connection (407)');
    await expect(failed).rejects.not.toThrow('wrong');
  });
});

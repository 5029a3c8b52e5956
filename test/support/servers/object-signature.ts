// AWS Signature Version 4 on the server's side: verifies who sent a request, and that the body is the signed one.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ObjectError } from './object-error.ts';

const header =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

export function checkSignature(
  request: IncomingMessage,
  keys: { access_key_id: string; secret_access_key: string },
): void {
  const given = header.exec(request.headers.authorization ?? '');
  if (!given) throw new ObjectError(403, 'AccessDenied', 'The request is not signed');
  const [, id, scope, signedHeaders, signature] = given as unknown as [string, string, string, string, string];
  if (id !== keys.access_key_id) throw new ObjectError(403, 'InvalidAccessKeyId', `There is no access key ${id}`);
  const [pathname, query = ''] = request.url!.split('?') as [string, string?];
  const canonicalQuery = [...new URLSearchParams(query)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const canonicalHeaders = signedHeaders
    .split(';')
    .map(
      name =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}\n`,
    )
    .join('');
  const payload = request.headers['x-amz-content-sha256'] as string;
  const canonical = [request.method, pathname, canonicalQuery, canonicalHeaders, signedHeaders, payload].join('\n');
  const signed = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const [day, region, service, end] = scope.split('/') as [string, string, string, string];
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secret_access_key}`, day), region), service), end);
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), hmac(key, signed)))
    throw new ObjectError(403, 'SignatureDoesNotMatch', 'The signature is not that of the secret access key');
}

export interface Received {
  readonly file: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly md5: string;
}

/** Writes the body of a request to a file and compares it with the signed hash. */
export async function receiveBody(request: IncomingMessage, file: string): Promise<Received> {
  if (/aws-chunked/.test(request.headers['content-encoding'] ?? ''))
    throw new ObjectError(501, 'NotImplemented', 'aws-chunked');
  const whole = createHash('sha256');
  const md5 = createHash('md5');
  let bytes = 0;
  await pipeline(
    request,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        whole.update(chunk);
        md5.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(file),
  );
  const signed = request.headers['x-amz-content-sha256'];
  if (signed !== 'UNSIGNED-PAYLOAD' && signed !== whole.digest('hex'))
    throw new ObjectError(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed');
  return { file, bytes, md5: md5.digest('hex') };
}

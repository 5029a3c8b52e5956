// Checks Signature Version 4 of a request, independently of the library that the connector signs with
// (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
import { createHash, createHmac } from 'node:crypto';
import type { Call } from '../simulator.ts';

/** @returns what is wrong with the signature; undefined: nothing */
export function signatureFault(
  call: Call,
  secretOf: (accessKeyId: string, token: string | undefined) => string | undefined,
) {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/([\w-]+)\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      call.headers.authorization ?? '',
    );
  if (!parts) return 'MissingAuthenticationToken';
  const [, accessKeyId, date, region, service, signedHeaders, signature] = parts as unknown as string[];
  const token = call.headers['x-amz-security-token'];
  const secret = secretOf(accessKeyId!, typeof token === 'string' ? token : undefined);
  if (secret === undefined) return 'InvalidClientTokenId';
  const names = signedHeaders!.split(';');
  if (!names.includes('host')) return 'SignatureDoesNotMatch';
  const headers = names.map(
    name =>
      `${name}:${String(call.headers[name] ?? '')
        .trim()
        .replaceAll(/\s+/g, ' ')}\n`,
  );
  const canonical = [call.method, call.url.pathname, '', headers.join(''), signedHeaders, sha256(call.text)].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', call.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region!, service!, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, date!));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

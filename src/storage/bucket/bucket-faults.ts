// Classifies the errors of a bucket: retry, no such object, or a problem that the operator has to correct.
// Codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html

import { StorageFault } from '../storage.ts';
import type { BucketSettings } from './bucket-settings.ts';

interface ServiceAnswer extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Errors after which the same request may succeed. */
const transientCodes = new Set([
  'RequestTimeout',
  'RequestTimeTooSkewed', // The SDK takes the server's time from the response.
  'OperationAborted',
  'ConditionalRequestConflict',
  'SlowDown',
  'Throttling',
  // The request was altered in transit.
  'BadDigest',
  'IncompleteBody',
  'InvalidDigest',
  'XAmzContentSHA256Mismatch',
]);

const badCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|EPROTO/;

function statusOf(error: unknown): number | undefined {
  return (error as ServiceAnswer).$metadata?.httpStatusCode;
}

export function isWorthAnotherTry(error: unknown): boolean {
  const { name, code } = error as ServiceAnswer;
  if (error instanceof StorageFault || name === 'CredentialsProviderError') return false;
  if (transientCodes.has(name)) return true;
  const status = statusOf(error);
  // No status, or a status of success: the response did not arrive, broke off or cannot be parsed.
  if (status === undefined || status < 300) return !badCertificate.test(code ?? '');
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** The object does not exist. GET and PUT say NoSuchKey; HEAD has no body, so the SDK makes NotFound of its status. */
export function isNoObject(error: unknown): boolean {
  const { name } = error as Error;
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** The server does not support the request, or a conditional header in it. */
class UnknownRequest extends StorageFault {}

/** @param error as explainBucketError() returned it */
export function isNotImplemented(error: unknown): boolean {
  return error instanceof UnknownRequest;
}

/** A condition (If-Match, If-None-Match) did not hold. */
export function isConditionFailed(error: unknown): boolean {
  return statusOf(error) === 412;
}

export function isRangeBehindEnd(error: unknown): boolean {
  return statusOf(error) === 416;
}

export function isNoUpload(error: unknown): boolean {
  return (error as Error).name === 'NoSuchUpload';
}

/** Returns errors that callers handle themselves unchanged, and makes a StorageFault of every other. */
export function explainBucketError(error: unknown, settings: BucketSettings): Error {
  const known = error instanceof StorageFault || isNoObject(error) || isConditionFailed(error) || isNoUpload(error);
  if (known || isRangeBehindEnd(error)) return error as Error;
  const { name, message, code } = error as ServiceAnswer;
  const status = statusOf(error);
  const where = `the bucket ${settings.bucket} at ${settings.endpoint ?? `Amazon S3 in ${settings.region}`}`;
  const said = withoutKeys(
    [status, name === 'Error' ? code : name, message].filter(part => part !== undefined && part !== '').join(' '),
    settings,
  );
  // The cause holds only the text: other fields of the SDK's error may contain the request's signature.
  const fault = (what: string, transient: boolean) =>
    new StorageFault(`${where} ${what} (${said})`, { transient, cause: new Error(said) });

  if (name === 'NoSuchBucket') return fault('does not exist; create it, or correct bucket, endpoint or region', false);
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return fault('cannot be asked: there are no credentials; set access_key_id and secret_access_key', false);
  if (status === 301 || name === 'AuthorizationHeaderMalformed' || name === 'PermanentRedirect')
    return fault(`is not in region ${settings.region}; correct region or endpoint`, false);
  if (name === 'RequestTimeTooSkewed')
    return fault('and this machine have different times; correct the clock of this machine', false);
  if (name === 'InvalidAccessKeyId' || name === 'SignatureDoesNotMatch' || name === 'ExpiredToken')
    return fault('refuses the credentials; correct access_key_id and secret_access_key', false);
  if (status === 401 || status === 403)
    return fault(
      'does not permit this; the credentials need s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload,' +
        ' s3:ListBucket and s3:ListBucketMultipartUploads there',
      false,
    );
  if (badCertificate.test(code ?? ''))
    return fault('has a certificate that this machine does not trust; correct endpoint or add its authority', false);
  if (status === 501 || status === 405)
    return new UnknownRequest(
      `${where} does not know this request (${said}); correct endpoint, or use a server that knows it`,
      { transient: false, cause: new Error(said) },
    );
  if (isWorthAnotherTry(error)) {
    if (status !== undefined && status >= 300) return fault('keeps answering that it is unavailable', true);
    return fault('does not answer; check that it runs and that endpoint is reachable from here', true);
  }
  return fault('refuses the request', false);
}

/** Some servers quote the access key that they reject. */
function withoutKeys(text: string, { access_key_id, secret_access_key }: BucketSettings): string {
  let shown = text;
  for (const key of [access_key_id, secret_access_key]) if (key) shown = shown.replaceAll(key, '…');
  return shown;
}

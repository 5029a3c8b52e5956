// What an error of a bucket means: try again, nothing there, or something that somebody has to correct.
// Codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html

import { StorageFault } from '../storage.ts';
import type { BucketSettings } from './bucket-settings.ts';

interface ServiceAnswer extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Refusals that the same request may not meet again. */
const passingCodes = new Set([
  'RequestTimeout',
  'RequestTimeTooSkewed', // The SDK corrects its clock by the answer.
  'OperationAborted',
  'ConditionalRequestConflict',
  'SlowDown',
  'Throttling',
  // What was sent was changed on its way.
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
  if (passingCodes.has(name)) return true;
  const status = statusOf(error);
  // No status, or one of success: the answer did not come, broke off or cannot be read.
  if (status === undefined || status < 300) return !badCertificate.test(code ?? '');
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** An object that is not there: its code from GET and PUT, the status from HEAD, which has no body. */
export function isNoObject(error: unknown): boolean {
  const { name } = error as Error;
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** The server does not know the request, or what a condition in its header means. */
class UnknownRequest extends StorageFault {}

/** Of an error that explainError() has explained. */
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

/** Errors that callers tell apart stay what they are; everything else becomes a StorageFault. */
export function explainError(error: unknown, settings: BucketSettings): Error {
  const known = error instanceof StorageFault || isNoObject(error) || isConditionFailed(error) || isNoUpload(error);
  if (known || isRangeBehindEnd(error)) return error as Error;
  const { name, message, code } = error as ServiceAnswer;
  const status = statusOf(error);
  const where = `the bucket ${settings.bucket} at ${settings.endpoint ?? `Amazon S3 in ${settings.region}`}`;
  const said = withoutKeys(
    [status, name === 'Error' ? code : name, message].filter(part => part !== undefined && part !== '').join(' '),
    settings,
  );
  // Its words only: what the SDK hangs on an error may quote how the request was signed.
  const fault = (what: string, passing: boolean) =>
    new StorageFault(`${where} ${what} (${said})`, { passing, cause: new Error(said) });

  if (name === 'NoSuchBucket') return fault('does not exist; create it, or correct bucket, endpoint or region', false);
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError')
    return fault('cannot be asked: there are no credentials; set access_key_id and secret_access_key', false);
  if (status === 301 || name === 'AuthorizationHeaderMalformed' || name === 'PermanentRedirect')
    return fault(`is not in region ${settings.region}; correct region or endpoint`, false);
  if (name === 'RequestTimeTooSkewed') return fault('has another time than this machine; set its clock', false);
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
      { passing: false, cause: new Error(said) },
    );
  if (isWorthAnotherTry(error)) {
    if (status !== undefined && status >= 300) return fault('keeps answering that it cannot serve now', true);
    return fault('does not answer; check that it runs and that endpoint is reachable from here', true);
  }
  return fault('refuses the request', false);
}

/** Some servers quote the key that they refuse. */
function withoutKeys(text: string, { access_key_id, secret_access_key }: BucketSettings): string {
  let shown = text;
  for (const key of [access_key_id, secret_access_key]) if (key) shown = shown.replaceAll(key, '…');
  return shown;
}

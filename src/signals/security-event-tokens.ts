// Verifies security event tokens (RFC 8417) as the Shared Signals Framework 1.0 profiles them (section 4.1): signed by the keys of the
// transmitter, with its issuer and our audience, of the type secevent+jwt, without `sub` and `exp`.
import { compactVerify, decodeProtectedHeader, errors } from 'jose';
import { ServiceError } from '../errors.ts';
import { issuerAlgorithms, type KeySet, unknownKeyMs } from '../issuers/key-set.ts';
import { meaningOfEvent } from './event-types.ts';

/** The largest token that is accepted. */
export const largestTokenBytes = 256 * 1024;
/** How far the clock of a transmitter may be ahead. */
const clockToleranceMs = 5 * 60_000;
/** A transmitter repeats a delivery for days at most. Older tokens may be of before their ids were remembered. */
const oldestTokenMs = 30 * 86_400_000;
const longestId = 255;
/** Levels of objects and lists in the claims. */
const deepest = 32;
/** Members of `events` that may be names of the same type. */
const mostTypes = 8;

/** Codes of RFC 8935, section 2.4. */
export type SetErrorCode =
  | 'invalid_request'
  | 'invalid_key'
  | 'invalid_issuer'
  | 'invalid_audience'
  | 'authentication_failed'
  | 'access_denied';

/** A token is refused for good: sent again, it is refused again. */
export class TokenRefused extends Error {
  readonly code: SetErrorCode;
  constructor(code: SetErrorCode, message: string) {
    super(message);
    this.name = 'TokenRefused';
    this.code = code;
  }
}

/** What a valid token says. */
export interface SecurityEvent {
  readonly jti: string;
  readonly issuedAt: Date;
  /** When the event happened; otherwise when the token was issued. */
  readonly occurredAt: Date;
  /** URI of the type. */
  readonly type: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** Subject identifier; undefined: the token has none. */
  readonly subject: unknown;
}

export interface ExpectedTokens {
  readonly issuer: string;
  readonly audience: readonly string[];
  /** The keys of the transmitter. @throws ServiceError SERVICE_UNAVAILABLE */
  keys(newerThanMs?: number): Promise<KeySet>;
}

/**
 * @param now milliseconds since 1970
 * @throws TokenRefused; ServiceError SERVICE_UNAVAILABLE while the keys of the transmitter cannot be had
 */
export async function verifySecurityEvent(
  token: string,
  expected: ExpectedTokens,
  now: number,
): Promise<SecurityEvent> {
  if (Buffer.byteLength(token) > largestTokenBytes)
    throw new TokenRefused('invalid_request', `the token has more than ${largestTokenBytes} bytes`);
  refuseHeader(token);
  const claims = claimsOf(await verified(token, expected));
  refuseClaims(claims, expected, now);
  const { type, event } = eventOf(claims['events']);
  const issuedAt = new Date((claims['iat'] as number) * 1000);
  return {
    ...{ jti: claims['jti'] as string, issuedAt, type, event },
    occurredAt: momentOf(event['event_timestamp'], now) ?? momentOf(claims['toe'], now) ?? issuedAt,
    // RISC events of before SSF have the subject inside the event.
    subject: claims['sub_id'] ?? event['subject'],
  };
}

function refuseHeader(token: string): void {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw new TokenRefused('invalid_request', 'the body is no token: a JWS in compact form is expected');
  }
  if (!/^(application\/)?secevent\+jwt$/i.test(String(header.typ ?? '')))
    throw new TokenRefused('invalid_request', 'the header `typ` of the token must be secevent+jwt');
  if (!issuerAlgorithms.includes(String(header.alg)))
    throw new TokenRefused('invalid_key', `the token must be signed, by one of ${issuerAlgorithms.join(', ')}`);
}

async function verified(token: string, { keys }: ExpectedTokens): Promise<Uint8Array> {
  const verifyWith = async ({ keyOf }: KeySet) =>
    (await compactVerify(token, keyOf, { algorithms: issuerAlgorithms })).payload;
  try {
    return await verifyWith(await keys()).catch(async error => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return verifyWith(await keys(unknownKeyMs));
    });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const isUnknown = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
    throw new TokenRefused(
      'invalid_key',
      isUnknown
        ? 'the token is signed by no key that the transmitter publishes'
        : 'the signature of the token is wrong',
    );
  }
}

function claimsOf(payload: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (isObject(claims)) return claims;
  } catch {
    // Said below.
  }
  throw new TokenRefused('invalid_request', 'the claims of the token are no JSON object');
}

function refuseClaims(
  claims: Readonly<Record<string, unknown>>,
  { issuer, audience }: ExpectedTokens,
  now: number,
): void {
  const refuse = (message: string, code: SetErrorCode = 'invalid_request'): never => {
    throw new TokenRefused(code, message);
  };
  const { iss, aud, jti, iat } = claims;
  if (depthOf(claims) > deepest) refuse(`the claims of the token nest deeper than ${deepest} levels`);
  if (iss !== issuer) refuse('the `iss` of the token is not the issuer of this transmitter', 'invalid_issuer');
  const named = Array.isArray(aud) ? aud : [aud];
  if (!named.some(each => typeof each === 'string' && audience.includes(each)))
    refuse('the `aud` of the token does not name this receiver', 'invalid_audience');
  if (typeof jti !== 'string' || jti === '' || jti.length > longestId || !isStorable(jti))
    refuse(`the \`jti\` of the token must have 1 to ${longestId} characters`);
  if (typeof iat !== 'number' || !Number.isFinite(iat)) refuse('the `iat` of the token is missing');
  const issuedMs = (iat as number) * 1000;
  if (issuedMs > now + clockToleranceMs)
    refuse('the token was issued in the future; the clock of the transmitter is ahead, or ours is behind');
  if (issuedMs < now - oldestTokenMs) refuse('the token was issued more than 30 days ago');
  // A token with them could be taken for an ID token or an access token (SSF 1.0, sections 4.1.2 and 4.1.6).
  for (const name of ['sub', 'exp']) if (name in claims) refuse(`a security event token has no \`${name}\``);
}

/** Several members name the same event by other types (RFC 8417, section 2.2); the one that is understood counts. */
function eventOf(events: unknown): Pick<SecurityEvent, 'type' | 'event'> {
  const members = isObject(events) ? Object.entries(events) : [];
  if (members.length === 0 || members.length > mostTypes)
    throw new TokenRefused('invalid_request', `the claim \`events\` must be an object with 1 to ${mostTypes} events`);
  const [type, event] = members.find(([name]) => meaningOfEvent(name)) ?? members[0]!;
  if (!isObject(event) || type.length > 1000 || !isStorable(type))
    throw new TokenRefused('invalid_request', 'each member of `events` must be a type and an object');
  return { type, event };
}

/** A time that an event states, in seconds; undefined when there is none, or it cannot be. */
function momentOf(seconds: unknown, now: number): Date | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds * 1000 > now + clockToleranceMs) return undefined;
  return new Date(seconds * 1000);
}

/** Databases store neither NUL nor halves of characters. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Without recursion: the depth is what has to be found out. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth <= deepest; depth += 1)
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return depth;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

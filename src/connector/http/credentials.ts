// How requests are authorised.
import type { HttpAnswer, HttpRequest } from './request.ts';
import type { RawRequest } from './transport.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends a request without credentials to any address, such as a token endpoint. */
export type SendPlain = (request: HttpRequest) => Promise<HttpAnswer>;

export interface Credentials {
  /** Headers that authorise a request; they may sign what the request holds. */
  authorize(request: RawRequest, send: SendPlain): Promise<Headers>;
  /**
   * Called when the source refused a request that was authorised with these headers.
   * @param answer headers of the refusal @returns whether another try may help
   */
  renew?(refused: Headers, answer: Headers): boolean;
  /** Parameters that authorise a request in its address. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Values that must be shown nowhere. */
  secrets(): readonly string[];
}

/** HTTP Basic authentication (RFC 7617). */
export function basic(username: string, password: string): Credentials {
  const encoded = Buffer.from(`${username}:${password}`).toString('base64');
  return { authorize: async () => ({ authorization: `Basic ${encoded}` }), secrets: () => [password, encoded] };
}

/**
 * A fixed token (RFC 6750).
 * @param header for sources that take it in a header of their own @param prefix what is before it there
 */
export function bearer(
  token: string,
  header = 'authorization',
  prefix = header === 'authorization' ? 'Bearer ' : '',
): Credentials {
  return { authorize: async () => ({ [header]: `${prefix}${token}` }), secrets: () => [token] };
}

/** A key that the source takes as a parameter of the address. */
export function parameterKey(name: string, value: string): Credentials {
  return { authorize: async () => ({}), parameters: { [name]: value }, secrets: () => [value] };
}

/**
 * Signed requests, such as those of AWS Signature Version 4.
 * @param sign makes the headers for a request, from its method, address, headers and body
 */
export function signing(sign: (request: RawRequest) => Promise<Headers>, secrets: readonly string[]): Credentials {
  return { authorize: sign, secrets: () => secrets };
}

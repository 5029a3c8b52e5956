// Requests as connectors make them, and their answers.
import type { AnswerHeaders } from './waits.ts';

export interface HttpRequest {
  /** Default: GET. */
  readonly method?: string;
  /** Relative to the base address of the client, or whole. */
  readonly url: string | URL;
  /** Parameters to add to the address; those that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, sent as JSON. */
  readonly json?: unknown;
  /** Body, sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Whether it may be sent again. Default: true for GET, HEAD, OPTIONS, PUT and DELETE (RFC 9110, section 9.2.2). */
  readonly isIdempotent?: boolean;
  /** What messages call the request, where its address does not say what it asks for. Default: method and address. */
  readonly subject?: string;
  /** Error statuses that are returned, without body, instead of thrown. */
  readonly accepts?: readonly number[];
}

export interface HttpAnswer {
  /** What messages call the request: its method and address, without credentials, unless it has a name. */
  readonly subject: string;
  readonly url: URL;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: AnswerHeaders;
  /** The parsed body; undefined when it is empty, or the status an accepted error. */
  readonly body: unknown;
}

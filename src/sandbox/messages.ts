// What a process and its owner say to each other. Structured clone carries it, so buffers pass as they are.

/** From the owner. A process opens one thing, once, and then carries out one request at a time. */
export type Order = { readonly open: unknown } | { readonly run: unknown };

/** From the process. */
export type Report =
  | { readonly opened: true }
  /** The request is under way and what it writes comes through the pipe; `about` says what that is. */
  | { readonly streaming: unknown }
  | { readonly result: unknown }
  | { readonly failure: Failure };

/** Why a request failed, as plain data; the owner makes an error of it. */
export interface Failure {
  readonly message: string;
  /** What the process knows besides, for example where in the text. */
  readonly details?: unknown;
  /** The failure is none that the process knows. It may be damaged, so no other request may run in it. */
  readonly isUnknown?: boolean;
}

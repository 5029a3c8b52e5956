// The messages between a process and its owner. They are sent by structured clone, so buffers need no encoding.

/** From the owner. A process is opened once, and then carries out one request at a time. */
export type Order = { readonly open: unknown } | { readonly run: unknown };

/** From the process. */
export type Report =
  | { readonly opened: true }
  /** The request is running and writes to the pipe; the value describes what it writes. */
  | { readonly streaming: unknown }
  | { readonly result: unknown }
  | { readonly failure: Failure };

/** Why a request failed, as plain data. The owner makes an error from it. */
export interface Failure {
  readonly message: string;
  /** Further information, for example the place in the text. */
  readonly details?: unknown;
  /** The process does not know this kind of failure. The process may be damaged, so no other request may run in it. */
  readonly isUnknown?: boolean;
}

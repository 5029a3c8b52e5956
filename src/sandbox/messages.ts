// The messages between a process and its owner. Structured clone carries them, so buffers need no encoding.

/** From the owner. A process has one version open, and runs one request at a time. */
export type Command = { readonly open: unknown } | { readonly run: unknown };

/** From the process. */
export type Reply =
  | { readonly opened: true }
  /** The request is running and writes its output to the pipe. The value describes the output. */
  | { readonly streaming: unknown }
  | { readonly result: unknown }
  | { readonly failure: RequestFailure };

/** Why a request failed, as plain data. The owner turns it into an error. */
export interface RequestFailure {
  readonly message: string;
  /** More about the failure, for example its place in the text. */
  readonly details?: unknown;
  /** The process does not know this failure. It may be damaged, so it must not run another request. */
  readonly isUnknown?: boolean;
}

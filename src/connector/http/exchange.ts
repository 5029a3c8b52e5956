// HTTP requests to a source and their answers, for whoever observes them: the recording for support and the conformance suite.

export interface HttpExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Absent when no complete answer came; then `error` says why. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly error?: string;
  readonly elapsedMs: number;
}

export interface HttpProbe {
  /** Called before each request, retries included. An error that it throws counts as one of the connection. */
  before?(request: { readonly method: string; readonly url: string }): void;
  /** Called with each exchange, which holds credentials: redact it before it is kept. */
  after?(exchange: HttpExchange): void;
  /** Retry without delay. */
  readonly retriesAtOnce?: boolean;
}

// Server-sent events of the service (WHATWG HTML, section 9.2). `EventSource` cannot send an access token, so the stream is read by `fetch`.
import { authenticatedFetch } from './api.ts';

export interface ServerEvent {
  readonly event: string;
  /** JSON. */
  readonly data: string;
  readonly id: string | undefined;
}

/** The service says `retry: 2000`. */
const reconnectMs = 2000;

/**
 * Follow a stream until the signal aborts, while the page is visible: a browser opens six connections to a service, so six hidden pages
 * would leave none for the page that somebody looks at. A stream that ends is opened again, and the service then sends what has happened since.
 * @param path with its query: `/v1/events?topics=versions`
 */
export async function followEvents(path: string, signal: AbortSignal, onEvent: (event: ServerEvent) => void) {
  let last: string | undefined;
  while (!signal.aborted) {
    await visible(signal);
    const hidden = new AbortController();
    const look = () => document.visibilityState === 'hidden' && hidden.abort();
    document.addEventListener('visibilitychange', look);
    const end = AbortSignal.any([signal, hidden.signal]);
    try {
      const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) };
      const response = await authenticatedFetch(new Request(path, { headers, signal: end }));
      for await (const event of eventsOf(response.body!)) {
        last = event.id ?? last;
        onEvent(event);
      }
    } catch {
      // Reads show the same as the stream, only later. So its failures need no notice: the banner says when the service is unavailable.
    }
    await pause(reconnectMs, end);
    document.removeEventListener('visibilitychange', look);
  }
}

/** Resolves when the page is visible, or when the signal aborts. */
function visible(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const settled = new AbortController();
    const look = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      settled.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: settled.signal });
    signal.addEventListener('abort', look, { signal: settled.signal });
    look();
  });
}

async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Undefined for blocks without data: comments, and the time to reconnect. */
function parseEvent(block: string): ServerEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, `${fields.has(name) ? `${fields.get(name)}\n` : ''}${value}`);
  }
  const data = fields.get('data');
  return data === undefined ? undefined : { event: fields.get('event') ?? 'message', data, id: fields.get('id') };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

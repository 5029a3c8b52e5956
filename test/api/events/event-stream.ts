// A client of the stream of events.
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Item, TestService } from '../../support/service/service.ts';

export interface Received {
  readonly event: string;
  readonly id: string;
  readonly data: Item;
}

interface EventStream {
  readonly events: readonly Received[];
  /** Resolves once an event was received for which the condition holds; rejects when the stream ends before. */
  until(condition: (event: Received) => boolean): Promise<Received>;
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** The address of the service, which listens from now on. */
export async function listening({ app }: TestService): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Open a stream of events. @throws Error with status and body when it is refused */
export async function receiveEvents(
  origin: string,
  token: string,
  query = '',
  lastEventId?: string,
): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(`${origin}/v1/events${query}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('content-encoding')).toBeNull();
  const events: Received[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const ended = (async () => {
    let text = '';
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
          const lines = text.slice(0, end).split('\n');
          text = text.slice(end + 2);
          const member = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2);
          const event = member('event');
          if (event) events.push({ event, id: member('id')!, data: JSON.parse(member('data')!) });
        }
        for (const look of waiting) look();
      }
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      isOver = true;
      for (const look of waiting) look();
    }
  })();
  return {
    events,
    ended,
    until: condition =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(condition);
          if (found) resolve(found);
          else if (isOver) reject(new Error(`the stream ended after ${JSON.stringify(events)}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    close: () => controller.abort(),
  };
}

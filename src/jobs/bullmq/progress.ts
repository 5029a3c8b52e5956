// Sends progress events from every process to every process, on a stream that a process reads only while it has watchers.
import type { QueueEventsListener } from 'bullmq';
import { createProgress, type Progress, type ProgressEvent } from '../progress.ts';
import type { Backend } from './backends.ts';

/** Length of the stream. A reader that falls further behind misses events. */
const keptEvents = 1_000;
/** Events that wait to be sent while the server is unavailable. Further ones are dropped. */
const unsentEvents = 1_000;

interface Listener extends QueueEventsListener {
  emitted(args: { text: string }): void;
}

export interface SharedProgress extends Progress {
  close(): Promise<void>;
}

/** @param name the name of the stream */
export function shareProgress(backend: Backend, name: string, onWarning: (error: Error) => void): SharedProgress {
  const local = createProgress();
  const producer = new backend.QueueEventsProducer(name, backend.forRequests);
  producer.on('error', onWarning);
  let sending: Promise<unknown> = Promise.resolve();
  let unsent = 0;
  let watchers = 0;
  let reading: { close(): Promise<void> } | undefined;

  function read(): { close(): Promise<void> } {
    const events = new backend.QueueEvents(name, backend.forWork());
    events.on('error', onWarning);
    events.on<Listener>('emitted', ({ text }: { text: string }) => local.publish(JSON.parse(text) as ProgressEvent));
    return events;
  }

  return {
    publish(event) {
      if (unsent >= unsentEvents) return;
      unsent += 1;
      // Sent one after the other: over two connections, a later event could arrive first.
      sending = sending
        .then(() => producer.publishEvent({ eventName: 'emitted', text: JSON.stringify(event) }, keptEvents))
        .catch(() => {})
        .finally(() => {
          unsent -= 1;
        });
    },
    watch(signal) {
      if (signal.aborted) return local.watch(signal);
      watchers += 1;
      reading ??= read();
      signal.addEventListener(
        'abort',
        () => {
          watchers -= 1;
          if (watchers > 0) return;
          reading?.close().catch(onWarning);
          reading = undefined;
        },
        { once: true },
      );
      return local.watch(signal);
    },
    async close() {
      await sending;
      await reading?.close();
      await producer.close();
    },
  };
}

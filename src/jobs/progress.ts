// Progress events that runs and builds emit while they work. Nothing depends on them: state has the outcome.
import { EventEmitter, on } from 'node:events';
import type { ReadStatus } from '../state/reads.ts';
import type { RunStatus } from '../state/runs.ts';
import type { BuildStatus } from '../state/versions.ts';

/** For how many sources a build computes the rows, and how many there are. The rows of the others cannot have changed. */
export interface ComputedSources {
  readonly computed: number;
  readonly of: number;
}

/** Only ids, kinds and counts, because events pass through the queue's server. State holds the reason of a failure. */
export type ProgressEvent =
  | { kind: 'read'; runId: string; sourceId: string; type: string; status: ReadStatus; rows: number; rejected: number }
  | { kind: 'run'; runId: string; sourceId: string; status: RunStatus | 'Partial' }
  | { kind: 'build'; buildId: string; step: string; computed?: ComputedSources }
  | { kind: 'built'; buildId: string; status: BuildStatus; version?: number };

export interface Progress {
  publish(event: ProgressEvent): void;
  /** Events from now on, until the signal aborts. */
  watch(signal: AbortSignal): AsyncIterable<ProgressEvent>;
}

export function createProgress(): Progress {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish(event) {
      emitter.emit('progress', event);
    },
    watch(signal) {
      // Not inside the generator, which would start to listen only when the first event is requested.
      return signal.aborted ? nothing() : untilAborted(on(emitter, 'progress', { signal }), signal);
    },
  };
}

async function* nothing(): AsyncIterable<ProgressEvent> {}

async function* untilAborted(events: ReturnType<typeof on>, signal: AbortSignal): AsyncIterable<ProgressEvent> {
  try {
    for await (const [event] of events) yield event as ProgressEvent;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A read emits an event for every page. Four a second are enough for a person who watches. */
const readEveryMs = 250;

export interface Throttle {
  emit(event: ProgressEvent): void;
  /** Send the delayed events now. */
  flush(): void;
}

/**
 * Passes events on, but events of a running read at most every `everyMs` per type. An event is dropped only when a later one of
 * the same read replaces it, so the last event is always sent, and events keep their order.
 */
export function throttleReads(send: (event: ProgressEvent) => void, everyMs = readEveryMs): Throttle {
  const sentAt = new Map<string, number>();
  const held = new Map<string, ProgressEvent>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [key, event] of held) {
      sentAt.set(key, performance.now());
      send(event);
    }
    held.clear();
  };

  return {
    flush,
    emit(event) {
      if (event.kind !== 'read') {
        flush();
        send(event);
        return;
      }
      const key = JSON.stringify([event.runId, event.type]);
      if (event.status === 'Running' && performance.now() - (sentAt.get(key) ?? -Infinity) < everyMs) {
        held.set(key, event);
        timer ??= setTimeout(flush, everyMs);
        return;
      }
      held.delete(key);
      sentAt.set(key, performance.now());
      send(event);
    },
  };
}

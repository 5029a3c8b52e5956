// What runs and builds tell while they work, for whoever watches. Nothing depends on it: state has the outcome.
import { EventEmitter, on } from 'node:events';
import type { ReadStatus, RunStatus } from '../state/runs.ts';
import type { BuildStatus } from '../state/versions.ts';

/** Ids, kinds and counts only: it goes through the queue's server. Why a run failed is looked up in state. */
export type ProgressEvent =
  | { kind: 'read'; runId: string; sourceId: string; type: string; status: ReadStatus; rows: number; rejected: number }
  | { kind: 'run'; runId: string; sourceId: string; status: RunStatus }
  | { kind: 'build'; buildId: string; step: string }
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
      // Not inside the generator, which would begin to listen only when the first event is asked for.
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

/** A read of a type tells of every page; four times a second is as much as anybody can follow. */
const readEveryMs = 250;

export interface Throttle {
  emit(event: ProgressEvent): void;
  /** Send what is held back, at once. */
  flush(): void;
}

/**
 * Sends events on, those of a read that goes on at most every `everyMs` per type. Held back is only what something later
 * of the same read replaces: the last event always gets through, and before anything that follows it.
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

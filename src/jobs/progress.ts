// What runs and builds tell while they work, for whoever watches. Nothing depends on it: state has the outcome.
import { EventEmitter, on } from 'node:events';
import type { ReadStatus, RunStatus } from '../state/runs.ts';
import type { BuildStatus } from '../state/versions.ts';

export type ProgressEvent =
  | { kind: 'read'; runId: string; sourceId: string; type: string; status: ReadStatus; rows: number; rejected: number }
  | { kind: 'run'; runId: string; sourceId: string; status: RunStatus; error?: string }
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
    async *watch(signal) {
      try {
        for await (const [event] of on(emitter, 'progress', { signal })) yield event as ProgressEvent;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

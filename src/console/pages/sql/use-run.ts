// The run of a query on the page: one at a time. A new one ends the one before.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Question, type Result, readPage } from './run.ts';

interface RunState {
  readonly result?: Result;
  readonly error?: unknown;
  readonly isReading: boolean;
}

export interface Run extends RunState {
  /** Read the next page of the result. */
  more(): void;
  stop(): void;
}

/** @param question another object is run anew; undefined: there is no result */
export function useRun(question: Question | undefined): Run {
  const [state, setState] = useState<RunState>({ isReading: false });
  const current = useRef<AbortController>(undefined);
  const last = useRef<Result>(undefined);

  const read = useCallback(async (question: Question, former?: Result) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setState({ isReading: true, ...(former && { result: former }) });
    try {
      const result = await readPage(question, controller.signal, former);
      if (controller.signal.aborted) return;
      last.current = result;
      setState({ isReading: false, result });
    } catch (error) {
      if (!controller.signal.aborted) setState({ isReading: false, error, ...(former && { result: former }) });
    }
  }, []);

  const stop = useCallback(() => {
    current.current?.abort();
    setState(former => ({ ...former, isReading: false }));
  }, []);
  useEffect(() => {
    if (question) void read(question);
    else {
      current.current?.abort();
      setState({ isReading: false });
    }
  }, [question, read]);
  const more = useCallback(() => {
    if (last.current?.next !== undefined) void read(last.current.question, last.current);
  }, [read]);
  return { ...state, more, stop };
}

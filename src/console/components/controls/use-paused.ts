import { useEffect, useState } from 'react';

/** Typing is over when nothing was typed for so long. */
const pauseMs = 150;

/** A value that follows what is typed, once typing pauses. */
export function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

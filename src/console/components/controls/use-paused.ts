import { useEffect, useState } from 'react';

/** Typing has paused when nothing was typed for this long. */
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

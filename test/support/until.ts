// Waiting in tests: for a condition, with a deadline.

/** Only what hangs takes as long, however busy the machine. */
export const patienceMs = 60_000;

/** Look until it holds; rejects with what was seen last when it does not in time. */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  holds: (value: Value) => boolean,
  milliseconds = patienceMs,
): Promise<Value> {
  const since = performance.now();
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    const passed = performance.now() - since;
    if (passed > milliseconds) throw new Error(`Not within ${milliseconds} ms; last: ${JSON.stringify(value)}`);
    // What takes seconds is looked at less often: looking takes the processor from what is waited for.
    await new Promise(resolve => setTimeout(resolve, Math.min(10 + passed / 50, 100)));
  }
}

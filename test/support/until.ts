// Waiting in tests: for a condition, with a deadline.

/** Long enough for every condition on a busy machine; only something that hangs takes longer. */
export const patienceMs = 200_000;

/** Poll until the condition holds. Rejects with the last value when it does not hold in time. */
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
    // Poll less often after some seconds: polling takes processor time from the work that the test waits for.
    await new Promise(resolve => setTimeout(resolve, Math.min(10 + passed / 50, 100)));
  }
}

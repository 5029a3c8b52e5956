// Waiting in tests: for a condition, with a deadline.

/** Look until it holds; rejects with what was seen last when it does not in time. */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  holds: (value: Value) => boolean,
  milliseconds = 10_000,
): Promise<Value> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > deadline) throw new Error(`Not within ${milliseconds} ms; last: ${JSON.stringify(value)}`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

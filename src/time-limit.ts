// A time limit for a promise.

/** @throws Error with the message `late` when the answer takes longer. The answer, or its error, is then ignored */
export async function within<Answer>(
  milliseconds: number,
  answer: Promise<Answer>,
  late = `no answer within ${milliseconds} ms`,
): Promise<Answer> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error(late));
  // If this process was busy all that time, the answer may be in its socket. So read the socket once before rejecting.
  const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

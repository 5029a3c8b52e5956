// A time limit for a promise.

/** @throws Error when the answer takes longer; it is then ignored, whatever it is */
export async function within<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const tooLate = () => reject(new Error(`no answer within ${milliseconds} ms`));
  // If this process was busy all that time, the answer may be in its socket. So read the socket once before rejecting.
  const timer = setTimeout(() => setImmediate(tooLate), milliseconds);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

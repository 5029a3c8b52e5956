// Loaded before a program (`node --import`): its clock is wrong by ROLECALL_TEST_CLOCK_MS milliseconds.
import process from 'node:process';

const shiftMs = Number(process.env.ROLECALL_TEST_CLOCK_MS);
const Right = Date;
const now = Right.now;

class ShiftedDate extends Right {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(now() + shiftMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return now() + shiftMs;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;

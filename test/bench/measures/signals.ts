// Signals: how soon the data show what a security event led to, and how many events a second are taken.
import type { Bench } from '../bench.ts';
import { run } from '../child.ts';
import { milliseconds, rate, seconds } from '../table.ts';

const burst = 10_000;
const visibleSecondsAtMost = 2;
const perSecondAtLeast = 1000;

interface Visible {
  readonly landed: number;
  readonly visible: number;
  readonly processor: number;
}

interface Signalled {
  readonly first: Visible;
  readonly later: Visible;
  readonly accepted: number;
  readonly refused: number;
  readonly acceptance: number;
  readonly eventMs: number;
}

export async function measureSignals(bench: Bench): Promise<void> {
  const folder = await bench.published();
  const events = bench.effort(burst, 200);
  bench.say(`a security event about one of ${bench.rows} accounts, and ${events} at once`);
  const source = { id: 'scripted', connector: 'scripted', settings: { accounts: bench.rows, assignments: bench.rows } };
  const measured = await run<Signalled>('service/signalled.ts', { folder, source, events });
  const { first, later, accepted, refused, acceptance, eventMs } = measured;
  const { landed, visible, processor } = later;
  bench.note(
    `The account of a security event was read ${seconds(landed)} after the event; ${seconds(processor)} of processor time until the data showed it. The first event of the source took ${seconds(first.visible)} (${seconds(first.processor)} of processor time). A security event takes ${milliseconds(eventMs)} of processor time, with the client that pushes it.`,
  );
  bench.report({
    what: `from a security event, not the first of its source, to data that show it, ${bench.rows} accounts and assignments`,
    ours: seconds(visible),
    peer: '',
    ratio: '',
    target: `< ${seconds(visibleSecondsAtMost)}`,
    met: visible < visibleSecondsAtMost,
  });
  bench.report({
    what: `security events that are verified and stored, ${accepted} of ${events} accepted, ${refused} told to come again, 32 clients`,
    ours: rate(acceptance, 'events'),
    peer: '',
    ratio: '',
    target: `≥ ${rate(perSecondAtLeast, 'events')}`,
    met: acceptance >= perSecondAtLeast,
  });
}

// Works on signals: tells receivers what has happened, polls transmitters, finds the accounts that events are about, and requests that they are read again. Any number of
// processes may run this at the same time: an event is recorded once, and many events about one account become one read.
import type { JobRun } from '../src/jobs/queue.ts';
import type { PipelineContext } from './job/context.ts';
import { matchSignals } from './signals/match.ts';
import { pollTransmitters } from './signals/poll.ts';
import { transmitEvents } from './signals/transmit.ts';

export async function signals(context: PipelineContext, _tenant: string, { signal }: JobRun): Promise<undefined> {
  await matchSignals(context, signal);
  await transmitEvents(context, signal);
  if (context.signals.transmitters.length === 0) return;
  await pollTransmitters(context, signal);
  await matchSignals(context, signal);
}

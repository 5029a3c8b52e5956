// The progress events of a running read: not every page, always the latest, in order.
import { describe, expect, it } from 'vitest';
import { createProgress, type ProgressEvent, throttleReads } from '../../src/jobs/progress.ts';
import { until } from '../support/until.ts';

const read = (type: string, rows: number, status: 'Running' | 'Complete' = 'Running'): ProgressEvent => ({
  kind: 'read',
  runId: 'r',
  sourceId: 's',
  type,
  status,
  rows,
  rejected: 0,
});

describe('a throttle of reads', () => {
  it('sends the first at once, then the latest of each type when the time is over', async () => {
    const sent: ProgressEvent[] = [];
    const { emit } = throttleReads(event => sent.push(event), 100);
    for (let rows = 1; rows <= 30; rows += 1) {
      emit(read('Account', rows));
      emit(read('Role', rows));
    }
    expect(sent).toEqual([read('Account', 1), read('Role', 1)]);
    await until(
      () => sent.length,
      count => count === 4,
    );
    expect(sent.slice(2)).toEqual([read('Account', 30), read('Role', 30)]);
  });

  it('lets the end of a read replace what is held back of it', () => {
    const sent: ProgressEvent[] = [];
    const throttle = throttleReads(event => sent.push(event), 100_000);
    for (let rows = 1; rows <= 30; rows += 1) throttle.emit(read('Account', rows));
    throttle.emit(read('Account', 31, 'Complete'));
    throttle.flush();
    expect(sent).toEqual([read('Account', 1), read('Account', 31, 'Complete')]);
  });

  it('sends held back events before later ones', () => {
    const sent: ProgressEvent[] = [];
    const throttle = throttleReads(event => sent.push(event), 100_000);
    const ended: ProgressEvent = { kind: 'run', runId: 'r', sourceId: 's', status: 'Failed' };
    throttle.emit(read('Account', 1));
    throttle.emit(read('Account', 2));
    throttle.emit(ended);
    throttle.emit(read('Account', 3));
    throttle.flush();
    expect(sent).toEqual([read('Account', 1), read('Account', 2), ended, read('Account', 3)]);
  });
});

describe('progress', () => {
  it('is received from the start of watching until the signal aborts', async () => {
    const progress = createProgress();
    progress.publish(read('Account', 1));
    const aborter = new AbortController();
    const events = progress.watch(aborter.signal);
    progress.publish(read('Account', 2));
    const heard: ProgressEvent[] = [];
    for await (const event of events) {
      heard.push(event);
      progress.publish(read('Account', heard.length + 2));
      if (heard.length === 3) aborter.abort();
    }
    expect(heard.slice(0, 3)).toEqual([2, 3, 4].map(rows => read('Account', rows)));
    for await (const event of progress.watch(aborter.signal)) throw new Error(`heard ${event.kind}`);
  });
});

// What the stream of events shows of action jobs.
import { expect, it } from 'vitest';
import { holding } from '../../support/actions/application.ts';
import { withFreshAccounts } from '../../support/actions/fresh-accounts.ts';
import { accepted } from '../../support/actions/writable-service.ts';
import { listening, receiveEvents } from './event-stream.ts';

const context = withFreshAccounts(3);

it('shows a job while it runs and when it has ended, and nothing to clients that may not see it', async () => {
  const { test } = context.service;
  const origin = await listening(test);
  const stream = await receiveEvents(origin, await test.token());
  const elsewhere = '00000000-0000-4000-8000-000000000000';
  const hidden = await receiveEvents(origin, await test.token({ instances: [elsewhere] }));
  await stream.until(({ event }) => event === 'version');
  const held = holding('disable');
  context.crm.before = held.hook;
  const [first] = context.fresh() as [string];
  const job = accepted(await context.disable(first));
  await stream.until(({ data }) => data.id === job && data.status === 'Running');
  held.release();
  const ended = await stream.until(({ data }) => data.id === job && data.status === 'Completed');
  expect(ended).toMatchObject({ event: 'action-job', data: { targets: { total: 1, succeeded: 1, failed: 0 } } });
  const shown = await stream.until(({ data }) => data.id === job && data.dataSync.status === 'Completed');
  expect(shown.data).toEqual((await test.get(`/v1/action-jobs/${job}`)).body);
  expect(hidden.events.filter(({ event }) => event === 'action-job')).toEqual([]);
  stream.close();
  hidden.close();
  await Promise.all([stream.ended, hidden.ended]);
});

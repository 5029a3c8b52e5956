// The simulated workspace answers as real ones did: recorded exchanges, one after the other, each compared.
import { expect, it } from 'vitest';
import { slack } from '../../../connectors/slack/index.ts';
import { harExchanges } from '../../support/simulators/har.ts';
import { readSource, recordsOf, rejectionsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  type Exchange,
  expectCoverage,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';
import {
  emptyWorkspace,
  type Item,
  type SlackState,
  slackToken,
  startSlack,
} from '../../support/simulators/slack/slack.ts';

const missing = recordingsMissing('slack');

const argumentsOf = ({ requestBody, path }: Exchange) =>
  new URLSearchParams(`${path.split('?')[1] ?? ''}&${typeof requestBody === 'string' ? requestBody : ''}`);
const methodOf = ({ path }: Exchange) => path.split('?')[0]!.replace('/api/', '');

/** What an answer says that is there. A page of a list holds only a part. */
function learn(state: SlackState, exchange: Exchange): void {
  const body = exchange.body as Record<string, unknown[]>;
  const put = (map: Map<string, Item>, items: unknown[] = []) => {
    for (const item of items as Item[]) map.set(item.id, item);
  };
  const method = methodOf(exchange);
  if (method === 'users.list') put(state.users, body['members']);
  if (method === 'conversations.list') put(state.channels, body['channels']);
  if (method === 'usergroups.list') put(state.groups, body['usergroups']);
  if (method !== 'conversations.members') return;
  const channel = argumentsOf(exchange).get('channel');
  if (channel) state.members.set(channel, body['members'] as string[]);
}

/** Times of caches, and cursors, which differ between services. */
const volatile = new Set(['cache_ts', 'next_cursor']);

describeRecorded(missing, () => {
  it('are reproduced, and land without rejections', async () => {
    await using server = await startSlack();
    const results: Comparison[] = [];
    for (const recording of harExchanges('slack')) {
      Object.assign(server.state, emptyWorkspace());
      for (const exchange of recording) learn(server.state, exchange);
      for (const exchange of recording) {
        const form = argumentsOf(exchange);
        form.delete('token');
        // The recordings name no channel; the members tell which one was asked for.
        if (methodOf(exchange) === 'conversations.members' && !form.has('channel')) {
          server.state.members.set('asked', (exchange.body as { members: string[] }).members);
          form.set('channel', 'asked');
        }
        const answer = await fetch(`${server.url}${exchange.path.split('?')[0]}`, {
          ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${slackToken}` } },
        });
        const [difference] = differencesOf(exchange.body, await answer.json(), volatile);
        const place = `${exchange.place}: ${exchange.path}`;
        results.push({ operation: methodOf(exchange), difference: difference && `${place}: ${difference}` });
      }
      const settings = { url: `${server.url}/api/`, token: slackToken, channels: 'public' };
      const reading = await readSource(slack, settings);
      expect(rejectionsOf(reading)).toEqual([]);
      expect(recordsOf(reading, 'Account')).toHaveLength(server.state.users.size);
    }
    expectCoverage(results);
  });
});

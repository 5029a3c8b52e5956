// Channels and who is in them, and what roles and apps may do in the workspace.
import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { SlackClient } from '../client.ts';
import { channelMembers, lists, sharedList } from '../lists.ts';
import { slackPages, wholeSlackList } from '../paging.ts';
import { appAccess, channelAccess, channelClass, channelOf } from '../records/channels.ts';
import { accountRoles, roleAccess } from '../records/roles.ts';
import { installationsOf, isBot } from '../records/users.ts';

const notRead: Gap = {
  reason: 'unsupported',
  subject: 'channels',
  message: 'channels are not read; set `channels` to `public` or `all` to read them',
  missing: 'fields',
};

export async function* classPages({ settings: { channels } }: SlackClient): AsyncGenerator<Page> {
  yield channels === 'none' ? { records: [], gaps: [notRead] } : { records: [channelClass] };
}

const channelList = ({ settings: { channels } }: SlackClient) =>
  channels === 'all' ? lists.channels : lists.publicChannels;

export async function* channelPages(client: SlackClient, cursor?: string): AsyncGenerator<Page> {
  if (client.settings.channels === 'none') {
    yield { records: [], gaps: [notRead] };
    return;
  }
  for await (const page of slackPages(client, channelList(client), cursor))
    yield recordPage(page.items, channelOf, { subject: page.subject, gaps: page.gaps, cursor: page.next });
}

export async function* assignmentPages(client: SlackClient): AsyncGenerator<Page> {
  yield { records: accountRoles.map(role => roleAccess(role, client.teamId)) };
  yield await appPage(client);
  if (client.settings.channels !== 'none') yield* channelMemberPages(client);
}

/** The scopes of apps, as the log of integrations has them. */
async function appPage(client: SlackClient): Promise<Page> {
  const [users, logs] = [await sharedList(client, 'users'), await sharedList(client, 'integrations')];
  const installations = installationsOf(logs.items);
  const records = users.items.filter(isBot).flatMap(bot => {
    const [id, app] = [textAt(bot, 'id'), textAt(bot, 'profile', 'api_app_id')];
    const installed = installations.get(app ?? '');
    return id === undefined || !installed ? [] : (appAccess(id, client.teamId, installed.scopes) ?? []);
  });
  const within = { field: 'assignedObjectId', is: [client.teamId] };
  return { records, gaps: [...users.gaps, ...logs.gaps].map(gap => ({ ...gap, within })) };
}

async function* channelMemberPages(client: SlackClient): AsyncGenerator<Page> {
  const channels = await wholeSlackList(client, channelList(client));
  yield { records: [], gaps: channels.gaps };
  for (const channel of channels.items) {
    const id = textAt(channel, 'id');
    if (id === undefined) continue;
    const within = { field: 'assignedObjectId', is: [id] };
    for await (const { items, gaps, subject } of slackPages(client, channelMembers(id))) {
      const members = items.filter(item => typeof item === 'string');
      yield {
        records: members.map(member => channelAccess(member, id)),
        place: () => `${subject} of ${id}`,
        gaps: gaps.map(gap => ({ ...gap, within })),
      };
    }
  }
}

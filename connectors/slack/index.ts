// Slack workspaces, by the Web API (docs.slack.dev/reference/methods) and SCIM.
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { declaredSlackActions, slackActions } from './actions/index.ts';
import { openSlack, type SlackClient } from './client.ts';
import { lists } from './lists.ts';
import { type SlackList, slackPages } from './paging.ts';
import { slackReads } from './reads.ts';
import { slackSettings } from './settings.ts';

export const slack = defineConnector<typeof slackSettings, SlackClient>({
  type: 'slack',
  title: 'Slack',
  description: 'The members, guests, bots, user groups, roles and channels of a Slack workspace.',
  settings: slackSettings,
  declares: [
    {
      types: slackReads.map(({ lands }) => lands),
      incremental: false,
      rights:
        'an app with the scopes users:read, users:read.email and usergroups:read; for channels channels:read and groups:read',
    },
  ],
  open: openSlack,
  close: client => client.close(),
  check: checkSlack,
  reads: () => slackReads,
  declaresActions: declaredSlackActions,
  actions: slackActions,
  changesAtOnce: 1,
});

async function checkSlack(client: SlackClient): Promise<readonly Problem[]> {
  const { channels } = client.settings;
  const needed: SlackList[] = [
    lists.users,
    lists.groups,
    lists.integrations,
    ...(channels === 'none' ? [] : [channels === 'all' ? lists.channels : lists.publicChannels]),
  ];
  const problems: Problem[] = [];
  for (const list of needed) {
    for await (const { gaps } of slackPages(client, { ...list, query: { ...list.query, limit: 1, count: 1 } })) {
      const severity = list === lists.users ? 'error' : 'warning';
      problems.push(...gaps.map(({ subject, message }) => ({ severity, place: subject, message }) as const));
      break;
    }
  }
  return problems;
}

// GitHub organisations, by the REST and GraphQL APIs of github.com or of GitHub Enterprise Server (docs.github.com/rest, /graphql).
import { defineConnector } from '../../src/connector/contract.ts';
import { declaredGithubActions, githubActions } from './actions/index.ts';
import { checkGithub } from './check.ts';
import { type GithubClient, openGithub } from './client.ts';
import { readPeople } from './reads/accounts.ts';
import { githubReads } from './reads.ts';
import { githubSettings } from './settings.ts';

export const github = defineConnector<typeof githubSettings, GithubClient>({
  type: 'github',
  title: 'GitHub',
  description: 'The members, teams, repositories, roles, applications, tokens and workloads of a GitHub organisation.',
  settings: githubSettings,
  declares: [
    {
      types: githubReads.map(({ lands }) => lands).filter(type => type !== 'ResourceInstance'),
      incremental: false,
      rights: 'a GitHub App with read permissions, or the token of an owner',
    },
    {
      types: ['ResourceInstance'],
      incremental: true,
      rights: 'a GitHub App with read permissions, or the token of an owner',
    },
  ],
  open: openGithub,
  close: ({ http }) => http.close(),
  check: checkGithub,
  reads: () => githubReads,
  readObjects: { Account: readPeople },
  declaresActions: declaredGithubActions,
  actions: githubActions,
});

// Google Cloud, by its APIs for resources, policies, roles and service accounts. A description in YAML is not enough: a policy of any
// resource names members, roles and conditions, and what a role permits depends on where its binding is.
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { type GcpClient, openGcp } from './client.ts';
import {
  apiKeyList,
  type GcpList,
  gcpPages,
  policyOf,
  policySearch,
  projectList,
  roleList,
  serviceAccountList,
  workloadPoolList,
} from './lists.ts';
import { gcpReads } from './reads.ts';
import { gcpSettings } from './settings.ts';

export const gcp = defineConnector<typeof gcpSettings, GcpClient>({
  type: 'gcp',
  title: 'Google Cloud',
  description:
    'The service accounts, keys, roles and policies of a Google Cloud organisation with its folders and projects, and who can act as which service account.',
  settings: gcpSettings,
  declares: [
    {
      types: gcpReads.map(({ lands }) => lands),
      incremental: false,
      rights:
        'on the organisation or the projects: Cloud Asset Viewer, Browser and Security Reviewer; API Keys Viewer for API keys',
    },
  ],
  open: openGcp,
  close: client => client.close(),
  check: checkGcp,
  reads: () => gcpReads,
});

async function checkGcp(client: GcpClient): Promise<readonly Problem[]> {
  const probes: GcpList[] = client.roots.flatMap(({ path }) => [
    client.settings.policies === 'search' ? policySearch(path) : policyOf(path),
    roleList(path),
    ...(path.startsWith('projects/') ? probesOfProject(client, path) : [projectList(path)]),
  ]);
  const problems: Problem[] = [];
  for (const probe of probes)
    for await (const { gaps } of gcpPages(client, probe)) {
      problems.push(...gaps.map(({ subject, message }) => ({ severity: 'warning', place: subject, message }) as const));
      break;
    }
  return problems;
}

const probesOfProject = ({ settings }: GcpClient, path: string): GcpList[] => {
  const project = path.slice('projects/'.length);
  return [serviceAccountList(project), workloadPoolList(project), ...(settings.api_keys ? [apiKeyList(project)] : [])];
};

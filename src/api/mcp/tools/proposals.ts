// The tools of changes: a preview, and a proposal that a person has to approve. No tool changes a source.
import { z } from 'zod';
import { actionOperations } from '../../../connector/actions.ts';
import { longestProposal } from '../../changes/change-operations.ts';
import { fitted } from '../framed-answer.ts';
import { refused, type ServiceRequest } from '../service-requests.ts';
import { defineTool } from './tool.ts';

const verbs = { DisableAccount: 'disable', EnableAccount: 'enable', ActivateAccount: 'activate' } as const;
const removals = {
  RemoveRole: (id: string) => `/v1/roles/${id}/assignees/remove`,
  RemoveGroupMember: (id: string) => `/v1/user-groups/${id}/members/remove`,
} as const;
const additions = {
  AssignRole: (id: string, account: string) => `/v1/roles/${id}/assignees/${account}`,
  AddGroupMember: (id: string, account: string) => `/v1/user-groups/${id}/members/${account}`,
} as const;

const change = {
  operation: z.enum(actionOperations).describe('What is changed'),
  accountIds: z
    .array(z.uuid())
    .min(1)
    .max(50)
    .optional()
    .describe('Global ids of the accounts; one for AssignRole and AddGroupMember, none for CreateUserGroup'),
  containerId: z.uuid().optional().describe('Global id of the role or user group whose members change'),
  groupName: z.string().min(1).max(256).optional().describe('Name of the group to create'),
  applicationInstanceId: z.uuid().optional().describe('Application instance that the group is created in'),
};

type ChangeArguments = z.output<z.ZodObject<typeof change>>;

/** The request of a change, without `dryRun` or `proposal`. @throws RefusedRequest for arguments that do not go together */
function requestOf({
  operation,
  accountIds,
  containerId,
  groupName,
  applicationInstanceId,
}: ChangeArguments): ServiceRequest {
  if (operation === 'CreateUserGroup') {
    need({ groupName, applicationInstanceId }, { accountIds, containerId }, operation);
    return { method: 'POST', path: '/v1/user-groups', body: { applicationInstanceId, groupName } };
  }
  if (operation in verbs) {
    need({ accountIds }, { containerId, groupName, applicationInstanceId }, operation);
    return {
      method: 'POST',
      path: `/v1/accounts/${verbs[operation as keyof typeof verbs]}`,
      body: { ids: accountIds },
    };
  }
  need({ accountIds, containerId }, { groupName, applicationInstanceId }, operation);
  if (operation in removals)
    return {
      method: 'POST',
      path: removals[operation as keyof typeof removals](containerId!),
      body: { ids: accountIds },
    };
  if (accountIds!.length > 1) throw refused('BAD_REQUEST', `accountIds: ${operation} takes one account`);
  return { method: 'PUT', path: additions[operation as keyof typeof additions](containerId!, accountIds![0]!) };
}

function need(
  wanted: Readonly<Record<string, unknown>>,
  foreign: Readonly<Record<string, unknown>>,
  operation: string,
): void {
  const missing = Object.keys(wanted).filter(name => wanted[name] === undefined);
  const extra = Object.keys(foreign).filter(name => foreign[name] !== undefined);
  if (missing.length > 0) throw refused('BAD_REQUEST', `${missing.join(', ')}: needed for ${operation}`);
  if (extra.length > 0) throw refused('BAD_REQUEST', `${extra.join(', ')}: not for ${operation}`);
}

const account = '6f0c3a52-6f0c-5a52-8f0c-3a526f0c3a52';

export const previewChangeTool = defineTool({
  name: 'preview_change',
  title: 'Preview a change',
  description:
    'Show what a change would do, without changing anything: what the source shows now, which access is gained and lost, the blast radius before and after, and the risks that it opens and closes. Needs the scope annotate.',
  input: z.strictObject(change),
  example: { operation: 'DisableAccount', accountIds: [account] },
  async answer(service, asked) {
    const request = requestOf(asked);
    return { data: fitted(await service.send({ ...request, query: { dryRun: true } }), 18_000) as object };
  },
});

export const proposeChangeTool = defineTool({
  name: 'propose_change',
  title: 'Propose a change',
  description:
    'Propose a change to the people who decide. It makes a job that waits until a person approves it in the console; you can never approve it, and nothing changes before. Propose only what the user of this conversation asked for, after preview_change. Needs the scope annotate.',
  input: z.strictObject({
    ...change,
    reason: z.string().min(1).max(longestProposal).describe('Why the change is proposed, for the person who decides'),
  }),
  example: { operation: 'DisableAccount', accountIds: [account], reason: 'The owner left on 2026-10-31' },
  proposes: true,
  async answer(service, { reason, ...asked }) {
    const { jobId, self } = await service.send({ ...requestOf(asked), query: { proposal: reason } });
    const { status, operation, approval } = await service.send({ path: self });
    return {
      data: {
        jobId,
        self,
        status,
        operation,
        approval,
        waitsFor: 'A person has to approve the job in the console. Nothing changes before.',
      },
    };
  },
});

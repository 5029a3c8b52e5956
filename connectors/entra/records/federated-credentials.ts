// Federated identity credentials: whose tokens sign a service principal in without a secret
// (learn.microsoft.com/graph/api/resources/federatedidentitycredentials-overview).

import { firstPartyAuthenticationKey, workloadIssuerKey } from '../../../src/connector/authentication-keys.ts';
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { textAt, textsAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import type { RelationshipEnd } from '../../../src/connector/relationship-id.ts';
import { assignmentRecord, fromElsewhere } from '../../../src/connector/relationship-records.ts';

const githubIssuer = 'https://token.actions.githubusercontent.com';

/** The workload whose tokens are trusted. */
interface Workload {
  readonly end: RelationshipEnd;
  /** Names the application instance that has it; undefined: the tenant itself. */
  readonly authenticationKey?: string;
}

/**
 * The subject that is trusted. `claims['sub'] eq '…'` or `matches '…'` is the only comparison that can be reduced to one. Wildcards have a
 * meaning there only: a plain subject with one is the subject of nobody.
 */
function subjectOf(credential: unknown): string | undefined {
  const subject = textAt(credential, 'subject');
  if (subject !== undefined) return subject.includes('*') ? undefined : subject;
  const expression = textAt(credential, 'claimsMatchingExpression', 'value') ?? '';
  return /^\s*claims\['sub'\]\s+(?:eq|matches)\s+'([^']*)'\s*$/.exec(expression)?.[1];
}

/** @returns undefined when the credential trusts what no connector lands, or cannot be reduced to one workload */
export function workloadOf(credential: unknown, tenantId: string): Workload | undefined {
  const [issuer, subject] = [textAt(credential, 'issuer')?.replace(/\/$/, ''), subjectOf(credential)];
  if (issuer === undefined || subject === undefined) return undefined;
  if (issuer === githubIssuer) return githubWorkload(subject);
  // A service account of the cluster of Kubernetes that has this issuer.
  if (/^system:serviceaccount:[^:*?]+:[^:*?]+$/.test(subject))
    return { end: ['Account', subject], authenticationKey: workloadIssuerKey(issuer) };
  const isOwnTenant = new RegExp(
    `^https://(login\\.microsoftonline\\.com|sts\\.windows\\.net)/${tenantId}(/v2\\.0)?$`,
    'i',
  );
  return isOwnTenant.test(issuer) && /^[0-9a-f-]{36}$/i.test(subject)
    ? { end: ['Account', subject.toLowerCase()] }
    : undefined;
}

/** `repo:ORG/REPO:…` is a repository, `repo:ORG/*…` all of an organisation. */
function githubWorkload(subject: string): Workload | undefined {
  const [, organisation, repository] = /^repo:([\w.-]+)\/([\w.-]+):/.exec(subject.toLowerCase()) ?? [];
  const [, whole] = /^repo:([\w.-]+)\/\*(?::|$)/.exec(subject.toLowerCase()) ?? [];
  const owner = organisation ?? whole;
  if (owner === undefined) return undefined;
  return {
    end: whole === undefined ? ['Account', `repo:${owner}/${repository}`] : ['UserGroup', `repo:${owner}/*`],
    authenticationKey: firstPartyAuthenticationKey('github-actions', owner),
  };
}

/** @returns undefined as {@link workloadOf} */
export function federatedAccessOf(
  credential: unknown,
  principalId: string,
  object: RelationshipEnd,
  tenantId: string,
): SourceRecord | undefined {
  const workload = workloadOf(credential, tenantId);
  const id = textAt(credential, 'id') ?? textAt(credential, 'name');
  if (workload === undefined || id === undefined) return undefined;
  const { end, authenticationKey } = workload;
  const context = metadataItems('oidc', {
    issuer: textAt(credential, 'issuer'),
    subject: textAt(credential, 'subject'),
    expression: textAt(credential, 'claimsMatchingExpression', 'value'),
    audiences: textsAt(credential, 'audiences'),
  });
  const details = {
    name: textAt(credential, 'name') ?? 'federated credential',
    description: textAt(credential, 'description'),
    permissions: { isExecute: true, fineGrainedSpecifiers: [`impersonate:${principalId}`] },
    conditions: { context },
  };
  const record = assignmentRecord(end, object, details, `federated:${id}`);
  return authenticationKey === undefined ? record : fromElsewhere(record, authenticationKey);
}

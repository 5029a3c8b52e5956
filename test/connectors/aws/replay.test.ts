// The simulated account answers as AWS did: recorded answers, one after the other, each compared. And the connector lands what was recorded.
import { isDeepStrictEqual } from 'node:util';
import { AwsV4Signer } from 'aws4fetch';
import { expect, it } from 'vitest';
import { awsFormat, resultOf } from '../../../connectors/aws/answers.ts';
import { requestOf } from '../../../connectors/aws/client.ts';
import type { ServiceName } from '../../../connectors/aws/endpoints.ts';
import { aws } from '../../../connectors/aws/index.ts';
import { contextOf } from '../../../connectors/aws/policy/context.ts';
import { decideAccess } from '../../../connectors/aws/policy/decision.ts';
import { type Policy, policyOf } from '../../../connectors/aws/policy/document.ts';
import { home } from '../../support/simulators/aws/account.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { learn, learnDetails } from '../../support/simulators/aws/learning.ts';
import {
  laboratoryDetails,
  type RecordedAnswer,
  recordedScenarios,
  snapshotResults,
} from '../../support/simulators/aws/recorded.ts';
import { emptyState, type Item } from '../../support/simulators/aws/state.ts';
import { readSource, recordsOf, rejectionsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  expectCoverage,
  recordingFiles,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';

const missing = recordingsMissing('aws') ?? recordingsMissing('aws-iam-snapshots');

/** What AWS makes up, and what the simulator does not have. */
const volatile = new Set(['GeneratedTime', 'RequestId', 'Credentials', 'AssumedRoleUser', 'UserId', 'Arn']);
const made = new Set(['sts:GetCallerIdentity', 'sts:AssumeRole', 'iam:GetCredentialReport']);

/** Both sides in one form: texts of scalars, documents as objects, nothing that is empty. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(comparable);
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, inner]) => [name, comparable(inner)] as const);
    const present = members.filter(
      ([name, inner]) => inner !== undefined && !(name === 'IsTruncated' && inner === 'false'),
    );
    return present.length === 0 ? undefined : Object.fromEntries(present);
  }
  if (typeof value === 'string' && /^(%7B|\{)/.test(value)) return comparable(JSON.parse(decodeURIComponent(value)));
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString();
  // Line ends of documents in XML are one character.
  return value === '' || value === undefined ? undefined : String(value).replaceAll('\r\n', '\n').trim();
}

async function answerOf(
  server: AwsSimulator,
  operation: string,
  given: Item,
): Promise<{ status: number; body: unknown }> {
  const [service, action] = operation.split(':') as [ServiceName, string];
  const request = requestOf(service, action, given as Record<string, string>);
  const body = request.json === undefined ? new URLSearchParams(request.form).toString() : JSON.stringify(request.json);
  const signer = new AwsV4Signer({
    ...{ method: 'POST', url: `${server.url}/`, body, service, region: 'us-east-1', headers: { ...request.headers } },
    ...{ accessKeyId: awsKey.access_key_id, secretAccessKey: awsKey.secret_access_key },
  });
  const { headers } = await signer.sign();
  const answer = await fetch(`${server.url}/`, { method: 'POST', headers, body });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : awsFormat.parse(text) };
}

async function differenceOf(server: AwsSimulator, recorded: RecordedAnswer): Promise<string | undefined> {
  const given = learn(server.state, recorded)!;
  const { status, body } = await answerOf(server, recorded.operation, given);
  const where = `${recorded.place}: ${recorded.operation}`;
  if (status !== recorded.status)
    return `${where}: ${recorded.status} recorded, ${status} here: ${JSON.stringify(body).slice(0, 200)}`;
  const code = (body as { ErrorResponse?: { Error: Item } }).ErrorResponse?.Error;
  const [ours, theirs] = recorded.error
    ? [code, recorded.error]
    : [resultOf(body, recorded.operation.split(':')[1]!), recorded.result];
  const { ResponseMetadata: _metadata, ...result } = (ours ?? {}) as Item;
  const isNothing = isDeepStrictEqual(Object.keys(theirs), []);
  if (isNothing) return undefined;
  const content = withContent(result);
  const [difference] = differencesOf(
    comparable(theirs),
    comparable(content),
    made.has(recorded.operation) ? volatile : new Set(['GeneratedTime']),
  );
  return difference && `${where}: ${difference}`;
}

/** SDKs decode the report, and texts that they take for base64 already. */
const withContent = (result: Item): Item =>
  typeof result['Content'] === 'string'
    ? { ...result, Content: Buffer.from(result['Content'], 'base64').toString('utf8') }
    : result;

describeRecorded(missing, () => {
  it('are reproduced', async () => {
    await using server = await startAws();
    const results: Comparison[] = [];
    for (const scenario of [...recordedScenarios(), ...snapshotResults().map(each => [each])]) {
      Object.assign(server.state, emptyState());
      for (const recorded of scenario) {
        const isUsed =
          learn({ ...emptyState(), ...structuredClone({ account: server.state.account }) }, recorded) !== undefined;
        if (isUsed) results.push({ operation: recorded.operation, difference: await differenceOf(server, recorded) });
      }
    }
    expectCoverage(results);
  });

  it('are read by the connector without rejections', async () => {
    await using server = await startAws();
    for (const recorded of [...recordedScenarios().flat(), ...snapshotResults()]) learn(server.state, recorded);
    learnDetails(server.state, laboratoryDetails() ?? {});
    Object.assign(server.state, { account: laboratoryAccount(), report: undefined, reportState: 'complete' });
    const reading = await readSource(aws, { ...awsKey, endpoint_url: server.url });
    expect(rejectionsOf(reading)).toEqual([]);
    console.info([...reading].map(([type, { records }]) => `${records.size} ${type}`).join(', '));
    expect(recordsOf(reading, 'Account').length).toBeGreaterThan(50);
    expect(JSON.stringify([...reading.values()].map(({ records }) => [...records.values()]))).not.toMatch(
      /ServicePassword|SecretAccessKey|BEGIN CERTIFICATE/,
    );
  });

  it.skipIf(!laboratoryDetails())('of a laboratory of privilege escalation show which there are', async () => {
    await using server = await startAws();
    learnDetails(server.state, laboratoryDetails()!);
    server.state.account = laboratoryAccount();
    const reading = await readSource(aws, { ...awsKey, endpoint_url: server.url });
    const administrators = recordsOf(reading, 'EntityAssignedAccessToObject').flatMap(record => {
      const { type } = (record['entitlementSpecification'] as { reasonSpecificData: { type: string } })
        .reasonSpecificData;
      const isAdministration = record['assignedObjectType'] === 'IntegratedApplication' && type === 'Grant';
      return isAdministration ? [String(record['entityId']).split('/').at(-1)!] : [];
    });
    // The laboratory (IAM Vulnerable, by Bishop Fox) numbers the ways that it has; 17 and 19 change functions and endpoints, not
    // identities. It also has false negatives (fn) and false positives (fp) of other tools.
    const { UserDetailList: users, RoleDetailList: roles } = laboratoryDetails()!;
    const numbered = namesIn(users, 'UserName', /^privesc\d+-.*-user$/).filter(name => !/^privesc1[79]-/.test(name));
    const missed = [...numbered, ...namesIn(roles, 'RoleName', /^fn\d.*-role$/)].filter(
      name => !administrators.includes(name),
    );
    expect(missed).toEqual([]);
    expect(administrators.filter(name => /^fp\d.*-role$/.test(name))).toEqual([]);
  });

  it('of policy simulations are decided the same', () => {
    const simulated = recordingFiles('aws', '.json').filter(({ name }) =>
      /Simulate(Custom|Principal)Policy_\d/.test(name),
    );
    const decisions = simulated.flatMap(({ name, text }) => {
      const policies = policiesBeside(name);
      const { EvaluationResults } = JSON.parse(text).data as { EvaluationResults: Item[] };
      return EvaluationResults.map(result => ({
        recorded: result['EvalDecision'],
        decided: decideAccess(
          {
            action: String(result['EvalActionName']),
            resource: String(result['EvalResourceName']),
            context: contextOf({}),
          },
          { identity: policies, limits: [] },
        ),
      }));
    });
    expect(decisions.length).toBeGreaterThan(1);
    for (const { recorded, decided } of decisions)
      expect(decided.effect === 'allow' ? 'allowed' : decided.isExplicit ? 'explicitDeny' : 'implicitDeny').toBe(
        recorded,
      );
  });
});

const namesIn = (items: readonly Item[] | undefined, member: string, pattern: RegExp): string[] =>
  (items ?? []).map(item => String(item[member])).filter(name => pattern.test(name));

/** Id of the account of the laboratory; another one where it is absent. */
const laboratoryAccount = () => String(laboratoryDetails()?.['UserDetailList']?.[0]?.['Arn']).split(':')[4] ?? home;

/** Policies that a scenario read, or the one that its answer names. */
function policiesBeside(name: string): Policy[] {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const beside = recordingFiles('aws', '.json').filter(
    file => file.name.startsWith(folder) && file.name.includes('GetPolicyVersion'),
  );
  const read = beside.flatMap(({ text }) => policyOf('recorded', JSON.parse(text).data.PolicyVersion.Document) ?? []);
  return read.length > 0
    ? read
    : [policyOf('AdministratorAccess', { Statement: { Effect: 'Allow', Action: '*', Resource: '*' } })!];
}

// An account from the files of `aws iam get-account-authorization-details`: the rows are those of the APIs.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsClient, ask, openAws } from '../../../connectors/aws/client.ts';
import { aws } from '../../../connectors/aws/index.ts';
import { awsSettings } from '../../../connectors/aws/settings.ts';
import { brokenRules } from '../../conformance/broken-rules.ts';
import { fillAccount, home } from '../../support/simulators/aws/account.ts';
import { AwsError } from '../../support/simulators/aws/answers.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { misfitsOf } from '../../support/simulators/landable.ts';
import { contentOf, gapsOf, type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

const sample = resolve(import.meta.dirname, '../../../../shared/data/aws/account-authorization-details.json');
let folder: string;
let server: AwsSimulator;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-aws-'));
  server = await startAws();
  fillAccount(server.state);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Documents of policies as the command line prints them: decoded, and times with an offset. */
const printed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner) =>
    typeof inner === 'string' && /Document$/.test(name)
      ? JSON.parse(decodeURIComponent(inner))
      : typeof inner === 'string' && /Date$/.test(name)
        ? inner.replace(/Z$/, '+00:00')
        : inner,
  );

/** Writes what the simulator answers into a folder, page by page. */
async function downloaded(name: string, { withReport }: { readonly withReport: boolean }): Promise<string> {
  const path = join(folder, name);
  mkdirSync(path);
  const context = { sourceId: 's', applicationInstanceId: '', baseFolder: '/', signal: new AbortController().signal };
  const client: AwsClient = await openAws(awsSettings.parse({ ...awsKey, endpoint_url: server.url }), context);
  let marker: string | undefined;
  for (let page = 1; page === 1 || marker !== undefined; page++) {
    const { result } = await ask(client, 'iam', 'GetAccountAuthorizationDetails', { MaxItems: 4, Marker: marker });
    const { IsTruncated, Marker } = result as { IsTruncated: string; Marker?: string };
    marker = IsTruncated === 'true' ? Marker : undefined;
    writeFileSync(join(path, `page-${page}.json`), JSON.stringify(printed(result)));
  }
  if (withReport) {
    await ask(client, 'iam', 'GenerateCredentialReport');
    const { result } = await ask(client, 'iam', 'GetCredentialReport');
    writeFileSync(join(path, 'report.csv'), Buffer.from((result as { Content: string }).Content, 'base64'));
  }
  return path;
}

/** What the files do not have: the simulator refuses it. */
async function readOnline({ withReport }: { readonly withReport: boolean }): Promise<Reading> {
  const allowed = [
    'GetCallerIdentity',
    'GetAccountAuthorizationDetails',
    ...(withReport ? ['GenerateCredentialReport', 'GetCredentialReport'] : []),
  ];
  server.interfere = operation =>
    allowed.includes(operation.split(':')[1]!) ? undefined : new AwsError(403, 'AccessDenied', 'no');
  try {
    return await readSource(aws, { ...awsKey, endpoint_url: server.url });
  } finally {
    server.interfere = undefined;
  }
}

describe.each([true, false])('with a credential report: %s', withReport => {
  it('lands what the APIs show of the same account', async () => {
    const path = await downloaded(`account-${withReport}`, { withReport });
    const [online, fromFiles] = [await readOnline({ withReport }), await readSource(aws, { account_details: path })];
    expect(misfitsOf(fromFiles)).toEqual([]);
    expect(contentOf(fromFiles)).toEqual(contentOf(online));
    expect(recordsOf(fromFiles, 'EntityAssignedAccessToObject').length).toBeGreaterThan(20);
    // Each part that is missing is said where it is missing, and makes nothing else stay.
    const places = (reading: Reading) =>
      gapsOf(reading)
        .map(({ type, subject, missing }) => `${type} ${subject} ${missing}`)
        .toSorted();
    expect(places(fromFiles)).toEqual(places(online));
    const open = gapsOf(fromFiles).filter(
      ({ missing, within }) => missing === 'objects' && (within?.is?.length ?? 1) > 0,
    );
    expect(open.map(({ type }) => type)).toEqual(withReport ? [] : ['Account', 'AuthenticatorEnrollment']);
  });
});

it('keeps the rules of connectors', async () => {
  expect(await brokenRules(aws, { account_details: await downloaded('rules', { withReport: true }) })).toEqual([]);
});

it('says that the last page is missing', async () => {
  const path = await downloaded('cut', { withReport: false });
  const pages = readdirSync(path).length;
  rmSync(join(path, `page-${pages}.json`));
  const [gap] = gapsOf(await readSource(aws, { account_details: path })).filter(({ type }) => type === 'Role');
  expect(gap).toMatchObject({
    missing: 'objects',
    message: expect.stringMatching(/^a page of the details is missing/),
  });
  expect(gap).not.toHaveProperty('within');
});

it.skipIf(!existsSync(sample))('reads a laboratory account; skipped where the sample is not there', async () => {
  const reading = await readSource(aws, { account_details: sample });
  expect(misfitsOf(reading)).toEqual([]);
  const { UserDetailList, GroupDetailList, RoleDetailList } = JSON.parse(readFileSync(sample, 'utf8'));
  const arns = (items: readonly { readonly Arn: string }[]) => items.map(({ Arn }) => Arn);
  const ids = (type: string) => recordsOf(reading, type).map(({ id }) => id);
  expect(ids('Account')).toEqual(expect.arrayContaining(arns(UserDetailList)));
  expect(ids('UserGroup')).toEqual(expect.arrayContaining(arns(GroupDetailList)));
  expect(ids('Role')).toEqual(arns(RoleDetailList));
  const user = recordOf(reading, 'Account', arns(UserDetailList)[0]!)!;
  expect(user['createdDate']).toBe('2023-03-09T10:41:45Z');
  for (const unknown of ['enabled', 'hasAPIAccess', 'lastActivityDate']) expect(user).not.toHaveProperty(unknown);
});

describe('refuses', () => {
  const user = (account: string) => ({ Arn: `arn:aws:iam::${account}:user/a`, UserName: 'a' });
  it.each([
    ['another document', { 'a.json': '{"Users": []}' }, /^a\.json: has none of UserDetailList/],
    ['a file that is cut off', { 'a.json': '{"UserDetailList": [' }, /^a\.json: is not JSON \(copy/],
    [
      'several accounts',
      { 'a.json': JSON.stringify({ UserDetailList: [user(home), user('999999999999')] }) },
      /is of several accounts: \d+, 999999999999 \(make a source for each/,
    ],
    ['nobody', { 'a.json': '{"UserDetailList": []}' }, /names no account/],
    ['another table', { 'a.csv': 'name\nx\n' }, /^a\.csv: is no credential report/],
    ['a report alone', { 'a.csv': 'user,arn,x\n' }, /has no details of an account/],
  ])('%s', async (name, files, expected) => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
    await expect(readSource(aws, { account_details: path })).rejects.toThrow(expected);
  });

  it('an access key besides files, and neither of both', () => {
    expect(awsSettings.safeParse({ ...awsKey, account_details: 'x' }).error?.issues[0]?.message).toMatch('not both');
    expect(awsSettings.safeParse({}).error?.issues.map(({ path }) => path[0])).toEqual([
      'access_key_id',
      'secret_access_key',
    ]);
  });
});

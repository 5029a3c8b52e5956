// Answers of AWS that refuse, limit, or are not what they should be: the run says what and where, and deletes nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aws } from '../../../connectors/aws/index.ts';
import { fillAccount, home } from '../../support/simulators/aws/account.ts';
import { AwsError, accessDenied, throttled, xmlAnswer } from '../../support/simulators/aws/answers.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { contentOf, gapsOf, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';
import type { Answer } from '../../support/simulators/simulator.ts';

let server: AwsSimulator;
const settings = (more: object = {}) => ({ ...awsKey, endpoint_url: server.url, ...more });
beforeAll(async () => {
  server = await startAws();
});
beforeEach(() => {
  Object.assign(server, { interfere: undefined, pageSize: 1000 });
  server.operations.length = 0;
  fillAccount(server.state);
});
afterAll(() => server.close());

const answering = (operation: string, answer: AwsError | Answer) => {
  server.interfere = asked => (asked === operation ? answer : undefined);
};
/** What the example account always leaves open. */
const alwaysSaid = /^trust policy of |^identitystore$/;
const gaps = async (more: object = {}) =>
  gapsOf(await readSource(aws, settings(more)))
    .filter(({ subject }) => !alwaysSaid.test(subject))
    .map(({ type, missing, reason, message }) => `${type} ${missing} ${reason}: ${message}`);

describe('credentials', () => {
  it('that are wrong are refused with a remedy', async () => {
    await expect(readSource(aws, settings({ secret_access_key: 'other' }))).rejects.toThrow(
      /SignatureDoesNotMatch.*is the access key active/s,
    );
    await expect(readSource(aws, settings({ access_key_id: 'AKIAOTHERKEYOFATEST1' }))).rejects.toThrow(
      /InvalidClientTokenId/,
    );
  });

  const role = { role_arn: `arn:aws:iam::${home}:role/reader`, external_id: 'x-1' };

  it('of an assumed role are used, and renewed when they have ended', async () => {
    let isEnded = false;
    server.interfere = operation => {
      if (operation === 'iam:ListAccountAliases' && !isEnded) {
        isEnded = true;
        return new AwsError(403, 'ExpiredToken', 'The security token included in the request is expired');
      }
      return undefined;
    };
    expect(await gaps({ assume_role: role })).toEqual([]);
    expect(server.operations.filter(operation => operation === 'sts:AssumeRole')).toHaveLength(2);
  });

  it('of a role that may not be assumed say so', async () => {
    const denied = readSource(aws, settings({ assume_role: { ...role, external_id: 'wrong' } }));
    await expect(denied).rejects.toThrow(/sts:AssumeRole .*reader.*AccessDenied.*trust policy of the role/s);
  });

  it('of the organisation may be others than those of the account', async () => {
    expect(await gaps({ organization_role: role })).toEqual([]);
    expect(server.operations.filter(operation => operation === 'sts:AssumeRole')).toHaveLength(1);
  });
});

describe('an operation that is refused is a gap with the permission to grant', () => {
  it.each([
    ['iam:GetAccountAuthorizationDetails', 'Role objects forbidden'],
    ['iam:ListAccessKeys', 'Account objects forbidden'],
    ['iam:ListMFADevices', 'AuthenticatorEnrollment objects forbidden'],
    ['iam:ListSAMLProviders', 'Authenticator objects forbidden'],
    ['iam:GetAccountPasswordPolicy', 'IntegratedApplication fields forbidden'],
    ['organizations:ListRoots', 'ResourceInstance objects forbidden'],
    ['organizations:ListPolicies', 'EntityAssignedAccessToObject fields forbidden'],
    ['sso:ListPermissionSets', 'EntityManagedViaObject objects forbidden'],
    ['sso:ListAccountAssignments', 'EntityAssignedAccessToObject objects forbidden'],
    ['identitystore:ListUsers', 'Account objects forbidden'],
    ['identitystore:ListGroups', 'UserGroup objects forbidden'],
  ])('%s', async (operation, gap) => {
    answering(operation, accessDenied(operation));
    const found = (await gaps()).filter(text => text.startsWith(gap));
    expect(found).toEqual([expect.stringContaining(`grant ${operation}`)]);
  });

  it('and everything else lands', async () => {
    const whole = contentOf(await readSource(aws, settings()));
    answering('identitystore:ListUsers', accessDenied('identitystore:ListUsers'));
    const partial = contentOf(await readSource(aws, settings()));
    const { Account, ...rest } = partial;
    expect(rest).toEqual(Object.fromEntries(Object.entries(whole).filter(([type]) => type !== 'Account')));
    expect(Object.keys(Account!)).toEqual(Object.keys(whole['Account']!).filter(id => !id.startsWith('u-')));
  });

  it('the members of a group are missing in that group only', async () => {
    answering('identitystore:ListGroupMemberships', accessDenied('identitystore:ListGroupMemberships'));
    const found = gapsOf(await readSource(aws, settings())).filter(({ within }) => within?.is?.length);
    expect(found.map(({ within }) => within)).toEqual([{ field: 'managedViaObjectId', is: ['g-ops'] }]);
  });

  it('what is not to be read is not asked for', async () => {
    await gaps({ organization: false, identity_center: false, other_credentials: false });
    expect(
      server.operations.filter(operation => /^(organizations|sso|identitystore)|SSH|Specific/.test(operation)),
    ).toEqual([]);
  });
});

describe('what is not known is said', () => {
  it('without a credential report: whether users can be used', async () => {
    answering('iam:GetCredentialReport', accessDenied('iam:GetCredentialReport'));
    const reading = await readSource(aws, settings());
    expect(recordOf(reading, 'Account', `arn:aws:iam::${home}:user/dan`)).not.toHaveProperty('enabled');
    expect((await gaps())[0]).toBe(
      'Account fields forbidden: enabled, last use, second factor: 403: AccessDenied: User: arn:aws:iam::111111111111:user/reader is not authorized to perform: iam:GetCredentialReport; grant iam:GenerateCredentialReport and iam:GetCredentialReport',
    );
  });

  it('a credential report that is being made is waited for', async () => {
    server.state.reportState = 'absent';
    expect(await gaps()).toEqual([]);
    expect(server.operations.filter(operation => operation === 'iam:GenerateCredentialReport')).toHaveLength(3);
  });

  it('without service control policies: every right depends on them', async () => {
    answering('organizations:DescribePolicy', accessDenied('organizations:DescribePolicy'));
    const rights = recordsOf(await readSource(aws, settings()), 'EntityAssignedAccessToObject').filter(
      ({ entityId, assignedObjectType }) =>
        entityId === `arn:aws:iam::${home}:user/finn` && assignedObjectType !== 'Role',
    );
    expect(JSON.stringify(rights)).toContain('depends on service control policies');
  });

  it('a policy that is none', async () => {
    const attached = server.state.policies.get(`arn:aws:iam::${home}:policy/readers`)!;
    attached.document = 'not a policy';
    const reading = await readSource(aws, settings());
    expect(recordOf(reading, 'Account', `arn:aws:iam::${home}:user/cora`)).not.toHaveProperty('isAdmin');
    server.state.roles.get('named')!.trust = 'not a policy';
    const found = gapsOf(await readSource(aws, settings())).map(({ message }) => message);
    expect(found).toContain('its trust policy cannot be read');
  });
});

describe('limits', () => {
  it.each([
    ['IAM', 'iam:GetAccountAuthorizationDetails', throttled()],
    ['JSON services', 'identitystore:ListGroups', new AwsError(400, 'ThrottlingException', 'Rate exceeded')],
    ['Organizations', 'organizations:ListRoots', new AwsError(400, 'TooManyRequestsException', 'Slow down')],
    ['with 503', 'sso:ListInstances', new AwsError(503, 'RequestLimitExceeded', 'Request limit exceeded')],
  ])('of %s are waited for', async (_service, operation, error) => {
    let refused = 0;
    server.interfere = asked => {
      if (asked !== operation || refused >= 3) return undefined;
      refused += 1;
      return error;
    };
    expect(await gaps()).toEqual([]);
    expect(refused).toBe(3);
  });
});

describe('an answer that is none ends its list with a gap', () => {
  it.each<[string, string, Answer, RegExp]>([
    [
      'an HTML page of a proxy',
      'iam:ListSAMLProviders',
      { body: '<html><title>Sign in</title></html>' },
      /HTML page \("Sign in"\)/,
    ],
    [
      'XML that is cut off',
      'iam:ListSAMLProviders',
      { body: '<ListSAMLProvidersResponse><List' },
      /the answer is not XML or JSON of AWS/,
    ],
    [
      'an entity of its own',
      'iam:ListSAMLProviders',
      { body: '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>' },
      /has a document type/,
    ],
    [
      'another document',
      'iam:ListSAMLProviders',
      xmlAnswer('ListSAMLProviders', { Other: 'x' }),
      /the answer has no list/,
    ],
    ['a text', 'identitystore:ListGroups', { body: '"hello"' }, /the answer has no list/],
    ['a wrong type', 'identitystore:ListGroups', { body: '{"Groups":{"a":1}}' }, /the answer has no list/],
    [
      ...(['a page without the next one', 'iam:GetAccountAuthorizationDetails'] as const),
      ...([
        xmlAnswer('GetAccountAuthorizationDetails', { UserDetailList: [], IsTruncated: true }),
        /the answer has no list/,
      ] as const),
    ],
    [
      'the same page again',
      'identitystore:ListGroups',
      { body: '{"Groups":[],"NextToken":"again"}' },
      /names a page as the next one/,
    ],
    [
      'an error of the server',
      'identitystore:ListGroups',
      { status: 500, body: '{"__type":"InternalServerException"}' },
      /500: InternalServerException/,
    ],
  ])('%s', async (_what, operation, answer, message) => {
    answering(operation, { headers: { 'content-type': 'text/xml' }, ...answer });
    const found = (await gaps()).filter(text => / objects /.test(text));
    expect(found.join('\n')).toMatch(message);
  });

  it('without the name of an account the source is not opened', async () => {
    answering('sts:GetCallerIdentity', xmlAnswer('GetCallerIdentity', { Account: 'x' }));
    await expect(readSource(aws, settings())).rejects.toThrow('the answer names no account');
  });
});

it('objects without ids are rejected, and odd values are left out', async () => {
  server.state.users.get('ada')!.item['UserName'] = undefined;
  server.state.storeUsers.set('u-odd', { UserId: 'u-odd', Emails: 'none', Name: 7, CreatedAt: 'yesterday' });
  server.state.storeUsers.set('../x', { UserId: '../x', UserName: '../x', Emails: [null], UserStatus: 'ENABLED' });
  const reading = await readSource(aws, settings());
  expect(reading.get('Account')!.rejected.map(({ id, reasons }) => [id, ...reasons])).toEqual([
    [`arn:aws:iam::${home}:user/ada`, 'has no UserName'],
    ['u-odd', 'has no UserName'],
  ]);
  expect(recordOf(reading, 'Account', '../x')).toMatchObject({ alias: '../x', enabled: true });
});

it('an account without organisation and Identity Center has neither', async () => {
  Object.assign(server.state, { organization: undefined, instance: undefined });
  const reading = await readSource(aws, settings());
  expect(
    recordsOf(reading, 'ResourceInstance').filter(({ resourceClass }) =>
      String(resourceClass).startsWith('organizations'),
    ),
  ).toEqual([]);
  expect(recordOf(reading, 'ResourceInstance', home)).toMatchObject({
    name: 'acme-prod',
    resourceClass: 'aws-account',
  });
  expect(await gaps()).toEqual([]);
});

it('check names each permission that is missing', async () => {
  const client = await aws.open(aws.settings.parse(settings()), {
    ...{ sourceId: 's', applicationInstanceId: '00000000-0000-4000-8000-000000000001', baseFolder: '/' },
    ...{ signal: new AbortController().signal, http: { retriesAtOnce: true } },
  });
  try {
    expect(await aws.check(client)).toEqual([]);
    server.interfere = operation => (/^sso|Details$/.test(operation) ? accessDenied(operation) : undefined);
    expect((await aws.check(client)).map(({ severity, message }) => [severity, message.split('; ')[1]])).toEqual([
      ['error', 'grant iam:GetAccountAuthorizationDetails'],
      ['warning', 'grant sso:ListInstances'],
    ]);
  } finally {
    await aws.close?.(client);
  }
});

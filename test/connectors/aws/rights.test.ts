// What policies of an AWS account permit, as rights on the account and on named resources.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aws } from '../../../connectors/aws/index.ts';
import { arn, fillAccount, home } from '../../support/simulators/aws/account.ts';
import { type AwsSimulator, awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { type Reading, readSource, recordOf, recordsOf } from '../../support/simulators/reading.ts';

let server: AwsSimulator;
let reading: Reading;
beforeAll(async () => {
  server = await startAws();
  fillAccount(server.state);
  reading = await readSource(aws, { ...awsKey, endpoint_url: server.url });
});
afterAll(() => server.close());

describe('what policies permit', () => {
  const rights = (entityId: string, assignedObjectId: string, type = 'Grant') =>
    recordsOf(reading, 'EntityAssignedAccessToObject')
      .filter(record => record['entityId'] === entityId && record['assignedObjectId'] === assignedObjectId)
      .map(
        ({ entitlementSpecification }) =>
          (entitlementSpecification as { reasonSpecificData: Record<string, unknown> }).reasonSpecificData,
      )
      .filter(data => data['type'] === type);

  it('is a right of few rows on the account, and an administrative one', () => {
    const records = recordsOf(reading, 'EntityAssignedAccessToObject').filter(
      ({ entityId }) => entityId === arn('group', 'admins'),
    );
    expect(records.map(({ assignedObjectType, assignedObjectId }) => [assignedObjectType, assignedObjectId])).toEqual([
      ['ResourceInstance', home],
      ['IntegratedApplication', home],
    ]);
    expect(rights(arn('group', 'admins'), home)[0]).toMatchObject({
      name: 'AdministratorAccess',
      permissions: { isRead: true, isDelete: true, isPrivileged: true, fineGrainedSpecifiers: ['*'] },
    });
  });

  it('does not pass on to everything in the account when it is about some of it', () => {
    expect(rights(arn('group', 'readers'), home)).toEqual([
      expect.objectContaining({
        appliesToContents: false,
        permissions: { isRead: true, isPrivileged: false, fineGrainedSpecifiers: ['s3:Get*', 's3:List*'] },
      }),
    ]);
  });

  it('over a named resource is a right on it', () => {
    const [data] = rights(arn('user', 'bert'), 'arn:aws:s3:::acme-data');
    expect(data).toMatchObject({ permissions: { isRead: true, fineGrainedSpecifiers: ['s3:*'] } });
    expect(recordOf(reading, 'ResourceInstance', 'arn:aws:s3:::acme-data')).toMatchObject({
      resourceClass: 's3:bucket',
    });
    expect(recordOf(reading, 'ResourceInstance', 'arn:aws:lambda:eu-north-1:111111111111:function:web')).toMatchObject({
      ...{ resourceClass: 'lambda:function', parentId: home },
    });
  });

  it('is what the permissions boundary leaves', () => {
    expect(rights(arn('user', 'dan'), home).map(({ permissions }) => permissions)).toEqual([
      { isRead: true, isPrivileged: false, fineGrainedSpecifiers: ['s3:GetObject'] },
    ]);
    expect(rights(arn('user', 'dan'), arn('user', 'ada'))).toEqual([]);
  });

  it('lets act as the user whose keys somebody may make', () => {
    expect(rights(arn('user', 'finn'), arn('user', 'ada'))[0]).toMatchObject({
      permissions: {
        isPrivileged: true,
        fineGrainedSpecifiers: [`impersonate:${arn('user', 'ada')}`, 'iam:CreateAccessKey'],
      },
    });
  });

  it('is nothing where everything is denied', () => {
    expect(rights(arn('user', 'eve'), home)).toEqual([]);
    expect(rights(arn('user', 'eve'), home, 'Denial')).toEqual([
      expect.not.objectContaining({ conditions: expect.anything() }),
      expect.not.objectContaining({ conditions: expect.anything() }),
    ]);
    expect(rights(arn('user', 'bert'), home, 'Denial')).toEqual([
      expect.objectContaining({ conditions: { context: [expect.objectContaining({ value: ['s3:DeleteBucket'] })] } }),
    ]);
  });

  it('of passing any role administers the account', () =>
    expect(
      recordsOf(reading, 'EntityAssignedAccessToObject').filter(
        ({ entityId, assignedObjectType }) =>
          entityId === arn('role', 'function') && assignedObjectType === 'IntegratedApplication',
      ),
    ).toHaveLength(1));
});

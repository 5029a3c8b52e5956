// An account of the size that the quotas of IAM allow, whose API throttles as AWS does: in no more requests a second than it takes.
import { expect, it } from 'vitest';
import { aws } from '../../../connectors/aws/index.ts';
import {
  addGroup,
  addKey,
  addPolicy,
  addRole,
  addUser,
  allow,
  arn,
  document,
  fillAccount,
  home,
  trusting,
} from '../../support/simulators/aws/account.ts';
import { throttled } from '../../support/simulators/aws/answers.ts';
import { awsKey, startAws } from '../../support/simulators/aws/aws.ts';
import { gapsOf, readSource, recordsOf } from '../../support/simulators/reading.ts';

const users = 5000;
const roles = 1000;
const requestsASecond = 400;

it('of 5,000 users and 1,000 roles is read, with throttled requests, and rights stay few', {
  timeout: 900_000,
}, async () => {
  const server = await startAws();
  try {
    const { state } = server;
    fillAccount(state);
    const many = Array.from({ length: 60 }, (_, index) => `service${index}:Get*`);
    for (let index = 0; index < 100; index += 1) {
      addPolicy(
        state,
        arn('policy', `p${index}`),
        document(allow([...many, 's3:*'], ['*', `arn:aws:s3:::bucket-${index}`])),
      );
      addGroup(state, `g${index}`, [arn('policy', `p${index}`)]);
    }
    for (let index = 0; index < users; index += 1) {
      const user = addUser(state, `u${index}`);
      addKey(user, `AKIA${String(index).padStart(16, '0')}`);
      for (const step of [1, 7, 13]) user.groups.add(`g${(index * step) % 100}`);
      if (index % 10 === 0) user.inline.set('own', document(allow('sts:AssumeRole', arn('role', `r${index % roles}`))));
      if (index % 25 === 0)
        user.inline.set('deny', document({ Effect: 'Deny', Action: ['s3:Delete*', 'iam:*'], Resource: '*' }));
    }
    for (let index = 0; index < roles; index += 1)
      addRole(
        state,
        `r${index}`,
        trusting(index % 2 === 0 ? { AWS: `arn:aws:iam::${home}:root` } : { Service: 'ec2.amazonaws.com' }),
        {
          inline: { own: document(allow(many)) },
        },
      );
    let [second, count, refused] = [0, 0, 0];
    server.interfere = () => {
      const now = Math.floor(performance.now() / 1000);
      count = now === second ? count + 1 : 1;
      second = now;
      if (count <= requestsASecond) return undefined;
      refused += 1;
      return throttled();
    };
    const began = performance.now();
    const settings = { ...awsKey, endpoint_url: server.url, other_credentials: false };
    const reading = await readSource(aws, settings, undefined, { waits: true });
    const seconds = (performance.now() - began) / 1000;
    const count_of = (type: string) => recordsOf(reading, type).length;
    console.info(
      `${server.operations.length} requests, ${refused} of them refused, in ${seconds.toFixed(1)} s; ${count_of('EntityManagedViaObject')} memberships, ${count_of('EntityAssignedAccessToObject')} rights`,
    );
    expect(gapsOf(reading).filter(({ missing, within }) => missing === 'objects' && !within)).toEqual([]);
    expect(count_of('Account')).toBeGreaterThan(2 * users);
    expect(count_of('EntityAssignedAccessToObject')).toBeLessThan(users + 2 * roles);
    expect(seconds).toBeLessThan((server.operations.length / requestsASecond) * 3);
  } finally {
    await server.close();
  }
});

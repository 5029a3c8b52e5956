// Trust policies: whom they mean, and which workflows of GitHub they admit.
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../../connectors/aws/policy/context.ts';
import { policyOf } from '../../../../connectors/aws/policy/document.ts';
import { githubSubjects } from '../../../../connectors/aws/policy/github-subjects.ts';
import { trustedPrincipals, trustIn } from '../../../../connectors/aws/policy/trust.ts';

const account = '111111111111';
const role = `arn:aws:iam::${account}:role/r`;
const ada = { kind: 'AWS', name: `arn:aws:iam::${account}:user/ada`, account };

const trust = (...statements: object[]) => policyOf('trust', { Version: '2012-10-17', Statement: statements })!;
const trusts = (Principal: unknown, more: object = {}) => ({
  ...{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal },
  ...more,
});
const judged = (statements: object[], principal: Parameters<typeof trustIn>[1] = ada, facts = {}) => {
  const { effect, meaning } = trustIn(trust(...statements), principal, role, contextOf(facts));
  return [effect, meaning];
};

it.each([
  ['its ARN', { AWS: ada.name }, ['allow', 'named']],
  ['its account', { AWS: account }, ['allow', 'account']],
  ['the root of its account', { AWS: [`arn:aws:iam::${account}:root`] }, ['allow', 'account']],
  ['both', { AWS: [account, ada.name] }, ['allow', 'named']],
  ['everybody', '*', ['allow', 'everybody']],
  ['everybody in AWS', { AWS: '*' }, ['allow', 'everybody']],
  ['another user', { AWS: `arn:aws:iam::${account}:user/bert` }, ['deny', undefined]],
  ['another account', { AWS: '222222222222' }, ['deny', undefined]],
  ['a service', { Service: 'ec2.amazonaws.com' }, ['deny', undefined]],
])('a user is meant by %s', (_what, principal, expected) => expect(judged([trusts(principal)])).toEqual(expected));

it('a service and an identity provider are meant by their names', () => {
  const service = { kind: 'Service', name: 'ec2.amazonaws.com' };
  expect(judged([trusts({ Service: ['lambda.amazonaws.com', service.name] })], service)).toEqual(['allow', 'named']);
  const provider = { kind: 'Federated', name: `arn:aws:iam::${account}:saml-provider/p` };
  const saml = { Action: 'sts:AssumeRoleWithSAML' };
  expect(judged([trusts({ Federated: provider.name }, saml)], provider)).toEqual(['allow', 'named']);
  expect(judged([trusts({ Federated: provider.name })], provider)).toEqual(['deny', undefined]);
});

it('a denial wins, also with NotPrincipal', () => {
  expect(judged([trusts('*'), trusts({ AWS: ada.name }, { Effect: 'Deny' })])).toEqual(['deny', undefined]);
  const others = { Effect: 'Deny', Action: 'sts:AssumeRole', NotPrincipal: { AWS: [ada.name, account] } };
  expect(judged([trusts('*'), others])).toEqual(['allow', 'everybody']);
  expect(
    judged([trusts('*'), others], { kind: 'AWS', name: 'arn:aws:iam::222222222222:user/x', account: '222222222222' }),
  ).toEqual([...['deny', undefined]]);
});

it('conditions are judged, and those of the statement that trusts are given', () => {
  const mfa = { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } };
  const found = trustIn(
    trust(trusts({ AWS: ada.name }, mfa), trusts('*', { Action: 'sts:TagSession' })),
    ada,
    role,
    contextOf({}),
  );
  expect(found).toEqual({
    ...{ effect: 'unknown', meaning: 'named', dependsOn: ['aws:MultiFactorAuthPresent'] },
    alternatives: [[{ operator: 'Bool', key: 'aws:MultiFactorAuthPresent', values: ['true'] }]],
  });
  const organization = { Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } } };
  expect(judged([trusts('*', organization)], ada, { 'aws:PrincipalOrgID': 'o-2' })).toEqual(['deny', undefined]);
  expect(judged([trusts('*', organization)], ada, { 'aws:PrincipalOrgID': 'o-1' })).toEqual(['allow', 'everybody']);
});

it('principals are named once, and only by statements that let assume the role', () => {
  const policy = trust(
    trusts({ AWS: [account, ada.name], Service: 'ec2.amazonaws.com' }),
    trusts({ AWS: account }, { Action: 'sts:*' }),
    trusts({ AWS: 'arn:aws:iam::222222222222:root' }, { Action: 'sts:TagSession' }),
    trusts({ AWS: 'arn:aws:iam::333333333333:root' }, { Effect: 'Deny' }),
  );
  expect(trustedPrincipals(policy).map(({ name }) => name)).toEqual([account, ada.name, 'ec2.amazonaws.com']);
});

describe('subjects of GitHub Actions', () => {
  const subjects = (operator: string, ...values: string[]) =>
    githubSubjects([{ operator, key: 'token.actions.githubusercontent.com:sub', values }]);
  const ids = (operator: string, ...values: string[]) => {
    const found = subjects(operator, ...values);
    return Array.isArray(found) ? found.map(({ id }) => id) : found;
  };

  it.each([
    ['StringEquals', 'repo:Acme/App:ref:refs/heads/main', ['repo:acme/app']],
    ['StringLike', 'repo:acme/app:*', ['repo:acme/app']],
    ['StringLike', 'repo:acme/*', ['repo:acme/*']],
    ['StringLike', 'repo:acme/*:environment:production', ['repo:acme/*']],
    ['ForAnyValue:StringLike', 'repo:acme/app:pull_request', ['repo:acme/app']],
    ['StringEquals', 'repo:acme/*', undefined],
    ['StringLike', 'repo:acme/app*', undefined],
    ['StringLike', 'repo:acme/app-?:ref:x', undefined],
    ['StringLike', 'repo:*', undefined],
    ['StringLike', 'repo:acme*/app:x', undefined],
    ['StringLike', '*', undefined],
    ['StringNotLike', 'repo:acme/app:x', undefined],
    ['StringLikeIfExists', 'repo:acme/app:x', undefined],
    ['StringEquals', 'repo:acme/app', undefined],
    ['StringLike', 'repo:acme@1/app@2:x', undefined],
  ])('%s %s: %j', (operator, value, expected) => expect(ids(operator, value)).toEqual(expected));

  it('are several, or all of GitHub where none is asked for', () => {
    expect(ids('StringLike', 'repo:acme/a:x', 'repo:acme/a:y', 'repo:acme/b:x')).toEqual([
      'repo:acme/a',
      'repo:acme/b',
    ]);
    expect(ids('StringLike', 'repo:acme/a:x', 'repo:acme/b*')).toBeUndefined();
    expect(githubSubjects([])).toBe('everybody');
    expect(
      githubSubjects([{ operator: 'StringEquals', key: 'token.actions.githubusercontent.com:aud', values: ['a'] }]),
    ).toBe('everybody');
  });
});

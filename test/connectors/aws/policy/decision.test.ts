// What policies say about requests: allow, deny, or that it depends.
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../../connectors/aws/policy/context.ts';
import { controlsOf } from '../../../../connectors/aws/policy/control-policies.ts';
import { decideAccess, type Layers } from '../../../../connectors/aws/policy/decision.ts';
import { type Policy, policyOf } from '../../../../connectors/aws/policy/document.ts';
import { allows, denies, policy } from './policies.ts';

const asked = (action: string, resource: string, layers: Partial<Layers>, facts = {}) =>
  decideAccess({ action, resource, context: contextOf(facts) }, { identity: [], limits: [], ...layers });

const effect = (action: string, resource: string, identity: Policy[], limits: Layers['limits'] = []) =>
  asked(action, resource, { identity, limits }).effect;

describe('actions and resources', () => {
  it.each([
    ['nothing allows', allows('s3:GetObject'), 's3:PutObject', '*', 'deny'],
    ['a wildcard allows', allows('s3:Get*'), 's3:GetObject', 'arn:aws:s3:::b/x', 'allow'],
    ['a question mark stands for one character', allows('ec2:?topInstances'), 'ec2:StopInstances', '*', 'allow'],
    ['actions have no case', allows('S3:getobject'), 's3:GetObject', '*', 'allow'],
    ['resources have case', allows('s3:*', 'arn:aws:s3:::Data'), 's3:GetObject', 'arn:aws:s3:::data', 'deny'],
    ['another service', allows('s3:*'), 'ec2:RunInstances', '*', 'deny'],
    ['NotAction allows the rest', { Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }, 's3:GetObject', '*', 'allow'],
    ['NotAction leaves out', { Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }, 'iam:GetUser', '*', 'deny'],
    [
      ...(['NotResource leaves out', { Effect: 'Allow', Action: '*', NotResource: 'arn:aws:s3:::secret/*' }] as const),
      ...(['s3:GetObject', 'arn:aws:s3:::secret/x', 'deny'] as const),
    ],
    [
      ...([
        'NotResource allows the rest',
        { Effect: 'Allow', Action: '*', NotResource: 'arn:aws:s3:::secret/*' },
      ] as const),
      ...(['s3:GetObject', 'arn:aws:s3:::open/x', 'allow'] as const),
    ],
  ])('%s', (_what, statement, action, resource, expected) =>
    expect(effect(action, resource, [policy(statement)])).toBe(expected),
  );

  it('a denial wins, in whatever policy it is', () => {
    const layers = [policy(allows('*')), policy(denies('s3:Delete*'))];
    expect(asked('s3:DeleteBucket', 'arn:aws:s3:::b', { identity: layers })).toEqual({
      ...{ effect: 'deny', isExplicit: true, dependsOn: [] },
    });
    expect(effect('s3:GetObject', '*', layers)).toBe('allow');
  });

  it('a pattern is decided when the answer holds for all of it', () => {
    expect(effect('s3:*', '*', [policy(allows('s3:*'))])).toBe('allow');
    expect(effect('s3:*', '*', [policy(allows('s3:Get*'))])).toBe('unknown');
    expect(effect('ec2:*', '*', [policy(allows('s3:Get*'))])).toBe('deny');
    expect(effect('s3:*', '*', [policy(allows('*'), denies('s3:DeleteBucket'))])).toBe('unknown');
  });

  it('policies of the first version have no variables', () => {
    const old = policyOf('old', { Statement: allows('*', `arn:aws:s3:::\${aws:username}`) })!;
    const facts = { 'aws:username': 'ada' };
    expect(asked('s3:GetObject', 'arn:aws:s3:::ada', { identity: [old] }, facts).effect).toBe('deny');
    const recent = policy(allows('*', `arn:aws:s3:::\${aws:username}`));
    expect(asked('s3:GetObject', 'arn:aws:s3:::ada', { identity: [recent] }, facts).effect).toBe('allow');
    expect(asked('s3:GetObject', 'arn:aws:s3:::ada', { identity: [recent] }).effect).toBe('unknown');
    expect(asked('s3:GetObject', 'arn:aws:sqs:::ada', { identity: [recent] }).effect).toBe('deny');
  });

  it.each([
    [
      'a default',
      `arn:aws:s3:::\${aws:PrincipalTag/team, 'none'}`,
      { 'aws:PrincipalTag/team': null },
      'arn:aws:s3:::none',
    ],
    ['a literal star', `arn:aws:s3:::\${*}x`, {}, 'arn:aws:s3:::\uE000x'],
    ['a value with a star', `arn:aws:s3:::\${aws:username}`, { 'aws:username': 'a*' }, 'arn:aws:s3:::a\uE000'],
  ])('variables have %s', (_what, resource, facts, expected) =>
    expect(asked('s3:GetObject', expected, { identity: [policy(allows('*', resource))] }, facts).effect).toBe('allow'),
  );
});

describe('limits', () => {
  const all = policy(allows('*'));

  it('a permissions boundary allows nothing by itself, and has to allow everything', () => {
    const boundary = [[policy(allows('s3:*'))]];
    expect(effect('s3:GetObject', '*', [all], boundary)).toBe('allow');
    expect(effect('ec2:RunInstances', '*', [all], boundary)).toBe('deny');
    expect(effect('s3:GetObject', '*', [], boundary)).toBe('deny');
  });

  it('service control policies: each level has to allow, and each may deny', () => {
    const levels = [[all], [policy(allows('s3:*')), policy(allows('ec2:*'))], [all, policy(denies('ec2:Terminate*'))]];
    expect(effect('s3:GetObject', '*', [all], levels)).toBe('allow');
    expect(effect('ec2:TerminateInstances', '*', [all], levels)).toBe('deny');
    expect(effect('iam:GetUser', '*', [all], levels)).toBe('deny');
    expect(effect('iam:GetUser', '*', [all], [[all], []])).toBe('deny');
  });

  it('service control policies limit neither the management account nor service-linked roles', () => {
    const levels = [[policy(denies('*'))]];
    const linked = 'arn:aws:iam::111111111111:role/aws-service-role/support.amazonaws.com/AWSServiceRoleForSupport';
    expect(controlsOf(levels, true)).toEqual([]);
    expect(controlsOf(levels, false, linked)).toEqual([]);
    expect(controlsOf(levels, false, 'arn:aws:iam::111111111111:role/deploy')).toBe(levels);
    expect(controlsOf(levels, false)).toBe(levels);
  });
});

it('what it depends on is said', () => {
  const conditional = policy(
    allows('s3:*', '*', { Condition: { IpAddress: { 'aws:SourceIp': '198.51.100.0/24' } } }),
    denies('s3:Delete*', '*', { Condition: { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } } }),
  );
  expect(asked('s3:DeleteObject', '*', { identity: [conditional] })).toEqual({
    ...{ effect: 'unknown', isExplicit: false, dependsOn: ['aws:MultiFactorAuthPresent', 'aws:SourceIp'] },
  });
  expect(asked('s3:GetObject', '*', { identity: [conditional] }).dependsOn).toEqual(['aws:SourceIp']);
});

describe('documents', () => {
  it.each([
    ['text', JSON.stringify({ Statement: allows('*') })],
    ['percent-encoded text', encodeURIComponent(JSON.stringify({ Statement: [allows('*')] }))],
    ['an object', { Statement: allows('*') }],
  ])('may be %s', (_form, document) => expect(policyOf('p', document)?.statements).toHaveLength(1));

  it.each([
    ...[undefined, null, 7, '', 'no JSON', '%E0%A4%A', '[]', {}, { Statement: null }, { Statement: 'Allow' }],
    { Statement: [{ Effect: 'Maybe', Action: '*' }] },
    { Statement: [allows({ s3: true })] },
    { Statement: [allows('*', '*', { Condition: 'no' })] },
  ])('%j is none', document => expect(policyOf('p', document)).toBeUndefined());
});

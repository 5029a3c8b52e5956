// Policies of the tests, as documents.
import { type Policy, policyOf } from '../../../../connectors/aws/policy/document.ts';

export const policy = (...statements: object[]): Policy =>
  policyOf('test', { Version: '2012-10-17', Statement: statements })!;

export const allows = (Action: unknown, Resource: unknown = '*', more: object = {}) => ({
  ...{ Effect: 'Allow', Action, Resource },
  ...more,
});

export const denies = (Action: unknown, Resource: unknown = '*', more: object = {}) => ({
  ...{ Effect: 'Deny', Action, Resource },
  ...more,
});

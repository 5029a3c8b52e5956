import { z } from 'zod';
import { defineResource } from './define.ts';
import {
  AuthenticationMethod,
  commonFields,
  commonRequired,
  flag,
  steward,
  text,
  texts,
} from './types/shared-types.ts';

export const authenticator = defineResource({
  type: 'Authenticator',
  title: 'Authenticator',
  kind: 'object',
  madeBy: 'connectors',
  idIsGlobal: true,
  description:
    'An authentication mechanism that an identity provider has configured for assignment, enrollment and login.',
  collections: [
    {
      path: '/v1/authenticators',
      title: 'Authenticators',
      description: 'All authentication mechanisms that identity providers have configured.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'name'],
  fields: {
    id: text.min(1).describe('Global id of the authenticator; connectors land its local id here'),
    name: text.min(1).describe('Name'),
    description: text.describe('Description at the identity provider'),
    isActive: flag.describe('True when it can be used'),
    authenticationKeys: texts.describe(
      'Base64 SHA-256 hashes of authentication configuration properties, by which applications are matched',
    ),
    authenticationMethods: z.array(AuthenticationMethod).describe('Methods that it offers'),
    ...commonFields,
    ...steward,
  },
});

import { z } from 'zod';
import { defineResource, localId } from './define.ts';
import { EnrollmentStatus } from './types/enumerations.ts';
import {
  AuthenticationMethod,
  commonFields,
  commonRequired,
  sparse,
  steward,
  text,
  timestamp,
} from './types/shared-types.ts';

export const authenticatorEnrollment = defineResource({
  type: 'AuthenticatorEnrollment',
  title: 'Authenticator enrollment',
  kind: 'object',
  madeBy: 'connectors',
  description: 'An account’s enrollment of an authentication method, such as a registered phone or security key.',
  collections: [
    {
      path: '/v1/authenticator-enrollments',
      title: 'Authenticator enrollments',
      description: 'All enrollments of authentication methods.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'accountKey'],
  fields: {
    id: text.min(1).describe('Local id of the enrollment'),
    accountKey: localId('Account').describe('Local id of the account that enrolled'),
    authenticationMethods: z.array(AuthenticationMethod).describe('Methods that were enrolled'),
    enrollmentStatus: EnrollmentStatus.describe('Whether the enrollment can be used'),
    enrolledAt: timestamp.describe('When the account enrolled'),
    revokedAt: timestamp.describe('When the enrollment was revoked'),
    deviceInfo: sparse({
      deviceId: text.describe('Id of the device'),
      deviceType: text.describe('Kind of device, for example `SecurityKey`'),
      registeredAt: timestamp.describe('When the device was registered'),
      deviceName: text.describe('Name that the holder gave the device'),
    }).describe('The device that holds the authenticator'),
    ...commonFields,
    ...steward,
  },
});

import { z } from 'zod';
import { defineResource, localId } from './define.ts';
import { ActivityCategory, ActivityOutcome, GlobalObjectType, ObjectType } from './types/enumerations.ts';
import {
  AuthenticationMethod,
  commonFields,
  commonRequired,
  globalId,
  LocationSpecification,
  MetadataItem,
  text,
  timestamp,
} from './types/shared-types.ts';
import { ofObjects } from './visibility/origin.ts';

export const activity = defineResource({
  type: 'Activity',
  title: 'Activity',
  kind: 'object',
  madeBy: 'connectors',
  dataDate: 'object',
  description: 'Something that an account did, as a source’s event log records it.',
  collections: [
    { path: '/v1/activities', title: 'Activities', description: 'All activities, the newest first.', order: 'newest' },
  ],
  required: [...commonRequired, 'eventType', 'category', 'occurredAt', 'outcome'],
  defaults: { category: 'Unknown', outcome: 'Unknown' },
  fields: {
    id: text.min(1).describe('Local id of the event'),
    eventType: text.min(1).describe('The source’s own name of the event, for example `user.session.start`'),
    category: ActivityCategory.describe('What kind of activity it was'),
    occurredAt: timestamp.describe('When it happened'),
    outcome: ActivityOutcome.describe('Whether it succeeded'),
    outcomeReason: text.describe('Why it failed or was refused, as the source says'),
    description: text.describe('What happened, in the source’s words'),
    actorAccountId: localId('Account').describe('Local id of the account that acted'),
    targetObjectId: localId({ typeField: 'targetObjectType' }).describe('Local id of what was acted on'),
    targetObjectType: ObjectType.describe('Type of what was acted on, for example AssignedApplication'),
    ipAddress: text.describe('Address that the actor came from, IPv4 or IPv6'),
    userAgent: text.describe('Client that the actor used'),
    location: LocationSpecification.describe('Where the actor was, as far as the source knows'),
    authenticationMethods: z.array(AuthenticationMethod).describe('Methods that a login used'),
    sessionId: text.describe('Session that the activity was part of'),
    profileMetadata: z
      .array(MetadataItem)
      .describe('Further facts of the source, and raw values that an enumeration does not have'),
    sourceTag: text.describe('Data source tag'),
    globalActorAccountId: globalId.describe('Global id of the account that acted'),
    globalTargetObjectId: globalId.describe('Global id of what was acted on'),
    globalTargetObjectType: GlobalObjectType.describe('`targetObjectType` in global form'),
    ...commonFields,
    enrichedPersonId: ofObjects(['Person'], globalId.describe('Global id of the person whose account acted')),
  },
});

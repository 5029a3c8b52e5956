// Events of the system log as activities (developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { listOf, present, textOf, timeOf } from './values.ts';

/** The events that land, and what they are. */
export const activityEvents: ReadonlyMap<string, 'Login' | 'ResourceAccess' | 'Administration'> = new Map([
  ['user.session.start', 'Login'],
  ['user.authentication.sso', 'ResourceAccess'],
  ['user.session.access_admin_app', 'Administration'],
]);

const outcomes = new Map([
  ['SUCCESS', 'Success'],
  ['ALLOW', 'Success'],
  ['FAILURE', 'Failure'],
  ['DENY', 'Failure'],
]);

/** @returns undefined for an event that is no activity of an account */
export function activityOf(event: unknown): SourceRecord | { readonly reason: string } | undefined {
  const [id, eventType] = [textOf(event, 'uuid'), textOf(event, 'eventType')];
  const category = activityEvents.get(eventType ?? '');
  if (category === undefined || textOf(event, 'actor', 'type') !== 'User') return undefined;
  if (id === undefined) return { reason: 'has no uuid' };
  const app = listOf(event, 'target').find(target => textOf(target, 'type') === 'AppInstance');
  const place = geoOf(event);
  return {
    id,
    ...present({
      ...{ eventType, category },
      occurredAt: timeOf(event, 'published'),
      outcome: outcomes.get(textOf(event, 'outcome', 'result') ?? '') ?? 'Unknown',
      outcomeReason: textOf(event, 'outcome', 'reason'),
      description: textOf(event, 'displayMessage'),
      actorAccountId: textOf(event, 'actor', 'id'),
      ...(app !== undefined && { targetObjectId: textOf(app, 'id'), targetObjectType: 'AssignedApplication' }),
      ipAddress: textOf(event, 'client', 'ipAddress'),
      userAgent: textOf(event, 'client', 'userAgent', 'rawUserAgent'),
      location: place,
      sessionId: textOf(event, 'authenticationContext', 'externalSessionId'),
    }),
  };
}

function geoOf(event: unknown) {
  const name = ['city', 'state', 'country'].flatMap(part => textOf(event, 'client', 'geographicalContext', part) ?? []);
  return name.length === 0 ? undefined : { type: 'Geographic', typeSpecificData: { name: name.join(', ') } };
}

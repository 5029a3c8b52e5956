// Events of the system log as activities (developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, listAt, textAt, timeAt } from '../../../src/connector/json-values.ts';

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
  const [id, eventType] = [textAt(event, 'uuid'), textAt(event, 'eventType')];
  const category = activityEvents.get(eventType ?? '');
  if (category === undefined || textAt(event, 'actor', 'type') !== 'User') return undefined;
  if (id === undefined) return { reason: 'has no uuid' };
  const app = listAt(event, 'target').find(target => textAt(target, 'type') === 'AppInstance');
  const place = geoOf(event);
  return {
    id,
    ...definedMembers({
      ...{ eventType, category },
      occurredAt: timeAt(event, 'published'),
      outcome: outcomes.get(textAt(event, 'outcome', 'result') ?? '') ?? 'Unknown',
      outcomeReason: textAt(event, 'outcome', 'reason'),
      description: textAt(event, 'displayMessage'),
      actorAccountId: textAt(event, 'actor', 'id'),
      ...(app !== undefined && { targetObjectId: textAt(app, 'id'), targetObjectType: 'AssignedApplication' }),
      ipAddress: textAt(event, 'client', 'ipAddress'),
      userAgent: textAt(event, 'client', 'userAgent', 'rawUserAgent'),
      location: place,
      sessionId: textAt(event, 'authenticationContext', 'externalSessionId'),
    }),
  };
}

function geoOf(event: unknown) {
  const name = ['city', 'state', 'country'].flatMap(part => textAt(event, 'client', 'geographicalContext', part) ?? []);
  return name.length === 0 ? undefined : { type: 'Geographic', typeSpecificData: { name: name.join(', ') } };
}

// Mobile and ChromeOS devices as resources of their users (…/reference/rest/v1/mobiledevices, …/v1/chromeosdevices).
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, textsAt, timeAt } from '../../../src/connector/json-values.ts';

export const deviceClass: SourceRecord = { id: 'device', name: 'Device' };

/** @param accountOf the account with an address; undefined: there is none */
export function deviceOf(
  device: unknown,
  accountOf: (email: string) => string | undefined,
): SourceRecord | { readonly reason: string } {
  const id = textAt(device, 'resourceId') ?? textAt(device, 'deviceId');
  if (id === undefined) return { reason: 'has neither resourceId nor deviceId' };
  const annotated = textAt(device, 'annotatedUser');
  const emails = [...textsAt(device, 'email'), ...(annotated === undefined ? [] : [annotated])];
  const owners = emails.flatMap(email => accountOf(email.toLowerCase()) ?? []);
  return {
    id,
    ...definedMembers({
      name: textAt(device, 'model') ?? textAt(device, 'serialNumber') ?? id,
      displayName: [textAt(device, 'model'), textAt(device, 'serialNumber')].filter(Boolean).join(' ') || undefined,
      resourceClass: deviceClass.id,
      ownerAccountIds: owners.length > 0 ? [...new Set(owners)] : undefined,
      createdDate: timeAt(device, 'firstSync') ?? timeAt(device, 'lastEnrollmentTime'),
      lastModifiedDate: timeAt(device, 'lastSync'),
    }),
  };
}

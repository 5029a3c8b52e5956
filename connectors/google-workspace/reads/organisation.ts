// The customer, its domains, and its organisational units.
import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { definedMembers, textAt, timeAt, valueAt } from '../../../src/connector/json-values.ts';
import { recordPage } from '../../../src/connector/record-pages.ts';
import type { GoogleClient } from '../client.ts';
import { domainList, fieldGaps, sharedList, unitList } from '../lists.ts';
import { containmentOf, customerOf, departmentOf, rootUnit } from '../records/units.ts';

export async function* customerPages(client: GoogleClient): AsyncGenerator<Page> {
  const { items, gaps } = await sharedList(client, 'domains');
  const primary = items.find(domain => valueAt(domain, 'isPrimary') === true);
  yield { records: [customerOf(client, textAt(primary, 'domainName'))], gaps: fieldGaps(gaps, 'key, name') };
}

export async function* providerPages(client: GoogleClient): AsyncGenerator<Page> {
  const { items, gaps } = await sharedList(client, 'domains');
  const verified = items.filter(domain => valueAt(domain, 'verified') !== false);
  const record: SourceRecord = {
    id: client.customerId,
    ...definedMembers({
      ...{ name: 'Google Workspace', type: 'IdentityProvider', vendorName: 'Google' },
      domains: gaps.length > 0 ? undefined : verified.flatMap(domain => textAt(domain, 'domainName') ?? []),
      createdDate: timeAt(client.customer, 'customerCreationTime'),
    }),
  };
  yield { records: [record], gaps: fieldGaps(gaps, 'domains'), place: () => domainList(client).path };
}

export async function* departmentPages(client: GoogleClient): AsyncGenerator<Page> {
  const { items, gaps } = await sharedList(client, 'units');
  const root = items.map(rootUnit).find(unit => unit !== undefined);
  yield { records: root ? [root] : [], gaps };
  yield recordPage(items, departmentOf, { subject: unitList(client).path }, unit => textAt(unit, 'orgUnitId'));
}

export async function* unitEdgePages(client: GoogleClient): AsyncGenerator<Page> {
  const { items, gaps } = await sharedList(client, 'units');
  yield { records: items.flatMap(unit => containmentOf(unit) ?? []), gaps };
}

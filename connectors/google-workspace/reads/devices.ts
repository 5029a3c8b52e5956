// Devices, where the settings ask for them.
import type { Gap, Page } from '../../../src/connector/contract.ts';
import { textAt, textsAt } from '../../../src/connector/json-values.ts';
import { listCursor, listPlaceOf, recordPage } from '../../../src/connector/record-pages.ts';
import type { GoogleClient } from '../client.ts';
import { chromeDevices, mobileDevices, userList } from '../lists.ts';
import { googlePages } from '../paging.ts';
import { deviceClass, deviceOf } from '../records/devices.ts';

const notRead: Gap = {
  reason: 'unsupported',
  subject: 'devices',
  message: 'devices are not read; set `devices` to true to read them',
  missing: 'fields',
};

export async function* deviceClassPages({ settings: { devices } }: GoogleClient): AsyncGenerator<Page> {
  yield devices ? { records: [deviceClass] } : { records: [], gaps: [notRead] };
}

/** Addresses of users, also their aliases, with the ids of the accounts. */
async function addresses(client: GoogleClient): Promise<Map<string, string>> {
  const list = userList(client);
  const fields = 'kind,nextPageToken,users(id,primaryEmail,aliases)';
  const byAddress = new Map<string, string>();
  for await (const { items } of googlePages(client, { ...list, query: { ...list.query, fields } })) {
    for (const user of items) {
      const id = textAt(user, 'id');
      const emails = [textAt(user, 'primaryEmail') ?? '', ...textsAt(user, 'aliases')];
      if (id !== undefined) for (const email of emails) byAddress.set(email.toLowerCase(), id);
    }
  }
  return byAddress;
}

export async function* devicePages(client: GoogleClient, cursor?: string): AsyncGenerator<Page> {
  if (!client.settings.devices) {
    yield { records: [], gaps: [notRead] };
    return;
  }
  const accounts = await client.once('addresses', () => addresses(client));
  const place = listPlaceOf(cursor);
  const lists = [mobileDevices(client), chromeDevices(client)];
  for (const [index, list] of lists.entries()) {
    if (place !== undefined && place.list !== list.path && index === 0) continue;
    for await (const page of googlePages(client, list, place?.list === list.path ? place.from : undefined)) {
      const following = lists[index + 1];
      const next =
        page.next === undefined ? following && { list: following.path } : { list: list.path, from: page.next };
      yield recordPage(
        page.items,
        device => deviceOf(device, email => accounts.get(email)),
        { subject: page.subject, gaps: page.gaps, cursor: next && listCursor(next) },
        device => textAt(device, 'resourceId') ?? textAt(device, 'deviceId'),
      );
    }
  }
}

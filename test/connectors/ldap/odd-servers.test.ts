// Servers that answer in ways that the real ones here do not: long attributes in parts, empty pages, malformed and endless answers.
import { afterEach, describe, expect, it } from 'vitest';
import { ldap } from '../../../connectors/ldap/index.ts';
import type { Page } from '../../../src/connector/contract.ts';
import { isTransient } from '../../../src/connector/transient.ts';
import {
  type Asked,
  type ScriptedAnswer,
  type ScriptedDirectory,
  startScriptedDirectory,
} from '../../support/directories/scripted-directory.ts';

const base = 'dc=corp,dc=example';
const guid = (index: number) => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(index, 0);
  return bytes;
};
const root: ScriptedAnswer = {
  entries: [
    ['', { namingContexts: [base], defaultNamingContext: [base], supportedCapabilities: ['1.2.840.113556.1.4.800'] }],
  ],
};
const domain: ScriptedAnswer = { entries: [[base, { objectClass: ['domainDNS'], objectGUID: [guid(1)] }]] };
const userEntry = (index: number) =>
  [
    `CN=u${index},${base}`,
    { objectClass: ['user'], objectGUID: [guid(100 + index)], sAMAccountName: [`u${index}`] },
  ] as const;

let server: ScriptedDirectory;
afterEach(() => server.stop());

/** Answers for the root entry and the base; `rest` for everything else. */
async function serve(rest: (asked: Asked) => ScriptedAnswer): Promise<void> {
  let bases = 0;
  server = await startScriptedDirectory(asked => {
    if (asked.base === '') return root;
    if (asked.base === base && bases < 2) {
      bases += 1;
      return domain;
    }
    return rest(asked);
  });
}

async function pagesOf(type: string, settings: Record<string, unknown> = {}): Promise<Page[]> {
  const client = await ldap.open(ldap.settings.parse({ url: server.url, ...settings }), {
    sourceId: 'directory',
    applicationInstanceId: '00000000-0000-4000-8000-000000000000',
    baseFolder: '/',
    signal: new AbortController().signal,
  });
  try {
    const pages: Page[] = [];
    const read = ldap.reads(client).find(({ lands }) => lands === type)!;
    for await (const page of read.pages(client, undefined)) pages.push(page);
    return pages;
  } finally {
    await ldap.close!(client);
  }
}

const recordsOf = (pages: readonly Page[]) => pages.flatMap(({ records }) => records);

describe('an attribute in parts', () => {
  const members = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, index) => `CN=u${from + index},${base}`);
  const group = (name: string, values: readonly string[]) =>
    [`CN=group,${base}`, { objectClass: ['group'], objectGUID: [guid(50)], [name]: values }] as const;

  it('is read to its end', async () => {
    await serve(({ attributes }) => {
      if (attributes[0] === 'member;range=1500-*')
        return { entries: [group('member;range=1500-2999', members(1500, 3000))] };
      if (attributes[0] === 'member;range=3000-*')
        return { entries: [group('member;range=3000-*', members(3000, 3500))] };
      if (attributes.includes('member')) return { entries: [group('member;range=0-1499', members(0, 1500))] };
      return { entries: [...Array.from({ length: 3500 }, (_, index) => userEntry(index)), group('member', [])] };
    });
    const records = recordsOf(await pagesOf('EntityManagedViaObject'));
    expect(new Set(records.map(({ entityId }) => entityId)).size).toBe(3500);
  });

  it('that does not go on where it ended leaves the members of this group as they were', async () => {
    await serve(({ attributes }) => {
      if (attributes[0]?.startsWith('member;range'))
        return { entries: [group('member;range=0-1499', members(0, 1500))] };
      if (attributes.includes('member')) return { entries: [group('member;range=0-1499', members(0, 1500))] };
      return { entries: [userEntry(1), group('member', [])] };
    });
    const pages = await pagesOf('EntityManagedViaObject');
    const gaps = pages.flatMap(page => page.gaps ?? []).filter(({ missing }) => missing === 'objects');
    expect(gaps).toMatchObject([
      {
        message: expect.stringContaining('does not go on at 1500'),
        within: { field: 'managedViaObjectId', is: [expect.any(String)] },
      },
    ]);
  });
});

describe('pages', () => {
  it('that are empty do not end the search', async () => {
    await serve(({ cookie }) => {
      if (cookie === '') return { entries: [userEntry(1)], cookie: 'cookie-a' };
      return cookie === 'cookie-a' ? { cookie: 'cookie-b' } : { entries: [userEntry(2)] };
    });
    expect(recordsOf(await pagesOf('Account')).map(({ alias }) => alias)).toEqual(['u1', 'u2']);
  });

  it('that are empty for ever fail the read', async () => {
    await serve(() => ({ cookie: 'cookie-a' }));
    await expect(pagesOf('Account')).rejects.toThrow(/1000 empty pages one after the other/);
  });

  it('that keep one cookie are read to their end', async () => {
    let page = 0;
    await serve(({ cookie }) => {
      page = cookie === '' ? 1 : page + 1;
      return { entries: [userEntry(page)], ...(page < 40 && { cookie: 'cookie-a' }) };
    });
    expect(recordsOf(await pagesOf('Account'))).toHaveLength(40);
  });

  it.each([
    ['the page before', ['cookie-a']],
    ['earlier pages', ['cookie-a', 'cookie-b', 'cookie-c']],
  ])('that repeat %s for ever fail the read', async (_, circle) => {
    let page = 0;
    await serve(({ cookie }) => {
      page = cookie === '' ? 1 : page + 1;
      // The circle begins after some other pages, and has an empty one.
      if (page <= 5) return { entries: [userEntry(page)], cookie: `cookie-${page}` };
      if (page % 2 === 0) return { cookie: 'cookie-empty' };
      const place = Math.floor(page / 2) % circle.length;
      return { entries: [userEntry(100 + place)], cookie: circle[place]! };
    });
    const error = await pagesOf('Account').catch(fault => fault);
    expect(error.message).toMatch(/pages that begin again with the entries and the cookie of earlier ones/);
    expect(isTransient(error)).toBe(false);
    expect(server.asked.length).toBeLessThan(60);
  });
});

describe('an answer', () => {
  const element = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag, content.length]), content]);
  const id = Buffer.from([2, 1, 4]);
  it.each([
    ['that is no LDAP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), /a message that is no sequence/],
    [
      'with a value that is longer than its entry',
      element(0x30, Buffer.concat([id, element(0x64, Buffer.from([4, 100, 65]))])),
      /cut off/,
    ],
    [
      'of another message',
      element(0x30, Buffer.concat([Buffer.from([2, 1, 99]), element(0x65, Buffer.from([10, 1, 0, 4, 0, 4, 0]))])),
      /message 99, which is not open/,
    ],
    [
      'that claims to have four gigabytes',
      Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]),
      /a message of 4294967\d+ bytes; at most/,
    ],
    ['of indefinite length', Buffer.from([0x30, 0x80, 0, 0]), /a length of 0 bytes/],
  ])('%s fails the read, and is not tried again', async (_, bytes, message) => {
    await serve(() => ({ bytes }));
    const error = await pagesOf('Account').catch(fault => fault);
    expect(error.message).toMatch(message);
    expect(isTransient(error)).toBe(false);
  });

  it('that does not come is waited for only for a while', async () => {
    await serve(() => ({ silent: true }));
    const error = await pagesOf('Account', { timeout_seconds: 1 }).catch(fault => fault);
    expect(error.message).toMatch(/did not answer for 1 s \(timeout_seconds\)/);
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    [51, 'busy', true, /is busy or shuts down/],
    [8, '', false, /refuses connections that are not encrypted/],
    [32, '', false, /has no entry .* any more/],
  ])('with result code %i fails the read', async (code, diagnostic, transient, message) => {
    await serve(() => ({ code, diagnostic }));
    const error = await pagesOf('Account').catch(fault => fault);
    expect(error.message).toMatch(message);
    expect(isTransient(error)).toBe(transient);
  });

  it.each([
    [50, 'forbidden'],
    [11, 'failed'],
    [3, 'failed'],
    [1, 'failed'],
  ])('with result code %i is a gap, and what came before it lands', async (code, reason) => {
    await serve(() => ({ entries: [userEntry(1)], code, diagnostic: 'control\u0007characters' }));
    const pages = await pagesOf('Account');
    expect(recordsOf(pages)).toHaveLength(1);
    expect(pages.flatMap(({ gaps = [] }) => gaps)).toContainEqual(
      expect.objectContaining({ reason, missing: 'objects', message: expect.not.stringContaining('\u0007') }),
    );
  });
});

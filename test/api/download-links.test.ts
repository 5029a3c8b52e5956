// Signed links, over time and over tenants.
import { expect, it } from 'vitest';
import { createDownloadLinks } from '../../src/api/download-links.ts';

const addresses = { baseUrl: 'https://api.example.com/{environment}', authUrl: 'https://auth.example.com' };
const key = Buffer.alloc(32, 7);
const id = '00000000-0000-4000-8000-000000000001';

function linksAt(now: () => number, secret = key) {
  return createDownloadLinks(secret, { ...addresses, now });
}

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

it('a link works for five minutes', () => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const links = linksAt(() => now);
  const url = links.sign(id);
  expect(url).toMatch(`https://api.example.com/prod/v1/downloads/${id}/file?expires=`);
  links.verify(id, queryOf(url));
  now += 299_000;
  links.verify(id, queryOf(url));
  now += 2000;
  expect(() => links.verify(id, queryOf(url))).toThrow(expect.objectContaining({ code: 'LINK_EXPIRED', status: 403 }));
});

it('a link is of one export and of one deployment', () => {
  const links = linksAt(Date.now);
  const query = queryOf(links.sign(id));
  const invalid = expect.objectContaining({ code: 'LINK_INVALID', status: 403 });
  expect(() => links.verify(id.replace(/.$/, '0'), query)).toThrow(invalid);
  expect(() => linksAt(Date.now, Buffer.alloc(32, 8)).verify(id, query)).toThrow(invalid);
  for (const altered of [{}, { expires: '' }, { signature: '' }, { ...query, expires: [query['expires'], '1'] }]) {
    expect(() => links.verify(id, altered)).toThrow(invalid);
  }
});

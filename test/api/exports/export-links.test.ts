// Signed links: their expiry, export and deployment.
import { expect, it } from 'vitest';
import { createExportLinks } from '../../../src/api/exports/export-links.ts';

const addresses = { baseUrl: 'https://api.example.com/{environment}', authUrl: 'https://auth.example.com' };
const key = Buffer.alloc(32, 7);
const id = '00000000-0000-4000-8000-000000000001';
const now = new Date('2026-11-21T12:00:00Z');
const links = createExportLinks(key, addresses);

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

it('a link expires after five minutes', () => {
  const url = links.sign(id, now);
  expect(url).toMatch(`https://api.example.com/prod/v1/downloads/${id}/file?expires=`);
  expect(links.verify(id, queryOf(url))).toEqual(new Date('2026-11-21T12:05:00Z'));
});

it('a link is valid for one export of one deployment', () => {
  const query = queryOf(links.sign(id, now));
  const invalid = expect.objectContaining({ code: 'LINK_INVALID', status: 403 });
  expect(() => links.verify(id.replace(/.$/, '0'), query)).toThrow(invalid);
  expect(() => createExportLinks(Buffer.alloc(32, 8), addresses).verify(id, query)).toThrow(invalid);
  const later = { ...query, expires: String(Number(query['expires']) + 1) };
  const altered = [{}, { expires: '' }, { signature: '' }, later, { ...query, expires: [query['expires'], '1'] }];
  for (const given of altered) expect(() => links.verify(id, given)).toThrow(invalid);
});

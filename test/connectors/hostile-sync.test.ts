// A directory that turns hostile between two syncs: the run ends, says why in one sentence, and nothing is deleted.
import { afterEach, expect, it } from 'vitest';
import { ldap } from '../../connectors/ldap/index.ts';
import {
  type ScriptedAnswer,
  type ScriptedDirectory,
  startScriptedDirectory,
} from '../support/directories/scripted-directory.ts';
import { startService, type TestService } from '../support/service/service.ts';

const base = 'dc=corp,dc=example';
const guid = (index: number) => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(index, 0);
  return bytes;
};
const person = (index: number) =>
  [
    `CN=u${index},${base}`,
    { objectClass: ['user'], objectGUID: [guid(100 + index)], sAMAccountName: [`u${index}`] },
  ] as const;
const root: ScriptedAnswer = {
  entries: [
    ['', { namingContexts: [base], defaultNamingContext: [base], supportedCapabilities: ['1.2.840.113556.1.4.800'] }],
  ],
};
const domain: ScriptedAnswer = { entries: [[base, { objectClass: ['domainDNS'], objectGUID: [guid(1)] }]] };

let directory: ScriptedDirectory | undefined;
let test: TestService | undefined;
afterEach(async () => {
  await test?.close();
  await directory?.stop();
});

it.each<[string, (asked: number) => ScriptedAnswer, RegExp]>([
  [
    'pages without end',
    asked => ({
      entries: Array.from({ length: 40 }, (_, index) => person(1_000 + asked * 40 + index)),
      cookie: `cookie ${asked}`,
    }),
    /more than 90 entries in one list, so reading it may never end/,
  ],
  [
    'a message of 2 GB',
    () => ({ bytes: Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]) }),
    /a message of 2147483653 bytes; at most 1048576 are read/,
  ],
])('%s', async (_, hostile, expected) => {
  let isHostile = false;
  let asked = 0;
  directory = await startScriptedDirectory(({ base: at, text }) => {
    if (at === '') return root;
    if (at === base && !text.includes('sAMAccountName')) return domain;
    asked += 1;
    return isHostile ? hostile(asked) : { entries: text.includes('sAMAccountName') ? [person(1), person(2)] : [] };
  });
  const settings = { url: directory.url, most_objects: 90, answer_megabytes: 1, timeout_seconds: 5 };
  test = await startService({
    connectors: [ldap],
    work: ['extract', 'build'],
    settings: { sources: [{ id: 'people', connector: 'ldap', settings }] },
  });
  await test.sync();
  const accounts = async () =>
    (await test!.get('/v1/accounts?pageSize=200')).body.items.map(({ alias }: { alias: string }) => alias).toSorted();
  expect(await accounts()).toEqual(['u1', 'u2']);
  isHostile = true;
  await test.sync();
  expect(await accounts()).toEqual(expect.arrayContaining(['u1', 'u2']));
  const { items } = (await test.get('/v1/sync-runs?pageSize=1')).body;
  expect(JSON.stringify(items[0])).toMatch(expected);
});

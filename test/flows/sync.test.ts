// From a source to a version: complete reads, rejected records, held back versions, and that nothing disappears by mistake.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { Page, SourceRecord } from '../../src/connector/contract.ts';
import { type Pages, pagesOf, type Script, sampleRecord } from '../support/scripted-source.ts';
import { instanceOf, startService, type TestService } from '../support/service/service.ts';
import { account, role, userGroup } from './resources.ts';

let test: TestService;
afterEach(() => test.close());

const accounts = (count: number, from = 0): SourceRecord[] =>
  Array.from({ length: count }, (_, index) => sampleRecord(account, from + index));

async function withSource(script: Script): Promise<void> {
  test = await startService({ sources: { app: script } });
}

/** RFC 9562, section 5.5, in the service's namespace. */
function uuidV5(name: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from('6f1d2c5e8a4b5d0c9e3f7a1b2c3d4e5f', 'hex'))
    .update(name)
    .digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const aliases = async () => (await test.everyItem('/v1/accounts')).map(item => item.alias).toSorted();

const read = async (type: string) => {
  const [source] = await test.operator.sources({});
  return source!.reads.find(candidate => candidate.type === type)!;
};

describe('a source that works', () => {
  it('is served with defaults, global ids and references', async () => {
    const group = { ...sampleRecord(userGroup, 1), createdDate: '2026-02-03T04:05:06.700+02:00' };
    const custom = { ...sampleRecord(role, 1), type: 'Custom', createdBy: 'Account-0', name: 'Höchst "sönderbar" 🙂' };
    await withSource({ Account: pagesOf(accounts(3)), UserGroup: pagesOf([group]), Role: pagesOf([custom]) });
    const { build, runs } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Landed', error: null }]);
    expect(build).toMatchObject({ status: 'Published', version: 1 });

    const [first] = await test.everyItem('/v1/accounts?pageSize=1');
    expect(first).toMatchObject({
      enabled: expect.any(Boolean),
      mfaRequirements: 'Unknown',
      objectMetadata: { ApplicationInstanceId: instanceOf(test, 'app'), ObjectOrRelationshipType: 'Account' },
      serviceObjectMetadata: { enrichmentVersion: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
    expect(first.email).toBe(`${first.alias.replace(' ', '_')}@${instanceOf(test, 'app')}.invalid`);
    expect((await read('Account')).filled).toMatchObject({ email: 3, mfaRequirements: 3 });

    const byId = new Map((await test.everyItem('/v1/accounts')).map(item => [item.id, item.globalId]));
    const [served] = await test.everyItem('/v1/roles');
    expect(served).toMatchObject({ name: custom.name, isCustom: true, globalCreatedBy: byId.get('Account-0') });
    expect((await test.everyItem('/v1/user-groups'))[0].createdDate).toBe('2026-02-03T02:05:06.7Z');
  });

  it('keeps global ids over syncs: UUIDv5 over tenant, instance, type and local id', async () => {
    await withSource({ Account: pagesOf(accounts(50)) });
    await test.sync();
    const before = (await test.everyItem('/v1/accounts')).map(item => [item.id, item.globalId]);
    for (const [id, globalId] of before) {
      expect(globalId).toBe(uuidV5(`main/${instanceOf(test, 'app')}/Account/${id}`));
    }
    await test.sync();
    expect((await test.everyItem('/v1/accounts')).map(item => [item.id, item.globalId])).toEqual(before);
  });

  it('loses objects that a complete read no longer has', async () => {
    await withSource({ Account: pagesOf(accounts(10)) });
    await test.sync();
    test.scripts.set('app', { Account: pagesOf(accounts(8)) });
    await test.sync();
    expect(await aliases()).toEqual(accounts(8).map(record => record['alias']));
  });
});

describe('a read that fails', () => {
  const halfAPage: Pages = function* () {
    yield { records: accounts(2, 50) };
    throw new Error('connection reset by the source');
  };

  it('deletes nothing, adds what it read, and is reported', async () => {
    await withSource({ Account: pagesOf(accounts(10)), Role: pagesOf([sampleRecord(role, 1)]) });
    await test.sync();
    test.scripts.set('app', { Account: halfAPage, Role: pagesOf([sampleRecord(role, 2)]) });
    const { runs, build } = await test.sync();
    expect(runs[0]!.error).toContain('connection reset by the source');
    expect(build).toMatchObject({ status: 'Published' });
    expect(await aliases()).toEqual([...accounts(10), ...accounts(2, 50)].map(record => record['alias']).toSorted());
    expect(await read('Account')).toMatchObject({ status: 'Failed', rows: 2 });
    expect((await test.everyItem('/v1/roles')).map(item => item.id)).toEqual(['Role-2']);
  });

  it('ends instead of looping when the page token never changes', async () => {
    const stuck: Pages = function* () {
      for (;;) yield { records: accounts(1), cursor: 'the same for ever' };
    };
    await withSource({ Account: stuck });
    const { runs } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Failed', error: expect.stringContaining('twice') }]);
  });

  it('does not count as complete when objects were forbidden', async () => {
    await withSource({ Account: pagesOf(accounts(4)) });
    await test.sync();
    const gap = { reason: 'forbidden', subject: 'GET /users', message: 'HTTP 403', missing: 'objects' } as const;
    test.scripts.set('app', {
      Account: function* () {
        yield { records: [], gaps: [gap] };
      },
    });
    await test.sync();
    expect(await read('Account')).toMatchObject({ status: 'Forbidden', gaps: [gap] });
    expect(await aliases()).toHaveLength(4);
  });

  it('is reported when the source does not open at all', async () => {
    await withSource({ Account: pagesOf(accounts(4)) });
    await test.sync();
    test.scripts.delete('app');
    const { runs, build } = await test.sync();
    expect(runs).toMatchObject([{ status: 'Failed', error: 'app: does not answer' }]);
    expect(build).toBeUndefined();
    expect(await aliases()).toHaveLength(4);
  });
});

describe('invalid records', () => {
  it('are rejected with place and reason; the others are served', async () => {
    const good = accounts(40);
    const bad: SourceRecord[] = [
      { ...sampleRecord(account, 100), type: 'Alien' },
      { ...sampleRecord(account, 101), enabled: 'yes' },
      { ...sampleRecord(account, 102), colour: 'red' },
      { ...sampleRecord(account, 103), createdDate: '2026-02-30T00:00:00Z' },
      { ...sampleRecord(account, 104), name: 'half a \ud83d pair' },
    ];
    await withSource({ Account: pagesOf([...good, ...bad]) });
    await test.sync();
    expect(await aliases()).toHaveLength(40);
    expect(await read('Account')).toMatchObject({ status: 'Partial', rows: 40, rejected: 5, kept: 0 });
    const rejected = await test.operator.rejected({ source: 'app' });
    expect(rejected.map(({ place, reasons }) => `${place}: ${reasons.join()}`)).toEqual([
      expect.stringMatching(/^Account-100: type: "Alien" is none of User, Machine, Token/),
      expect.stringMatching(/^Account-101: enabled: "yes" must be boolean/),
      expect.stringMatching(/^Account-102: record: has no field "colour"/),
      expect.stringMatching(/^Account-103: createdDate: "2026-02-30T00:00:00Z"/),
      expect.stringMatching(/^Account-104: contains text that is not valid Unicode/),
    ]);
  });

  it('keep an unknown value of an enumeration beside Unknown', async () => {
    await withSource({ Account: pagesOf([{ ...sampleRecord(account, 1), subType: 'Robot', department: null }]) });
    await test.sync();
    const [served] = await test.everyItem('/v1/accounts');
    expect(served).toMatchObject({
      subType: 'Unknown',
      profileMetadata: [{ name: 'subType', type: 'string', value: 'Robot' }],
    });
    expect(served).not.toHaveProperty('department');
  });

  it('carry any text and any JSON through unchanged', async () => {
    const name = 'quote " backslash \\ newline \n tab \t nul \u0000 line \u2028 emoji 🙂 rtl \u202e';
    const value = { a: [1, 2.5, true, 'x', { b: null }], '\\"': '\u0001' };
    const metadata = [{ name: 'raw', namespace: 'x', type: 'object', value }];
    await withSource({ Account: pagesOf([{ ...sampleRecord(account, 1), name, profileMetadata: metadata }]) });
    await test.sync();
    expect((await test.everyItem('/v1/accounts'))[0]).toMatchObject({
      name,
      displayName: name,
      profileMetadata: metadata,
    });
  });

  it('with a duplicate id are left out and listed', async () => {
    const twice = [...accounts(30), { ...sampleRecord(account, 3), alias: 'second' }];
    await withSource({ Account: pagesOf(twice, 7) });
    await test.sync();
    expect(await aliases()).toEqual(
      accounts(30)
        .map(record => record['alias'])
        .toSorted(),
    );
    expect(await read('Account')).toMatchObject({ duplicates: 1 });
    expect(await test.operator.rejected({ source: 'app' })).toMatchObject([
      { place: 'Account-3', reasons: [expect.stringContaining('came 2 times')] },
    ]);
  });
});

describe('holding back', () => {
  it('keeps the last good data when too much is gone, until the loss is accepted', async () => {
    await withSource({ Account: pagesOf(accounts(10)) });
    await test.sync();
    test.scripts.set('app', { Account: pagesOf(accounts(6)) });
    const held = await test.sync();
    const message = expect.stringMatching(/^app: 4 of 10 accounts \(40 %\) are gone/);
    expect(held.build).toMatchObject({ findings: [{ severity: 'stop', source: 'app', message }] });
    expect(held.heldBack).toMatchObject([{ source_id: 'app', findings: [{ message }] }]);
    expect(await aliases()).toHaveLength(10);
    const accepted = await test.sync([], true);
    expect(accepted).toMatchObject({ build: { status: 'Published' }, heldBack: [] });
    expect(await aliases()).toHaveLength(6);
  });

  it('happens when most of a read was rejected', async () => {
    await withSource({ Account: pagesOf(accounts(10).map(record => ({ ...record, enabled: 'perhaps' }))) });
    const { build } = await test.sync();
    expect(build).toMatchObject({ status: 'HeldBack', findings: [{ check: 'records_rejected' }] });
    expect((await test.get('/v1/accounts')).body.nextPageToken).toBeDefined();
  });

  it('does not happen for a source that is no longer configured', async () => {
    const other = { Account: pagesOf(accounts(10)) };
    test = await startService({ sources: { app: other, former: other } });
    await test.sync();
    expect(await aliases()).toHaveLength(20);
    await test.service.close();
    const again = await startService({ sources: { app: other }, folder: test.folder });
    try {
      expect((await again.sync()).build).toMatchObject({ status: 'Published' });
      expect(await again.everyItem('/v1/accounts')).toHaveLength(10);
    } finally {
      await again.close();
    }
  });
});

describe('an extraction that was cut off', () => {
  it('resumes after the last landed batch and does not read it again', async () => {
    const asked: (string | undefined)[] = [];
    const stopped = Promise.withResolvers<void>();
    let cutOff = true;
    const script: Script = {
      Account: async function* (cursor, signal) {
        asked.push(cursor);
        for (const page of pagesOf(accounts(30), 10)(cursor, signal) as Iterable<Page>) {
          yield page;
          if (cutOff && page.cursor === '20') {
            stopped.resolve();
            await once(signal, 'abort');
          }
        }
      },
    };
    test = await startService({ sources: { app: script }, batchBytes: 1 });
    test.sync().catch(() => {});
    await stopped.promise;
    await test.service.close();
    cutOff = false;

    const again = await startService({ sources: { app: script }, folder: test.folder });
    try {
      await again.sync();
      const [, resumedAt, ...others] = asked;
      expect(Number(resumedAt)).toBeGreaterThanOrEqual(10);
      expect(others).toEqual([]);
      expect(await again.everyItem('/v1/accounts')).toHaveLength(30);
    } finally {
      await again.close();
    }
  });
});

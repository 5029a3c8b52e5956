// Properties of changes between random versions, while days pass: applied to the objects of a former version, they give those of a
// later one; and what is too old is forgotten.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/registry.ts';
import type { Manifest } from '../../../src/warehouse/version/manifest.ts';
import { createRandom, testSeed } from '../../support/random.ts';
import { pagesOf, type Script, sampleRecord } from '../../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';

const seed = testSeed();
const random = createRandom(seed);
const versions = 6;
const hour = 3_600_000;

/** Each object is there or not, in one of a few forms, so that many vanish, come back and have a former form again. */
function randomScript(): Script {
  const some = (type: string, fields: (index: number) => object) =>
    Array.from({ length: 25 }, (_, index) => index)
      .filter(index => index === 0 || random.below(10) < 7)
      .map(index => ({ ...sampleRecord(resourceOf(type)!, index), ...fields(index) }));
  const maybe = (name: string, values: readonly unknown[]) => {
    const value = random.of(values);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    Account: pagesOf(
      some('Account', () => ({
        ...maybe('title', [undefined, 'one', 'two']),
        ...maybe('hashIdentifiers', [undefined, [], ['sha256:a']]),
        ...maybe('expirationDate', [undefined, '2027-01-01T00:00:00Z']),
        ...maybe('federationId', [undefined, { type: 'SAML', value: 'x', authenticationKey: 'k' }]),
        lastActivityDate: new Date(Date.UTC(2026, 0, 1) + random.below(1e10)).toISOString(),
      })) as never,
    ),
    UserGroup: pagesOf(some('UserGroup', () => maybe('description', [undefined, 'x'])) as never),
    EntityManagedViaObject: pagesOf(
      some('EntityManagedViaObject', index => ({
        entityType: 'Account',
        entityId: `Account-${index}`,
        managedViaObjectType: 'UserGroup',
        ...maybe('managedViaObjectId', ['UserGroup-0', 'UserGroup-1', 'UserGroup-2']),
      })) as never,
    ),
  };
}

type Objects = Record<string, Item>;
const collections = ['accounts', 'user-groups', 'entity-managed-via-object'];
const types = new Set(['Account', 'UserGroup', 'EntityManagedViaObject']);
/** What the reference documents as not compared. */
const notCompared =
  /^(objectMetadata|serviceObjectMetadata|lastActivityDate|analytics(Days|First|Last|Dormant|Active|Inactive).*)$/;

let test: TestService;
/** Version → its objects by global id. */
const snapshots = new Map<string, Objects>();

async function objects(): Promise<Objects> {
  const items = (await Promise.all(collections.map(name => test.everyItem(`/v1/${name}`)))).flat();
  return Object.fromEntries(
    items.map(item => [
      item.globalId,
      Object.fromEntries(Object.entries(item).filter(([name]) => !notCompared.test(name))),
    ]),
  );
}

/** Make the history of the version in service older. The next build reads it from the version's manifest. */
function timePasses(ms: number): void {
  const { folder } = test.service.tenant().catalogue.current()!;
  const file = path.join(folder, 'manifest.json');
  const manifest: Manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  const history = manifest.history!.map(point => ({
    ...point,
    generatedAt: new Date(Date.parse(point.generatedAt) - ms).toISOString(),
  }));
  fs.writeFileSync(file, JSON.stringify({ ...manifest, history }));
}

beforeAll(async () => {
  test = await startService({
    sources: { app: randomScript() },
    settings: { history: { keep: '2d' }, hold_back: { gone_percent: 100 } },
  });
  for (let made = 1; ; made += 1) {
    await test.sync();
    snapshots.set((await test.get('/v1/changes')).body.until.version, await objects());
    if (made === versions) break;
    timePasses(17 * hour);
    test.scripts.set('app', randomScript());
  }
});
afterAll(() => test.close());

it(`applied to the objects of a version, they give those of a later one (seed ${seed})`, async () => {
  const spans = new Set<string>();
  for (const [version, until] of pairs([...snapshots.keys()])) {
    const url = `/v1/changes?since=${version}${until === undefined ? '' : `&until=${until}`}`;
    const { status, body } = await test.get(url);
    if (status === 400) continue;
    const span = `${body.since.version} to ${body.until.version}`;
    spans.add(span);
    const later = snapshots.get(body.until.version)!;
    const applied: Objects = { ...snapshots.get(body.since.version)! };
    for (const { change, objectId, objectType, fields } of await test.everyItem(url)) {
      if (!types.has(objectType)) continue;
      expect(change === 'Appeared', objectId).toBe(!(objectId in applied));
      if (change === 'Vanished') {
        const was = Object.fromEntries(fields.map((pair: Item) => [pair.field, pair.before]));
        expect({ globalId: objectId, ...was }).toEqual(applied[objectId]);
        delete applied[objectId];
      } else if (change === 'Appeared') applied[objectId] = later[objectId];
      else applied[objectId] = changed(applied[objectId], fields);
    }
    expect(applied, span).toEqual(later);
  }
  expect(spans.size).toBeGreaterThan(6);
});

/** Each version with each that is not older, and with the one in service. */
function pairs(all: readonly string[]): [string, string | undefined][] {
  return all.flatMap((since, place) =>
    [...all.slice(place), undefined].map((until): [string, string | undefined] => [since, until]),
  );
}

function changed(object: Item, fields: readonly Item[]): Item {
  const after = { ...object };
  expect(fields.length).toBeGreaterThan(0);
  for (const { field, before, after: value } of fields) {
    expect(after[field], field).toEqual(before);
    expect(value, field).not.toEqual(before);
    if (value === undefined) delete after[field];
    else after[field] = value;
  }
  return after;
}

it('a former day has one version, and what is older than the setting is forgotten', async () => {
  const { history } = JSON.parse(
    fs.readFileSync(path.join(test.service.tenant().catalogue.current()!.folder, 'manifest.json'), 'utf8'),
  ) as Manifest;
  const [oldest, ...later] = history!;
  const age = (point: { generatedAt: string }) => (Date.now() - Date.parse(point.generatedAt)) / hour / 24;
  expect(age(oldest!)).toBeGreaterThan(2);
  expect(age(later[0]!)).toBeLessThan(2);
  const formerDays = later.filter(point => age(point) > 2).map(point => point.generatedAt.slice(0, 10));
  expect(new Set(formerDays).size).toBe(formerDays.length);
  expect(history!.length).toBeLessThan(versions);
  const { status, body } = await test.get('/v1/changes?since=1');
  expect([status, body.details.oldestVersion]).toEqual([400, String(oldest!.version)]);
});

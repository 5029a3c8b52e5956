// The conformance suite: a connector that keeps the rules passes, and each rule finds the connector that breaks it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { customApplication } from '../../connectors/custom-application/index.ts';
import { host } from '../../connectors/host/index.ts';
import { testConnector } from '../../src/conformance/conformance.ts';
import type { Connector, Page } from '../../src/connector/contract.ts';
import { departments } from '../connectors/custom-application/source-folder.ts';
import { linkedDebianImage } from '../connectors/host/reading.ts';
import type { ScriptedHttp } from '../support/servers/scripted-http.ts';
import { accountOf, type Client, goodPages, pagedConnector, startPagedServer, token } from './paged-connector.ts';

let server: ScriptedHttp;
beforeAll(async () => {
  server = await startPagedServer();
});
afterAll(() => server.close());

/** All faults that the suite finds, as `rule: fault`. */
async function faultsOf(
  connector: Connector,
  settings: object = { url: server.url, token },
  patienceMs = 5_000,
): Promise<string[]> {
  const rules = await testConnector(connector, {
    settings: { ...settings },
    baseFolder: '/',
    patienceMs,
  });
  return rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`));
}

describe('a shipped connector', () => {
  it('host passes', async () => {
    const root = await linkedDebianImage();
    expect(await faultsOf(host, { root, sudoers_owner: process.getuid!() })).toEqual([]);
  });

  it('custom-application passes', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `${index},Unit ${index}`);
    const folder = departments(`id,name\n${rows.join('\n')}\n`);
    expect(await faultsOf(customApplication, { folder })).toEqual([]);
  });
});

describe('a connector that keeps the rules', () => {
  it('passes, and the report says what was looked at', async () => {
    const rules = await testConnector(pagedConnector(), { settings: { url: server.url, token }, baseFolder: '/' });
    expect(rules.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rules.flatMap(({ note }) => note ?? [])).toEqual([
      '0 problems',
      '7 records of 1 types',
      '1 of 1 reads can resume',
      '4 requests',
      '0 of 1 reads can continue',
      '1 secret settings',
    ]);
  });
});

/** Pages made of the good ones. */
const changed = (change: (page: Page, number: number, client: Client) => Page) =>
  async function* (client: Client, cursor?: string) {
    let number = 0;
    for await (const page of goodPages(client, cursor)) yield change(page, number++, client);
  };

describe('a connector is found that', () => {
  it('describes a setting badly', async () => {
    const settings = z.object({ api_key: z.string(), nested: z.strictObject({ a: z.string() }).optional() });
    const { declares: _, ...undeclared } = pagedConnector();
    expect(await faultsOf({ ...undeclared, settings } as Connector, {})).toEqual(
      [
        'settings: takes any key; declare it with z.strictObject, so that typing mistakes are found',
        "settings.api_key: has no description; add .describe('…')",
        'settings.api_key: looks like a secret and is not marked; add .meta({ secret: true })',
        "settings.nested.a: has no description; add .describe('…')",
        'declares: is missing; say which types are read, and with which rights',
      ]
        .map(fault => `declares its settings, reads and changes: ${fault}`)
        .concat('opens: settings.api_key: is missing; a string is required'),
    );
  });

  it('reads a type that it does not declare, or that there is not', async () => {
    const other = [{ types: ['Role', 'Person', 'Acount'], incremental: false, rights: ' ' }];
    expect(await faultsOf(pagedConnector(goodPages, { declares: other }))).toEqual([
      'declares its settings, reads and changes: declares: Person is made by the service, connectors do not land it',
      'declares its settings, reads and changes: declares: Acount is no object or relationship type',
      'declares its settings, reads and changes: declares: Role,Person,Acount: no rights',
      'yields valid records with unique ids, moving page tokens and complete reports: Account: is read, and `declares` does not say so',
    ]);
  });

  it('reports a problem without its place', async () => {
    const check = async () => [{ severity: 'error', place: '', message: 'is wrong' } as const];
    expect(await faultsOf(pagedConnector(goodPages, { check }))).toEqual([
      'reports problems with place and message: {"severity":"error","place":"","message":"is wrong"} needs a place and a message',
    ]);
  });

  it('gives a page token twice', async () => {
    const circle = async function* (): AsyncGenerator<Page> {
      for (;;) yield { records: [], cursor: 'same' };
    };
    expect(await faultsOf(pagedConnector(circle))).toEqual([
      'opens, reads and closes: Account: the page token "same" comes twice, so the read would never end',
    ]);
  });

  it('has ids twice, invalid records, and reports with holes', async () => {
    const pages = async function* (): AsyncGenerator<Page> {
      yield {
        records: [accountOf(1), accountOf(1), { id: 'x', alias: 7, colour: 'red' }],
        gaps: [{ reason: 'forbidden', subject: ' ', message: 'no', missing: 'objects' }],
        rejected: [{ place: 'row 4', reasons: [] }],
        removed: ['user-1'],
      };
    };
    const rule = 'yields valid records with unique ids, moving page tokens and complete reports: Account: ';
    expect((await faultsOf(pagedConnector(pages))).map(fault => fault.replace(rule, ''))).toEqual([
      'has an id twice: user-1',
      'has an invalid record: x: type: is required',
      expect.stringMatching(/^has an incomplete report: gap .* needs reason, subject, message and missing$/),
      expect.stringMatching(/^has an incomplete report: rejection .* needs a place and reasons$/),
      'has an incomplete report: user-1 is brought and removed by the same page',
    ]);
  });

  it.each([
    [
      'says something else of single objects',
      async (_: unknown, ids: readonly string[]) => ({
        records: ids.slice(0, 3).map(id => ({ ...accountOf(Number(id.slice(5))), alias: 'other' })),
        gone: [],
      }),
      /says of user-0 .*other.* and a full read says/,
    ],
    [
      'invents single objects',
      async () => ({ records: [accountOf(0), accountOf(5)], gone: [] }),
      /brings user-5, which it was not asked for/,
    ],
    [
      'takes single objects for gone',
      async () => ({ records: [accountOf(3)], gone: ['user-0'] }),
      /says that user-0 is gone, which a full read brings/,
    ],
    ['reads no single objects', async () => ({ records: [], gone: [] }), /brings none of user-0, user-3, user-6/],
  ])('%s', async (_name, Account, fault) => {
    const found = await faultsOf(pagedConnector(goodPages, { readObjects: { Account } }));
    expect(found[0]).toMatch(fault);
    expect(found[0]).toMatch(/^says of single objects what it says of all: Account: /);
  });

  it('resumes at the wrong place', async () => {
    const skipping = async function* (client: Client, cursor?: string) {
      const later = cursor?.replace(/\d+$/, from => String(Number(from) + 2));
      for await (const page of goodPages(client, later)) yield page;
    };
    expect(await faultsOf(pagedConnector(skipping))).toEqual([
      expect.stringMatching(
        /^resumes after any page and loses nothing: Account: resumed after page 1, the read lacks 2 /,
      ),
      expect.stringMatching(/resumed after page 2, the read lacks 2 records, such as user-4/),
      expect.stringMatching(/resumed after page 3, the read lacks 1 records, such as user-6/),
    ]);
  });

  it('takes a broken connection for the end of the list', async () => {
    const swallowing = async function* (client: Client, cursor?: string): AsyncGenerator<Page> {
      try {
        for await (const page of goodPages(client, cursor)) yield page;
      } catch {
        yield { records: [] };
      }
    };
    const rule = 'takes no broken connection for the end of a list: Account: with the connection broken at request';
    expect(await faultsOf(pagedConnector(swallowing))).toEqual([
      `${rule} 1, the read brings 0 of 7 records and ends as if it were complete, so the others would be deleted`,
      `${rule} 2, the read brings 2 of 7 records and ends as if it were complete, so the others would be deleted`,
      `${rule} 4, the read brings 6 of 7 records and ends as if it were complete, so the others would be deleted`,
    ]);
  });

  it('ends the run because of a broken connection', async () => {
    const wrapping = async function* (client: Client, cursor?: string): AsyncGenerator<Page> {
      try {
        for await (const page of goodPages(client, cursor)) yield page;
      } catch {
        throw new Error('did not work');
      }
    };
    expect(await faultsOf(pagedConnector(wrapping))).toContainEqual(
      expect.stringMatching(/the read throws Error \(did not work\), so the run ends; throw SourceUnavailable/),
    );
  });

  it('says that objects are removed although nothing has changed', async () => {
    const pages = async function* (_client: Client, _cursor?: string, since?: string): AsyncGenerator<Page> {
      if (since === undefined) yield { records: [accountOf(1)], next: '1' };
      else yield { records: [], changesOnly: true, removed: ['user-1'] };
    };
    const rule = 'continues incrementally without losing anything: Account: ';
    expect(await faultsOf(pagedConnector(pages))).toEqual([
      `${rule}a read right after the first one says that 1 objects are removed, such as user-1`,
      `${rule}an incremental read does not say where the next one starts, so that one has to read everything`,
      `${rule}is read incrementally, and \`declares\` does not say so`,
    ]);
  });

  it('hangs after an abort, or does not close', async () => {
    const settings = { url: server.url, token };
    const close = () => new Promise<void>(() => {});
    expect(await faultsOf(pagedConnector(goodPages, { close }), settings, 200)).toEqual([
      'opens, reads and closes: close: nothing came within 0.2 s',
    ]);
    const open: Connector['open'] = async (settings, context) =>
      context.signal.aborted ? new Promise(() => {}) : pagedConnector().open(settings, context);
    expect(await faultsOf(pagedConnector(goodPages, { open }), settings, 1_000)).toEqual([
      'ends and closes after an abort: after an abort, open and close: nothing came within 1 s',
    ]);
  });
});

describe('a secret is found', () => {
  const rule = 'keeps secrets to itself: ';
  const inPage = (page: (secret: string) => Partial<Page>) =>
    faultsOf(pagedConnector(changed((good, _number, { settings }) => ({ ...good, ...page(settings.token) }))));

  it('in a record, in whatever form', async () => {
    const encoded = (secret: string) => Buffer.from(secret).toString('base64');
    for (const form of [(secret: string) => secret, encoded]) {
      const title = (secret: string) => ({ records: [{ ...accountOf(1), title: `Bearer ${form(secret)}` }] });
      expect(await inPage(title)).toContain(`${rule}a page of Account holds the value of settings.token`);
    }
  });

  it('in a gap and in a cursor', async () => {
    const gap = { reason: 'failed', subject: 'GET /', missing: 'fields' } as const;
    for (const page of [
      (secret: string) => ({ gaps: [{ ...gap, message: secret }] }),
      (secret: string) => ({ next: secret }),
    ]) {
      expect(await inPage(page)).toContain(`${rule}a page of Account holds the value of settings.token`);
    }
  });

  it('in an error', async () => {
    const open: Connector['open'] = async settings => {
      throw new Error('cannot open', { cause: { settings } });
    };
    expect(await faultsOf(pagedConnector(goodPages, { open }))).toContain(
      `${rule}an error holds the value of settings.token`,
    );
  });

  it('in the output', async () => {
    vi.spyOn(console, 'debug').mockImplementation(() => {});
    const open: Connector['open'] = async (settings, context) => {
      console.debug('opening with', settings);
      return pagedConnector().open(settings, context);
    };
    expect(await faultsOf(pagedConnector(goodPages, { open }))).toContain(
      `${rule}the output holds the value of settings.token`,
    );
  });

  it('that is wrong, in the error about it', async () => {
    const connector = pagedConnector();
    const open: Connector['open'] = async (settings, context) => {
      const { token: given } = settings as { token: string };
      if (given !== token) throw new Error(`the token ${given} is refused`);
      return connector.open(settings, context);
    };
    expect(await faultsOf({ ...connector, open })).toEqual([
      'does not repeat a wrong secret in its errors: the error about a wrong secret holds the value of settings.token',
    ]);
  });
});

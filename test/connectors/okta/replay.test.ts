// The simulated organisation answers as real ones did: recorded exchanges, one after the other, each compared.
import { expect, it } from 'vitest';
import { okta } from '../../../connectors/okta/index.ts';
import { oktaCassettes } from '../../support/simulators/okta/cassettes.ts';
import { learnChange, learnExisting } from '../../support/simulators/okta/learning.ts';
import { oktaToken, startOkta } from '../../support/simulators/okta/okta.ts';
import { emptyState } from '../../support/simulators/okta/state.ts';
import { gapsOf, readSource, recordsOf, rejectionsOf } from '../../support/simulators/reading.ts';
import {
  type Comparison,
  describeRecorded,
  differencesOf,
  type Exchange,
  expectCoverage,
  recordingsMissing,
} from '../../support/simulators/recordings.ts';

const missing = recordingsMissing('okta');

/** What the connector asks for; other recorded requests only say what state an organisation was in. */
const operations: readonly (readonly [method: string, pattern: RegExp])[] = [
  ['GET', /^(org|users|groups|apps|zones|idps|logs|api-tokens|authenticators|policies|groups\/rules)$/],
  ['GET', /^(users|groups)\/[^/]+$/],
  ['GET', /^users\/[^/]+\/(groups|factors|roles)$/],
  ['GET', /^groups\/[^/]+\/(users|roles)$/],
  ['GET', /^(users|groups)\/[^/]+\/roles\/[^/]+\/targets\/(groups|catalog\/apps)$/],
  ['GET', /^apps\/[^/]+\/(users|groups|grants|credentials\/keys)$/],
  ['GET', /^iam\/(roles|resource-sets|assignees\/users)$/],
  ['GET', /^iam\/roles\/[^/]+\/permissions$/],
  ['GET', /^iam\/resource-sets\/[^/]+\/resources$/],
  ['GET', /^authenticators\/[^/]+\/methods$/],
  ['GET', /^policies\/[^/]+\/rules$/],
  ['POST', /^users\/[^/]+\/lifecycle\/(suspend|unsuspend|activate|unlock)$/],
  ['POST', /^users\/[^/]+\/roles$/],
  ['DELETE', /^users\/[^/]+\/roles\/[^/]+$/],
  ['PUT', /^groups\/[^/]+\/users\/[^/]+$/],
  ['DELETE', /^groups\/[^/]+\/users\/[^/]+$/],
  ['POST', /^groups$/],
  ['DELETE', /^groups\/[^/]+$/],
];

const isRule = (path: string) => path === 'groups/rules';

function operationOf({ method, path }: Exchange): string | undefined {
  const plain = path.split('?')[0]!.replace(/^\/+api\/v1\//, '');
  const used = operations.find(([verb, pattern]) => verb === method && pattern.test(plain));
  if (!used || (method !== 'GET' && isRule(plain))) return undefined;
  return `${method} ${isRule(plain) ? plain : plain.replaceAll(/(?<=^|\/)(?=[^/]*[0-9A-Z@])[^/]+/g, ':id')}`;
}

/** Times, addresses, and what Okta makes up. */
const volatile = new Set([
  '_links',
  '_embedded',
  'created',
  'lastUpdated',
  'lastMembershipUpdated',
  'statusChanged',
  'activated',
  'errorId',
  'errorSummary',
  'errorCauses',
  'passwordChanged',
  'activationUrl',
  'activationToken',
  'id',
]);
const known = new Set([...volatile].filter(name => name !== 'id'));

const sorted = (body: unknown) =>
  Array.isArray(body)
    ? body.toSorted((one, other) => (String(one.id ?? one.label) < String(other.id ?? other.label) ? -1 : 1))
    : body;

/** Older recordings have no bodies of requests. What was created tells what was asked for. */
function requestBodyOf({ method, requestBody, body, path }: Exchange): unknown {
  if (method !== 'POST' || requestBody !== undefined) return requestBody ?? undefined;
  const { profile, type } = (body ?? {}) as { profile?: { name: string }; type?: string };
  return path.endsWith('/roles') ? { type } : profile ? { profile } : {};
}

async function differenceOf(url: string, exchange: Exchange): Promise<string | undefined> {
  const answer = await fetch(`${url}${exchange.path.replace('//', '/')}`, {
    method: exchange.method,
    headers: { authorization: `SSWS ${oktaToken}`, 'content-type': 'application/json' },
    ...(exchange.method !== 'GET' && { body: JSON.stringify(requestBodyOf(exchange)) }),
  });
  const text = await answer.text();
  const body = text === '' ? undefined : JSON.parse(text);
  const where = `${exchange.place}: ${exchange.method} ${exchange.path}`;
  if (answer.status !== exchange.status) return `${where}: ${exchange.status} recorded, ${answer.status} here`;
  const hasNext = (link: string) => /rel="next"/.test(link);
  if (hasNext(exchange.headers['link'] ?? '') !== hasNext(answer.headers.get('link') ?? ''))
    return `${where}: the next page differs`;
  const ignored = exchange.method === 'POST' ? volatile : known;
  const [difference] = differencesOf(sorted(exchange.body) ?? undefined, sorted(body) ?? undefined, ignored);
  return difference && `${where}: ${difference}`;
}

describeRecorded(missing, () => {
  it('are reproduced', async () => {
    await using server = await startOkta();
    const results: Comparison[] = [];
    for (const cassette of oktaCassettes()) {
      Object.assign(server.state, emptyState());
      for (const exchange of cassette) {
        const operation = operationOf(exchange);
        if (operation === undefined) {
          learnChange(server.state, exchange);
          learnExisting(server.state, exchange);
          continue;
        }
        if (exchange.method === 'GET') learnExisting(server.state, exchange);
        server.nextId = (exchange.body as { id?: string } | undefined)?.id;
        results.push({ operation, difference: await differenceOf(server.url, exchange) });
        server.nextId = undefined;
      }
    }
    expectCoverage(results);
  });

  it('are read by the connector without rejections', async () => {
    await using server = await startOkta();
    for (const exchange of oktaCassettes().flat()) learnExisting(server.state, exchange);
    const reading = await readSource(okta, { url: server.url, api_token: oktaToken, enrollments_of: 'everybody' });
    expect(rejectionsOf(reading)).toEqual([]);
    expect(gapsOf(reading)).toEqual([]);
    expect(recordsOf(reading, 'Account').length).toBeGreaterThan(50);
    expect(JSON.stringify([...reading.values()].map(({ records }) => [...records.values()]))).not.toMatch(
      /client_secret|recovery_question/,
    );
  });
});

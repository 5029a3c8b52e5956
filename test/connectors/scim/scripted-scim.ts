// A SCIM service whose oddities a test scripts, and what the connector reads from it.
import { scim } from '../../../connectors/scim/index.ts';
import type { Gap, Rejection, SourceRecord } from '../../../src/connector/contract.ts';
import {
  type Asked,
  type Scripted,
  type ScriptedHttp,
  startScriptedHttp,
} from '../../support/servers/scripted-http.ts';

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** The part of a list that a request asks for, as RFC 7644 has it. @param cap the most objects that the service gives at once */
export function listAnswer(resources: readonly unknown[], { query }: Asked, cap = 1_000): Scripted {
  const start = Number(query.get('startIndex') ?? 1);
  const count = Math.min(Number(query.get('count') ?? cap), cap);
  const page = resources.slice(start - 1, start - 1 + count);
  return { body: { schemas: [listSchema], totalResults: resources.length, startIndex: start, Resources: page } };
}

export interface Endpoints {
  readonly Users?: readonly unknown[] | ((asked: Asked, count: number) => Scripted | Promise<Scripted>);
  readonly Groups?: readonly unknown[] | ((asked: Asked, count: number) => Scripted | Promise<Scripted>);
  /** Every other path, such as `/ResourceTypes` or `/Groups/1`; default: 404. */
  readonly other?: (asked: Asked) => Scripted;
}

/** Answer from now on as these endpoints say. */
export function scriptScim(server: ScriptedHttp, { Users = [], Groups = [], other }: Endpoints): void {
  server.script((asked, count) => {
    const endpoint = asked.path.split('?')[0];
    const answer = endpoint === '/Users' ? Users : endpoint === '/Groups' ? Groups : undefined;
    if (answer === undefined) return other?.(asked) ?? { status: 404 };
    return typeof answer === 'function' ? answer(asked, count) : listAnswer(answer, asked);
  });
}

export interface ReadType {
  readonly records: readonly SourceRecord[];
  readonly places: readonly string[];
  readonly gaps: readonly Gap[];
  readonly rejected: readonly Rejection[];
}

/** Read one type to its end. */
export async function readScim(server: ScriptedHttp, type: string, settings: object = {}): Promise<ReadType> {
  const given = scim.settings.parse({ url: server.url, ...settings });
  const context = {
    sourceId: 'scim',
    applicationInstanceId: 'test',
    baseFolder: '/',
    signal: new AbortController().signal,
    http: { retriesAtOnce: true },
  };
  const client = await scim.open(given, context);
  try {
    const found = {
      records: [] as SourceRecord[],
      places: [] as string[],
      gaps: [] as Gap[],
      rejected: [] as Rejection[],
    };
    const read = scim.reads(client).find(({ lands }) => lands === type)!;
    for await (const page of read.pages(client, undefined)) {
      found.records.push(...page.records);
      found.places.push(...page.records.map((_record, index) => page.place!(index)));
      found.gaps.push(...(page.gaps ?? []));
      found.rejected.push(...(page.rejected ?? []));
    }
    return found;
  } finally {
    await scim.close!(client);
  }
}

export const startScripted = startScriptedHttp;

export const user = (id: string, more: object = {}) => ({
  ...{ id, userName: `name-${id}`, active: true },
  ...more,
});
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => user(`u${index + 1}`));

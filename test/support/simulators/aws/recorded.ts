// Recorded answers of AWS, as SDKs show them: one file for each call, without the request; and the account of a laboratory. What was asked
// for follows from the answer.
import fs from 'node:fs';
import path from 'node:path';
import { recordingFiles } from '../recordings.ts';
import type { Item } from './state.ts';

export interface RecordedAnswer {
  readonly place: string;
  /** `iam:ListUsers`. */
  readonly operation: string;
  readonly status: number;
  /** Of an error: `{Code, Message}`. */
  readonly error: Item | undefined;
  readonly result: Item;
}

/** Answers of a scenario, in the order of their numbers. */
export function recordedScenarios(): RecordedAnswer[][] {
  const answers = recordingFiles('aws', '.json').flatMap(({ name, text }) => {
    const [, service, action] = /(?:^|\/)([a-z-]+)\.(\w+?)_\d+\.json$/.exec(name) ?? [];
    if (service === undefined || action === undefined) return [];
    const { status_code, data } = JSON.parse(text) as { status_code: number; data: Item };
    return [{ place: name, operation: `${service}:${action}`, status: status_code, ...partsOf(data) }];
  });
  return [...Map.groupBy(answers, ({ place }) => path.dirname(place)).values()];
}

const shapes: readonly (readonly [member: string, operation: string])[] = [
  ['User', 'iam:GetUser'],
  ['ServiceSpecificCredentials', 'iam:ListServiceSpecificCredentials'],
  ['PolicyDocument', 'iam:GetUserPolicy'],
  ['Groups', 'iam:ListGroupsForUser'],
];

/** Snapshots hold results by names of their own: the members of a result tell the operation. */
export function snapshotResults(): RecordedAnswer[] {
  return recordingFiles('aws-iam-snapshots', '.json').flatMap(({ name, text }) =>
    Object.values(JSON.parse(text) as Record<string, { 'recorded-content': Record<string, unknown> }>).flatMap(test =>
      Object.entries(test['recorded-content']).flatMap(([step, data]) => {
        if (typeof data !== 'object' || data === null) return [];
        const parts = partsOf(data as Item);
        const shape = shapes.find(([member]) => member in parts.result);
        if (!shape || parts.error || (shape[0] === 'PolicyDocument' && !('UserName' in parts.result))) return [];
        return [{ place: `${name} ${step}`, operation: shape[1], status: 200, ...parts }];
      }),
    ),
  );
}

function partsOf(data: Item): { error: Item | undefined; result: Item } {
  const { ResponseMetadata: _metadata, Error: error, ...result } = plain(data) as Item;
  return { error: error as Item | undefined, result };
}

/** Times as the SDK for Python writes them become texts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const item = value as Record<string, unknown>;
  if (item['__class__'] === 'datetime') {
    const part = (name: string) => Number(item[name] ?? 0);
    const [year, month, day] = [part('year'), part('month') - 1, part('day')];
    const time = Date.UTC(year, month, day, part('hour'), part('minute'), part('second'), part('microsecond') / 1000);
    return new Date(time).toISOString();
  }
  return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, plain(inner)]));
}

const laboratory = path.join(import.meta.dirname, '../../../../../shared/data/aws/account-authorization-details.json');

/** The answer of GetAccountAuthorizationDetails of a laboratory; undefined where it is absent. */
export function laboratoryDetails(): Record<string, Item[]> | undefined {
  return fs.existsSync(laboratory) ? JSON.parse(fs.readFileSync(laboratory, 'utf8')) : undefined;
}

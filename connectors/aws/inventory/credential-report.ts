// The credential report: password, keys, certificates and second factors of each user and of the root user
// (docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html). AWS makes a new one at most every four hours.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gap } from '../../../src/connector/contract.ts';
import { gapOf } from '../../../src/connector/http/http-error.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import { type AwsClient, ask } from '../client.ts';

/** Column → value, of one user. `N/A` and similar values are left out. */
export type ReportRow = ReadonlyMap<string, string>;

export interface CredentialReport {
  /** ARN of a user → its row; undefined: the report cannot be read. */
  readonly rows: ReadonlyMap<string, ReportRow> | undefined;
  readonly gaps: readonly Gap[];
}

const generationTries = 20;
const betweenTriesMs = 2000;
const unknownValues = new Set(['', 'N/A', 'no_information', 'not_supported']);

export function credentialReport(client: AwsClient): Promise<CredentialReport> {
  return client.once('credential report', async () => {
    try {
      await generate(client);
      const { result } = await ask(client, 'iam', 'GetCredentialReport');
      return { rows: rowsOf(textAt(result, 'Content') ?? ''), gaps: [] };
    } catch (error) {
      const gap = gapOf(error, 'fields');
      const remedy =
        gap.reason === 'forbidden' ? '; grant iam:GenerateCredentialReport and iam:GetCredentialReport' : '';
      return {
        rows: undefined,
        gaps: [{ ...gap, message: `enabled, last use, second factor: ${gap.message}${remedy}` }],
      };
    }
  });
}

async function generate(client: AwsClient): Promise<void> {
  const { signal, http } = client.context;
  for (let attempt = 1; attempt <= generationTries; attempt += 1) {
    const { result } = await ask(client, 'iam', 'GenerateCredentialReport');
    if (textAt(result, 'State') === 'COMPLETE') return;
    await sleep(http?.retriesAtOnce ? 0 : betweenTriesMs, undefined, { signal });
  }
}

/** @param content base64 of CSV */
function rowsOf(content: string): Map<string, ReportRow> | undefined {
  const [header = [], ...lines] = parsedCsv(Buffer.from(content, 'base64').toString('utf8'));
  if (!header.includes('arn')) return undefined;
  return new Map(
    lines.flatMap(values => {
      const row = new Map(
        header.flatMap((name, index) => (unknownValues.has(values[index] ?? '') ? [] : [[name, values[index]!]])),
      );
      const arn = row.get('arn');
      return arn === undefined ? [] : [[arn, row] as const];
    }),
  );
}

/** RFC 4180. */
function parsedCsv(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter(line => line !== '')
    .map(line =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
}

/** A time of the report; undefined: never, or not known. */
export function reportTime(row: ReportRow | undefined, column: string): string | undefined {
  const text = row?.get(column);
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;
}

export function reportFlag(row: ReportRow | undefined, column: string): boolean | undefined {
  const text = row?.get(column)?.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

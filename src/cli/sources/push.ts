// rolecall sources push: sends the rows of a JSON file to a source, in as many batches as they need.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { parseExactly } from '../../connector/exact-json.ts';
import { isJsonObject } from '../../connector/json-values.ts';
import { OperatorError } from '../../errors.ts';
import { connectApi } from '../api/api-client.ts';
import type { CommonOptions } from '../deployment.ts';
import { printJson } from '../output.ts';

/** The most bytes of rows in a batch: the body has a limit of 1 MiB. */
const batchBytes = 768 * 1024;

type Rows = Record<string, unknown[]>;

/** @param file `{"users": […], …}`: the rows by their names in the description of the source @param changes whether they are changes only */
export async function pushFile(
  options: CommonOptions,
  sourceId: string,
  file: string,
  changes: boolean,
): Promise<void> {
  const batches = batchesOf(await rowsOf(file));
  const api = await connectApi(options);
  const path = `/v1/sources/${encodeURIComponent(sourceId)}/objects`;
  const of = randomUUID();
  for (const [index, rows] of batches.entries()) {
    const last = index === batches.length - 1;
    const answer = await api.send('PUT', path, { complete: !changes, rows, batch: { of, number: index + 1, last } });
    if (last) printJson(answer);
  }
}

/** @throws OperatorError */
async function rowsOf(file: string): Promise<Rows> {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${file}: cannot be read: ${error.code}`);
  });
  const form = 'write `{"NAME": [rows]}` with the names that the description has in `pushed`';
  let rows: unknown;
  try {
    rows = parseExactly(text);
  } catch (error) {
    throw new OperatorError(`${file}: is not JSON: ${(error as Error).message.slice(0, 200)}; ${form}`);
  }
  if (isJsonObject(rows) && Object.values(rows).every(Array.isArray)) return rows as Rows;
  throw new OperatorError(`${file}: is no object of lists; ${form}`);
}

/** At least one batch; each name is in one, also when it has no rows. */
function batchesOf(rows: Rows): Rows[] {
  let batch: Rows = {};
  const batches = [batch];
  let bytes = 0;
  for (const [name, values] of Object.entries(rows)) {
    batch[name] ??= [];
    for (const value of values) {
      const size = Buffer.byteLength(JSON.stringify(value)) + 1;
      if (bytes > 0 && bytes + size > batchBytes) {
        batch = {};
        batches.push(batch);
        bytes = 0;
      }
      batch[name] ??= [];
      batch[name].push(value);
      bytes += size;
    }
  }
  return batches;
}

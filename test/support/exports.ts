// A client of the API that requests exports, polls them and fetches them.

import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { as, sendAs } from './send.ts';
import type { Answer, Item, TestService } from './service/service.ts';

/** Pause between polls: polling without a pause takes processor time from the export. */
export const pollMs = 5;

export interface Exporting {
  /** POST /v1/downloads. */
  create(context: string, params?: object): Promise<Answer>;
  /** The request once it is completed or failed. */
  ended(id: string): Promise<Answer['body']>;
  /** The response to a signed link. */
  fetch(url: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD'): Promise<Fetched>;
  /** The bytes of a new export, written and fetched. */
  file(context: string, params?: object): Promise<Buffer>;
  /** The same export as a direct stream. */
  stream(context: string, params?: object): Promise<Fetched>;
}

export interface Fetched {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly bytes: Buffer;
}

export function exportsAs(test: TestService, token: string): Exporting {
  const send = sendAs(test, token);
  const bodyOf = (context: string, params?: object) => ({ context, ...(params && { params }) });
  const exporting: Exporting = {
    create: (context, params) => send('POST', '/v1/downloads', bodyOf(context, params)),
    async ended(id) {
      for (;;) {
        const { body } = await send('GET', `/v1/downloads/${id}`);
        if (body.status !== 'accepted') return body;
        await pause(pollMs);
      }
    },
    async fetch(url, headers = {}, method = 'GET') {
      const { pathname, search } = new URL(url);
      const answer = await test.app.inject({ method, url: pathname + search, headers });
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
    },
    async file(context, params) {
      const { status, body } = await exporting.create(context, params);
      if (status !== 201) throw new Error(`${context}: ${status} ${body.message}`);
      const ended = await exporting.ended(body.id);
      if (ended.status !== 'completed') throw new Error(`${context}: ${ended.error.code}`);
      return (await exporting.fetch(ended.url)).bytes;
    },
    async stream(context, params) {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/v1/downloads',
        headers: { ...as(token), accept: 'text/csv', 'content-type': 'application/json' },
        payload: JSON.stringify(bodyOf(context, params)),
      });
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
    },
  };
  return exporting;
}

/** The rows of a CSV as objects: column → text. */
export function rowsOf(csv: Buffer): Record<string, string>[] {
  return parse(csv, { columns: true });
}

/** The text of a cell for a value of the API. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  return typeof value !== 'number' &&
    /^[=+\-@\t\r]/.test(text) &&
    !(text.trim() !== '' && Number.isFinite(Number(text)))
    ? `'${text}`
    : text;
}

const times = /(Date|At)$/;

/** Columns with the name of a field must hold its value, in every row. */
export function expectFields(
  rows: readonly Record<string, string>[],
  items: ReadonlyMap<string, Item>,
  id: string,
  fields: readonly string[],
) {
  expect(fields.length).toBeGreaterThan(0);
  for (const row of rows) {
    const item = items.get(row[id]!);
    for (const field of fields) {
      const want = times.test(field) && item?.[field] ? new Date(item[field]).getTime() : cell(item?.[field]);
      const got = times.test(field) && row[field] ? new Date(row[field]).getTime() : row[field];
      expect(got, `${field} of ${row[id]}`).toBe(want);
    }
  }
}

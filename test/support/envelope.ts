// The forms that error responses must have.
import { expect } from 'vitest';

interface Response {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Matches parts of a stack trace, a path of this machine or an SQL statement. */
const inside =
  /node_modules|\.[jt]s\b|\n\s+at |\/(tmp|root|home|work|usr)\/|\b(select|insert|update|delete) .*\b(from|into|set)\b/i;

/** Assert the status, the code and the exact envelope, and that the response leaks no internals. */
export function expectError(response: Response, status: number, code: string, about?: string): void {
  const given = JSON.parse(response.body);
  if ('error' in given) {
    expectIcebergError(response, status, about);
    return;
  }
  expect([response.statusCode, response.body], about).toEqual([status, expect.stringContaining(`"code":"${code}"`)]);
  const isOfScim = 'schemas' in given;
  expect(response.headers['content-type'], about).toBe(`application/${isOfScim ? 'scim+' : ''}json; charset=utf-8`);
  const envelope = isOfScim ? withoutScim(given, status, about) : given;
  expect(envelope, about).toMatchObject({ code, message: expect.stringMatching(/\S/) });
  const members = Object.keys(envelope).filter(name => !['code', 'message', 'details', 'reasons'].includes(name));
  expect(members, about).toEqual([]);
  expect(response.body, about).not.toMatch(inside);
}

/** Errors of the Iceberg catalogue have the one member that its specification permits. */
function expectIcebergError({ statusCode, headers, body }: Response, status: number, about?: string): void {
  expect([statusCode, headers['content-type']], about).toEqual([status, 'application/json; charset=utf-8']);
  expect(JSON.parse(body), about).toEqual({
    error: {
      ...{ message: expect.stringMatching(/\S/), code: status, type: expect.stringMatching(/^[A-Z]\w+Exception$/) },
    },
  });
  expect(body, about).not.toMatch(inside);
}

/** The members that errors of SCIM have besides (RFC 7644, section 3.12) are right, and left out. */
function withoutScim(given: Record<string, unknown>, status: number, about?: string): Record<string, unknown> {
  const { schemas, status: told, detail, scimType: _, ...envelope } = given;
  expect([schemas, told, detail], about).toEqual([
    ['urn:ietf:params:scim:api:messages:2.0:Error'],
    String(status),
    given['message'],
  ]);
  return envelope;
}

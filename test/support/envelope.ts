// The form that every error response must have.
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
  expect([response.statusCode, response.body], about).toEqual([status, expect.stringContaining(`"code":"${code}"`)]);
  const { error, ...given } = JSON.parse(response.body);
  const isOfScim = 'schemas' in given;
  expect(response.headers['content-type'], about).toBe(`application/${isOfScim ? 'scim+' : ''}json; charset=utf-8`);
  const envelope = isOfScim ? withoutScim(given, status, about) : given;
  expect(envelope, about).toMatchObject({ code, message: expect.stringMatching(/\S/) });
  const members = Object.keys(envelope).filter(name => !['code', 'message', 'details', 'reasons'].includes(name));
  expect(members, about).toEqual([]);
  // What Iceberg engines read.
  if (error !== undefined)
    expect(error, about).toEqual({
      ...{ message: envelope.message, code: status, type: expect.stringMatching(/^[A-Z]\w+Exception$/) },
    });
  expect(response.body, about).not.toMatch(inside);
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

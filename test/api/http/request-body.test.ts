// Invalid bodies: the error says what is wrong, where, and what would be right.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBody } from '../../../src/api/http/request-body.ts';
import { requestSchemas } from '../../../src/api/openapi/schemas.ts';
import { type Send, sendAs } from '../../support/send.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const path = '/v1/query/saved-queries';
let test: TestService;
let send: Send;

beforeAll(async () => {
  test = await startService();
  send = sendAs(test, await test.token());
});
afterAll(() => test.close());

describe('a body', () => {
  const right = { name: 'never', query_string: 'x' };
  afterAll(async () => expect((await test.everyItem(path)).map(query => query.name)).not.toContain('never'));

  it.each([
    [{}, 'name: is missing; a string is required; query_string: is missing; a string is required'],
    [
      { ...right, query: 'x' },
      /^query: unknown field; (did you mean `\w+`\? )?known are name, query_string, model, description$/,
    ],
    [{ ...right, descripton: 'x' }, /^descripton: unknown field; did you mean `description`\?/],
    [{ ...right, name: 7, model: null }, /^name: must be a string, not 7; model: /],
    [
      { ...right, model: 'service_identitys' },
      /^model: "service_identitys" is not known; did you mean `service_identity`\? known are service_identity$/,
    ],
    [{ ...right, name: 'a\0b' }, 'name: must not hold the character NUL'],
    [{ ...right, query_string: '\ud83d' }, 'query_string: is not Unicode text: it contains an unpaired surrogate'],
    [{ ...right, model: { toString: 1 } }, 'model: must be one of service_identity, not an object'],
    [{ ...right, model: [{ toString: 1 }] }, 'model: must be one of service_identity, not an array'],
    [{ ...right, model: 7 }, 'model: must be one of service_identity, not 7'],
    [[], 'the body: must be an object, not an array'],
    ['null', 'the body: must be an object, not null'],
    [undefined, 'the body is missing; send a JSON object as application/json'],
  ])('%j is refused', async (body, message) => {
    const refused = await send('POST', path, body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(refused.body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('with an object whose length cannot be compared is refused', async () => {
    const body = { query_string: 'SELECT 1', page_token: { length: { toString: null } } };
    const refused = await send('POST', '/v1/query/execute', body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(refused.body.message).toBe('the body: an object is given where a string or a list is required');
  });

  it('of an update without a model gets the list of models', async () => {
    const { body } = await send('PUT', `${path}/x`, { ...right, version: 1 });
    expect(body.message).toBe('model: is missing; known are service_identity');
  });

  it('is refused with every problem and its place in the details', async () => {
    const { body } = await send('POST', path, { name: '', query_string: [], nmae: 'x' });
    expect(body.details.problems.map((problem: { path: string }) => problem.path).toSorted()).toEqual([
      'name',
      'nmae',
      'query_string',
    ]);
  });

  it('of ten thousand wrong fields gets a short answer', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${'x'.repeat(80)}${index}`, 1]));
    const refused = await send('POST', path, { ...right, ...wrong });
    expect(refused.body.message).toMatch(/; and 9980 more$/);
    expect(JSON.stringify(refused.body).length).toBeLessThan(10_000);
  });

  it.each(['utf-16', 'UTF-16LE', '"utf-16"', 'latin1'])('in %s is a 415', async charset => {
    const refused = await send('POST', path, Buffer.from(JSON.stringify(right), 'utf16le'), {
      'content-type': `application/json; charset=${charset}`,
    });
    expect(refused).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  it('that is not UTF-8 is refused, and never stored altered', async () => {
    const bytes = Buffer.from(JSON.stringify({ ...right, query_string: '?' }).replace('?', '\xff'), 'latin1');
    expect(await send('POST', path, bytes)).toMatchObject({
      status: 400,
      body: { message: 'the body is not valid UTF-8' },
    });
  });

  it('is refused by operations that take none', async () => {
    const { body } = await send('POST', path, { name: 'to be deleted', query_string: 'x' });
    const url = `${path}/${body.query_id}`;
    expect(await send('DELETE', url, { version: 1 })).toMatchObject({ status: 400 });
    expect(await send('DELETE', `${url}?force=1`)).toMatchObject({
      status: 400,
      body: { details: { parameter: 'force' } },
    });
    // Some clients send a Content-Type with every request.
    expect(await send('DELETE', url, undefined, { 'content-type': 'application/json' })).toMatchObject({
      status: 204,
    });
  });
});

describe('a nested body', () => {
  const filter = { dataType: 'string', field: 'name', filterType: 'eq' };

  it.each([
    [{ ...filter, values: [null] }, 'values[0]: must be a string or a number or true or false, not null'],
    [
      { ...filter, value: 'x' },
      'value: unknown field; did you mean `values`? known are dataType, field, filterType, values',
    ],
    [
      { ...filter, dataType: 'text' },
      'dataType: "text" is not known; known are string, number, boolean, timestamp, enum',
    ],
  ])('%j is refused at its place', (wrong, message) => {
    const body = { context: 'identities', params: { filterBy: [filter, wrong] } };
    expect(() => parseBody(requestSchemas.DownloadCreation, body)).toThrow(`params.filterBy[1].${message}`);
  });
});

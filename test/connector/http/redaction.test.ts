// What a recorded exchange may not hold.
import { describe, expect, it } from 'vitest';
import { redactExchange, redactor } from '../../../src/connector/http/redaction.ts';

const secret = 'p"ss wörd/+=';
const base64 = Buffer.from(secret).toString('base64');

const exchange = {
  method: 'POST',
  url: `https://user:hunter2@h.example/token/${encodeURIComponent(secret)}?api_key=k1y&startIndex=1`,
  requestHeaders: {
    authorization: 'Bearer abc',
    cookie: 'session=1',
    'x-api-key': 'k1y',
    accept: '*/*',
    'x-note': base64,
  },
  requestBody: `client_secret=s3cr3t&grant_type=client_credentials&note=${new URLSearchParams({ secret }).toString().slice(7)}`,
  status: 200,
  headers: { 'set-cookie': 'sid=42', 'content-type': 'application/json', location: '/next?access_token=zzz&a=1' },
  body: JSON.stringify({
    access_token: 'zzz',
    token_type: 'Bearer',
    nextPageToken: 'page-2',
    next: 'https://h/u?sig=1&token=zzz',
    users: [{ userName: 'jane', password: 'pw', echo: `your ${secret}!`, active: true, passwordExpired: false }],
  }),
  elapsedMs: 3,
};

describe('a redacted exchange', () => {
  const redacted = redactExchange(exchange, redactor([secret, 'abc']));
  const text = JSON.stringify(redacted);

  it('holds no secret in any form', () => {
    for (const found of [
      secret,
      base64,
      encodeURIComponent(secret),
      'hunter2',
      'k1y',
      's3cr3t',
      'zzz',
      'sid=42',
      'session=1',
      '"pw"',
      'wörd',
    ]) {
      expect(text, found).not.toContain(found);
    }
  });

  it('holds everything else', () => {
    expect(redacted).toMatchObject({
      url: 'https://h.example/token/[secret]?api_key=[secret]&startIndex=1',
      requestHeaders: { authorization: '[secret]', accept: '*/*', 'x-note': '[secret]' },
      headers: { 'content-type': 'application/json' },
      status: 200,
    });
    expect(JSON.parse(redacted.body!)).toEqual({
      access_token: '[secret]',
      token_type: 'Bearer',
      nextPageToken: 'page-2',
      next: 'https://h/u?sig=1&token=[secret]',
      users: [{ userName: 'jane', password: '[secret]', echo: 'your [secret]!', active: true, passwordExpired: false }],
    });
    expect(redacted.requestBody).toContain('grant_type=client_credentials');
  });

  it('whose body breaks off holds no secret either', () => {
    const body = '{"users":[{"userName":"jane","password":"ab\\"cd","client_secret":"brok';
    const cut = redactExchange({ ...exchange, body }, redactor([]));
    expect(cut.body).toBe('{"users":[{"userName":"jane","password":"[secret]","client_secret":"[secret]"');
  });
});

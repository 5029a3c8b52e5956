// Every style of pagination, on values that sources send.
import { describe, expect, it } from 'vitest';
import {
  nextFromBody,
  nextFromLinkHeader,
  nextMarker,
  nextOffset,
  nextStartIndex,
} from '../../../src/connector/http/paging.ts';

describe('a Link header', () => {
  const base = 'https://api.example.org/users?page=1';
  it.each([
    [
      '<https://api.example.org/users?page=2>; rel="next", <https://api.example.org/users?page=9>; rel="last"',
      '/users?page=2',
    ],
    [
      '<https://api.example.org/users?a=1,2>; rel="self", <https://api.example.org/users?a=1,3>; rel="next"',
      '/users?a=1,3',
    ],
    ['</users?page=2>;rel=next', '/users?page=2'],
    ['</users?page=2>; title="a, b; c"; rel="prev next"', '/users?page=2'],
    ['</users?page=2>; REL="NEXT"', '/users?page=2'],
  ])('%s leads on', (header, path) => expect(nextFromLinkHeader(header, base)).toBe(`https://api.example.org${path}`));

  it.each([undefined, '', '<https://api.example.org/users?page=1>; rel="prev"', '</a>; title="rel=next"', '</next>'])(
    '%s ends the list',
    header => expect(nextFromLinkHeader(header, base)).toBeUndefined(),
  );

  // Time that grows with the square of the length would exceed the limit of a test.
  it('of great length is read in a short time', () => {
    expect(nextFromLinkHeader(`</a>${'; a="b"'.repeat(100_000)}x`, base)).toBeUndefined();
    expect(nextFromLinkHeader('<'.repeat(200_000), base)).toBeUndefined();
  });
});

describe('a body', () => {
  it('gives the next address or cursor at its path', () => {
    expect(nextFromBody({ '@odata.nextLink': 'https://h/users?$skiptoken=x' }, ['@odata.nextLink'])).toBe(
      'https://h/users?$skiptoken=x',
    );
    expect(nextFromBody({ paging: { next: 'abc' } }, ['paging', 'next'])).toBe('abc');
    expect(nextFromBody({ next: 17 }, ['next'])).toBe('17');
  });
  it.each([
    undefined,
    null,
    'text',
    {},
    { paging: null },
    { paging: { next: '' } },
    { paging: { next: null } },
    { paging: { next: {} } },
  ])('%j ends the list', body => expect(nextFromBody(body, ['paging', 'next'])).toBeUndefined());
});

describe('counting', () => {
  it('goes on by what was received, not by what was asked for', () => {
    expect(nextStartIndex(1, { asked: 100, received: 50, total: 120 })).toBe(51);
    expect(nextStartIndex(101, { asked: 100, received: 20, total: 120 })).toBeUndefined();
    expect(nextOffset(0, { asked: 100, received: 100, total: 250 })).toBe(100);
    expect(nextOffset(200, { asked: 100, received: 50, total: 250 })).toBeUndefined();
  });
  it('without a total ends with a page that is not full', () => {
    expect(nextStartIndex(1, { asked: 10, received: 10 })).toBe(11);
    expect(nextStartIndex(11, { asked: 10, received: 3 })).toBeUndefined();
  });
  it('goes on after a full page although the total says that it was the last', () =>
    expect(nextStartIndex(1, { asked: 10, received: 10, total: 10 })).toBe(11));
  it('ends with an empty page, whatever the total says', () =>
    expect(nextStartIndex(11, { asked: 10, received: 0, total: 500 })).toBeUndefined());
  it('of a source that caps its pages ends with an empty page only', () =>
    expect(nextStartIndex(1, { received: 3, total: 3 })).toBe(4));
  it('by marker goes on after a full page', () => {
    expect(nextMarker(['a', 'b'], 2)).toBe('b');
    expect(nextMarker(['a'], 2)).toBeUndefined();
    expect(nextMarker([], 2)).toBeUndefined();
  });
});

// JSON whose numbers have more digits than a number of JavaScript. Python, whose whole numbers have any length, is the oracle.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/canonical-json.ts';
import { ExactNumber, parseExactly, scalarText } from '../../src/connector/exact-json.ts';

const ids = ['9007199254740993', '9007199254740992', '4611686018427387905', '-9223372036854775808', '17', '0'];

describe('numbers of JSON', () => {
  it('are given with all their digits as text, and written back as they were', () => {
    const text = `{"list":[${ids.map(id => `{"id":${id}}`).join(',')}]}`;
    const { list } = parseExactly(text) as { list: { id: unknown }[] };
    expect(list.map(({ id }) => scalarText(id))).toEqual(ids);
    expect(list.map(({ id }) => `${id}`)).toEqual(ids);
    expect(JSON.stringify({ list })).toBe(text);
    expect(canonicalJson({ list })).toBe(text);
  });

  it.each([
    ['1', 1],
    ['-1.5', -1.5],
    ['1e3', 1000],
    ['1.50', 1.5],
    ['0.1', 0.1],
    ['1e-7', 1e-7],
    ['-0', -0],
    ['9007199254740992', 2 ** 53],
  ])('%s is a number', (text, value) => expect(parseExactly(`[ ${text} ]`)).toEqual([value]));

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['9007199254740993.0', '9007199254740993'],
    ['9.007199254740993e15', '9007199254740993'],
    ['1e22', '10000000000000000000000'],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['1e400', '1e400'],
    ['1.7976931348623157e308', '1.7976931348623157e308'],
    ['1e-400', '1e-400'],
    ['-9007199254740993', '-9007199254740993'],
  ])('%s is none, and is the text %s', (text, shown) => {
    const value = parseExactly(text);
    expect(value).toBeInstanceOf(ExactNumber);
    expect(scalarText(value)).toBe(shown);
    expect(JSON.stringify(value)).toBe(text);
  });

  it('are what another reader of JSON sees', () => {
    const text = `[${[...ids, '12345678901234567890123', '1'.repeat(60)].join(', ')}]`;
    const python = execFileSync('python3', [
      '-c',
      'import json,sys; print("\\n".join(map(str, json.loads(sys.argv[1]))))',
      text,
    ]);
    expect((parseExactly(text) as unknown[]).map(String)).toEqual(String(python).trim().split('\n'));
  });

  it('in texts and names are no numbers', () => {
    const text = '{"9007199254740993":"9007199254740993","a":": 9007199254740993","__proto__":{"x":9007199254740993}}';
    expect(JSON.stringify(parseExactly(text))).toBe(text);
  });
});

// Long lists of JSON element by element, whatever the pieces in which the bytes come: JSON.parse of the whole document decides.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listElements } from '../../../src/connector/files/json-elements.ts';
import { createRandom, testSeed } from '../../support/random.ts';

const random = createRandom(testSeed());

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(12);
    yield bytes.subarray(at, end);
    at = end;
  }
}

async function elementsOf(text: string, list: string | undefined) {
  const values: unknown[] = [];
  let rest: unknown;
  for await (const part of listElements(inPieces(Buffer.from(text)), 'f.json', list)) {
    if ('rest' in part) rest = part.rest;
    else values.push(part.value);
  }
  return { values, rest };
}

it('gives what JSON.parse gives', async () => {
  const values = fc
    .sample(fc.jsonValue(), { seed: testSeed(), numRuns: 1_000 })
    .map(value => JSON.parse(JSON.stringify(value)));
  for (let turn = 0; turn < 300; turn++) {
    const data = Array.from({ length: random.below(5) }, () => values[random.below(values.length)]);
    const meta = { note: 'data', 'a"b\\': [{ data: [1] }], inside: { data: ['[', '}'] } };
    const members = Object.entries({ before: values[turn], data, meta });
    const document = Object.fromEntries(random.below(2) === 0 ? members : members.toReversed());
    const mark = random.below(2) === 0 ? '\uFEFF' : '';
    const text = mark + JSON.stringify(document, null, random.below(3));
    const { values: elements, rest } = await elementsOf(text, 'data');
    // As texts: numbers beyond those of JavaScript stay as they are written.
    expect(JSON.stringify(elements)).toBe(JSON.stringify(data));
    expect(JSON.stringify(rest)).toBe(JSON.stringify({ ...document, data: [] }));
    const whole = await elementsOf(mark + JSON.stringify(data), undefined);
    expect(JSON.stringify(whole.values)).toBe(JSON.stringify(data));
  }
});

it('refuses every document that is cut off', async () => {
  const text = '{"data": [{"a": "x]"}, 2], "meta": {"b": "\\""}}';
  for (let length = 0; length < text.length; length++)
    await expect(elementsOf(text.slice(0, length), 'data')).rejects.toThrow(/f\.json/);
});

it('never quotes the text, which may be a secret', async () => {
  await expect(elementsOf('[{"key": s3cret}]', undefined)).rejects.toThrow(
    /^f\.json \[0\]: is not JSON( \(character \d+\))? \(copy/,
  );
});

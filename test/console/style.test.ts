// The look of the console follows its scale: sizes of text and spaces are tokens, and the pages without the console use the same sizes.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pageStyle } from '../../src/api/sign-in/page-style.ts';

const folder = path.join(import.meta.dirname, '../../src/console');
const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
const sheets = files.filter(file => file.endsWith('.css'));

/** Every declaration of these properties, as `file: property: value`. */
function declarations(properties: RegExp): { readonly at: string; readonly value: string }[] {
  return sheets.flatMap(file => {
    const text = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    return [...text.matchAll(/([\w-]+):\s*([^;{}]+);/g)]
      .filter(([, property]) => properties.test(property!))
      .map(([, property, value]) => ({ at: `${file}: ${property}: ${value}`, value: value!.trim() }));
  });
}

const tokens = fs.readFileSync(path.join(folder, 'style/tokens.css'), 'utf8');

it('has five sizes of text, and every text has one of them', () => {
  const sizes = [...tokens.matchAll(/--text-(\w+): ([\d.]+)rem/g)].map(([, , size]) => Number(size));
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(sizes).toHaveLength(5);
  // `html` scales with the screen; code is a little smaller than the text around it, because its letters look larger.
  const others = ['100%', '118%', '0.95em', 'inherit'];
  const wrong = declarations(/^font(-size)?$/)
    .filter(
      ({ value }) =>
        !others.includes(value) && !/^var\(--text-\w+\)( \/ var\(--line\))?( var\(--font(-mono)?\))?$/.test(value),
    )
    .map(({ at }) => at);
  expect(wrong).toEqual([]);
  const inline = files
    .filter(file => file.endsWith('.tsx'))
    .filter(file => /fontSize/.test(fs.readFileSync(path.join(folder, file), 'utf8')));
  expect(inline).toEqual([]);
  const ofPages = [...pageStyle.matchAll(/font(?:-size)?: ([\d.]+)rem/g)].map(([, size]) => Number(size));
  expect(ofPages.length).toBeGreaterThan(3);
  expect(ofPages.filter(size => !sizes.includes(size))).toEqual([]);
});

it('has one rhythm: every space is a token', () => {
  const part = /^(var\(--(space-\d|control|row)\)|0|auto|-?1px|calc\([^()]*var\(--[\w-]+\).*\))$/;
  const wrong = declarations(/^(margin|padding|gap|row-gap|column-gap|(margin|padding)-[\w-]+)$/)
    .filter(({ value }) => !(value.startsWith('calc(') ? [value] : value.split(/\s+/)).every(each => part.test(each)))
    .map(({ at }) => at);
  expect(wrong).toEqual([]);
});

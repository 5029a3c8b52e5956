// What a test does must not depend on chance: a test that fails once in a hundred runs hides those that fail for a reason.
import { describe, expect, it } from 'vitest';
import { lineAt, type SourceFile, sourceFiles } from './support/source-tree.ts';

/** What makes other choices in each run. Ids that only have to differ (`randomUUID`) choose nothing. */
const chances: readonly { pattern: RegExp; why: string; except: readonly string[] }[] = [
  { pattern: /\bMath\.random\b/g, why: 'createRandom(testSeed()) makes the same choices again', except: [] },
  { pattern: /\bDate\.now\(\) %|\bseed: Date\b|\bseed = Date\b/g, why: 'testSeed() gives a seed', except: [] },
  {
    pattern: /\brandomInt\(|\bgetRandomValues\b/g,
    why: 'createRandom(testSeed()) makes the same choices again',
    // A port that is free is no input, and the long form begins with a new seed.
    except: ['test/support/servers/free-port.ts', 'test/support/run/seed.ts'],
  },
  {
    // A page that is being loaded or left shows something else for a moment.
    pattern:
      /\bexpect\(\s*await [^;]*?\.(?:count|isChecked|textContent|inputValue|innerText|isVisible|isDisabled|getAttribute)\(/g,
    why: '`await expect.poll(() => …)` waits until the page shows it',
    except: [],
  },
  {
    pattern: /', \{ timeout: (?:\d\d|[12]\d\d)_000 \}|^\s*\}, (?:\d\d|[12]\d\d)_000\);/gm,
    why: 'a busy machine takes as long: leave the limit that all tests have',
    except: [],
  },
];

function chanceIn(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    chances
      .filter(({ except }) => !except.includes(path))
      .flatMap(({ pattern, why }) =>
        [...text.matchAll(pattern)].map(match => `${path}:${lineAt(text, match.index)}: ${match[0]}: ${why}`),
      ),
  );
}

describe('the tests', () => {
  const files = sourceFiles(['.ts', '.tsx']).filter(({ path }) => /^test\/(?!chance\.test\.ts$)/.test(path));

  it('make the same choices in each run', () => expect(chanceIn(files)).toEqual([]));
});

it('notices a choice by chance', () => {
  const text =
    "const at = Math.floor(Math.random() * 3);\nfc.assert(rule, { seed: Date.now() });\nrandomInt(3);\nexpect(await rows.count()).toBe(1);\nit('x', { timeout: 60_000 }, work);\n}, 120_000);";
  expect(chanceIn([{ path: 'test/x.test.ts', text }])).toEqual([
    'test/x.test.ts:1: Math.random: createRandom(testSeed()) makes the same choices again',
    'test/x.test.ts:2: seed: Date: testSeed() gives a seed',
    'test/x.test.ts:3: randomInt(: createRandom(testSeed()) makes the same choices again',
    'test/x.test.ts:4: expect(await rows.count(: `await expect.poll(() => …)` waits until the page shows it',
    "test/x.test.ts:5: ', { timeout: 60_000 }: a busy machine takes as long: leave the limit that all tests have",
    'test/x.test.ts:6: }, 120_000);: a busy machine takes as long: leave the limit that all tests have',
  ]);
});

// The settings of risk rules and persons: what is wrong is named with what would be right.
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config-file.ts';
import { checkRisks } from '../../src/warehouse/building/risks/risk-options.ts';
import { parseRiskRule, riskRules } from '../../src/warehouse/risk-rules.ts';
import { parseSqlFile } from '../../src/warehouse/sql-files.ts';

/** @param text of the member `risks` */
function check(text: string) {
  const config = parseConfig(`risks: ${text}\nsources: [{id: idp, connector: host}]`, '/x/rolecall.yaml', {}, {});
  const [{ risks, sources }] = config.tenants as [(typeof config.tenants)[0]];
  return checkRisks(risks, sources);
}

describe('settings of risks', () => {
  it('leave every rule as its file says', () => {
    const { keepMs, rules } = check('{}');
    expect(keepMs).toBe(90 * 86_400_000);
    expect(rules.map(({ rule }) => rule)).toEqual(riskRules());
    const old = rules.find(({ rule }) => rule.name === 'old_key')!;
    expect(old).toMatchObject({ enabled: true, severity: 'Medium', thresholds: { days: 365 } });
  });

  it('tune rules, and exclude objects until the end of a day or until a time', () => {
    const { rules, exclusions } = check(`
  rules: { old_key: { enabled: false, severity: Low, thresholds: { days: 30 } } }
  exclusions:
    - { source: idp, alias: 'Svc-*', rule: old_key, reason: Rotated by a vault, until: 2027-03-31 }
    - { object: 0B9C6D2F-4F5E-5A7C-8D1E-2F3A4B5C6D7E, reason: x, until: '2027-03-31T12:00:00+02:00' }`);
    const old = rules.find(({ rule }) => rule.name === 'old_key')!;
    expect(old).toMatchObject({ enabled: false, severity: 'Low', thresholds: { days: 30 } });
    expect(exclusions).toMatchObject([
      { pattern: 'svc-*', rule: 'old_key', until: new Date('2027-04-01T00:00:00Z') },
      { object: '0b9c6d2f-4f5e-5a7c-8d1e-2f3a4b5c6d7e', until: new Date('2027-03-31T10:00:00Z') },
    ]);
    expect(exclusions[0]!.applicationInstanceId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['{ rulez: {} }', /unknown key `rulez` in risks; did you mean `rules`/],
    [
      '{ rules: { old_key: { severty: Low } } }',
      /unknown key `severty` in risks.rules.old_key; did you mean `severity`/,
    ],
    ['{ rules: { old_keys: {} } }', /risks.rules: there is no rule `old_keys`; did you mean `old_key`/],
    ['{ rules: { old_key: { thresholds: { day: 1 } } } }', /no threshold `day`; did you mean `days`/],
    ['{ rules: { old_key: { thresholds: { days: many } } } }', /thresholds.days: must be a number, for example 365/],
    ['{ rules: { shared_account: { thresholds: { days: 1 } } } }', /no threshold `days`; there is none/],
    ['{ rules: { old_key: { severity: Bad } } }', /risks.rules.old_key.severity/],
    ['{ exclusions: [{ alias: a, until: 2027-01-01 }] }', /risks.exclusions.0.reason/],
    ['{ exclusions: [{ alias: a, reason: x }] }', /risks.exclusions.0.until: must be a date/],
    ['{ exclusions: [{ reason: x, until: 2027-01-01 }] }', /names nothing: give object, alias or source/],
    ['{ exclusions: [{ source: ipd, reason: x, until: 2027-01-01 }] }', /no source `ipd`; did you mean `idp`/],
    [
      '{ exclusions: [{ alias: a, rule: old, reason: x, until: 2027-01-01 }] }',
      /exclusions.0.rule: there is no rule `old`/,
    ],
    ['{ pairs: [{ name: x, first: [], second: [a] }] }', /risks.pairs.0.first/],
  ])('%s is refused', (text, message) => {
    expect(() => check(text)).toThrow(message);
  });
});

describe('a rule’s file', () => {
  const header = [
    '-- title: T',
    '-- severity: Low',
    '-- type: Access',
    '-- entity: Account',
    '-- why: W',
    '-- fix: F',
    '-- references: R; S',
    '-- data: instance',
    '-- parameter days: 90  what it is',
  ];
  const parse = (lines: readonly string[], body = 'SELECT $days') =>
    parseRiskRule(parseSqlFile('building/risks/rules/some.sql', `${lines.join('\n')}\n${body}\n`));

  it('says what the rule means', () => {
    expect(parse([...header, '-- How it decides,', '-- in two lines.'])).toMatchObject({
      name: 'some',
      references: ['R', 'S'],
      thresholds: [{ name: 'days', default: 90, description: 'what it is' }],
      notes: 'How it decides, in two lines.',
    });
  });

  it.each([
    [header.slice(1), undefined, /some.sql: the header lacks `-- title: …`/],
    [header.with(1, '-- severity: low'), undefined, /severity: low is none of Critical, High, Medium, Low/],
    [header.with(0, '-- titel: T'), undefined, /the header has no field titel/],
    [header.with(1, '-- title: U'), undefined, /title is there twice/],
    [header.with(8, '-- parameter days: -1  x'), undefined, /parameter days is negative/],
    [header.with(8, '-- parameter days: 90 x'), undefined, /expected `-- parameter days: 90 {2}what it is`/],
    [header, 'SELECT 1', /parameter days is nowhere in the query/],
    [header, 'DELETE FROM x', /after the header comes one SELECT/],
  ])('is refused: %#', (lines, body, message) => {
    expect(() => parse(lines, body)).toThrow(message);
  });
});

describe('settings of persons', () => {
  const persons = (text: string) =>
    parseConfig(`persons: ${text}\nsources: [{id: idp, connector: host}]`, '/x/rolecall.yaml', {}, {}).tenants[0]!
      .persons;

  it('name domains in small letters', () => {
    expect(persons('{ alias_domains: { Example.com: [EXAMPLE.co.uk] }, plus_addressing: [Example.com] }')).toEqual({
      alias_domains: { 'example.com': ['example.co.uk'] },
      plus_addressing: ['example.com'],
    });
    expect(persons('{}')).toEqual({ alias_domains: {}, plus_addressing: [] });
  });

  it.each([
    ['{ alias_domains: { a.example: [b.example], b.example: [c.example] } }', /b.example has alias domains itself/],
    [
      '{ alias_domains: { a.example: [c.example], b.example: [c.example] } }',
      /c.example is already an alias of a.example/,
    ],
    ['{ alias_domains: { a.example: [A.example] } }', /a.example has alias domains itself/],
    ['{ alias_domains: { a.example: [b.example] }, plus_addressing: [b.example] }', /name a.example instead/],
    ['{ alias_domains: { a.example: ["@b.example"] } }', /must be a domain, for example example.com/],
    ['{ plus_addressing: true }', /persons.plus_addressing/],
  ])('%s is refused', (text, message) => {
    expect(() => persons(text)).toThrow(message);
  });
});

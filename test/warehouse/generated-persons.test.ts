// Persons of generated accounts and employees: names with variants of case, Unicode form and plus-tags.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrichment, type Landed, openEnrichment } from '../support/enrichment/enriched.ts';
import { account, employee, hr, provider, wiki } from '../support/enrichment/people.ts';
import { personsOf } from '../support/enrichment/persons.ts';
import { isLong } from '../support/long-tests.ts';

let enrichment: Enrichment;
beforeAll(async () => {
  enrichment = await openEnrichment();
});
afterAll(() => enrichment?.[Symbol.asyncDispose]());

const names = ['zoë@one.example', 'ada@one.example', 'ada+x@one.example', 'ana@two.example', ''];
const address = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom('NFC', 'NFD'), fc.boolean())
  .map(([name, form, upper]) => (upper ? name.toUpperCase() : name).normalize(form));
const anyPerson = fc.record({
  alias: address,
  email: address,
  number: fc.constantFrom('', '1', '2', '3'),
  function: fc.constantFrom('Identity', 'ApplicationAccount'),
});

describe('for generated accounts and employees', () => {
  const landedOf = (
    people: readonly { alias: string; email: string; number: string; function: string }[],
    employees: readonly { email: string; number: string }[],
  ): Landed => ({
    [hr]: {
      Employee: employees.map(({ email, number }, at) =>
        employee(`e${at}`, { email: email || undefined, employeeNumber: number || undefined }),
      ),
    },
    ...Object.fromEntries(
      [provider, wiki].map((instance, of) => [
        instance,
        {
          Account: people.flatMap((person, at) =>
            at % 2 === of
              ? [
                  account(`a${at}`, {
                    alias: person.alias || `a${at}`,
                    email: person.email || `a${at}@x.invalid`,
                    employeeNumber: person.number || undefined,
                    authenticationFunctions: [person.function],
                  }),
                ]
              : [],
          ),
        },
      ]),
    ),
  });
  const employees = fc.array(fc.record({ email: address, number: fc.constantFrom('', '1', '2', '3') }), {
    maxLength: 4,
  });
  const reversed = (landed: Landed): Landed =>
    Object.fromEntries(
      Object.entries(landed)
        .map(([instance, types]) => [
          instance,
          Object.fromEntries(Object.entries(types).map(([type, records]) => [type, records.toReversed()])),
        ])
        .toReversed(),
    );

  it('the order of the input makes no difference, and nothing is merged on weak evidence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPerson, { maxLength: 10 }), employees, async (people, staff) => {
        const landed = landedOf(people, staff);
        const found = await personsOf(enrichment, landed);
        expect(await personsOf(enrichment, reversed(landed))).toEqual(found);
        const plain = (name: string) => name.normalize('NFC').toLowerCase().normalize('NFC');
        // Accounts of one person are connected by an equal address or number: of each other, or of the employee.
        const keysOf = (at: number) =>
          [people[at]!.alias, people[at]!.email, people[at]!.number].filter(Boolean).map(plain);
        for (const [id, person] of Object.entries(found)) {
          if (!person) continue;
          const others = Object.entries(found).filter(([other, of]) => other !== id && of?.[0] === person[0]);
          const own = person[0].startsWith('Account:')
            ? keysOf(Number(person[0].slice('Account:a'.length)))
            : Object.values(staff[Number(person[0].slice(1))]!).map(plain);
          const evidence = new Set([...own, ...others.flatMap(([other]) => keysOf(Number(other.slice(1))))]);
          const isMaker = person[0] === `Account:${id}`;
          expect(isMaker || keysOf(Number(id.slice(1))).some(key => evidence.has(key)), `${id} in ${person}`).toBe(
            true,
          );
        }
      }),
      {
        numRuns: isLong ? 100 : 3,
        // What the first account shows of the employee contradicts its number, so its other address leads nobody there.
        examples: [
          [
            [
              { alias: names[0]!, email: names[3]!, number: '3', function: 'Identity' },
              { alias: '', email: '', number: '3', function: 'Identity' },
              { alias: names[2]!, email: names[3]!, number: '', function: 'Identity' },
            ],
            [{ email: names[0]!, number: '' }],
          ],
        ],
      },
    );
  });
});

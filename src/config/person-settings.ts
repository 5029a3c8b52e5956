// The part of rolecall.yaml that says which e-mail addresses reach the same person.
import { z } from 'zod';

/** A name of a domain in small letters, with a dot; an internationalized one in either form. */
const domain = z
  .string()
  .regex(/^[^\s@.]+(\.[^\s@.]+)+$/u, 'must be a domain, for example example.com')
  .transform(name => name.toLowerCase().normalize('NFC'));

export const Persons = z
  .strictObject({
    alias_domains: z
      .record(domain, z.array(domain).min(1))
      .default({})
      .describe(
        'Domains by the names of their alias domains: for `example.com: [example.co.uk]`, `ada@example.co.uk` is `ada@example.com`',
      ),
    plus_addressing: z
      .array(domain)
      .default([])
      .describe('Domains in which `ada+aws@example.com` is `ada@example.com`; those of their alias domains too'),
  })
  .superRefine(({ alias_domains: domains, plus_addressing: plus }, context) => {
    const owners = new Map<string, string>();
    const complain = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    for (const [main, aliases] of Object.entries(domains)) {
      for (const alias of aliases) {
        const place = ['alias_domains', main];
        if (alias in domains) complain(place, `${alias} has alias domains itself, so it cannot be one`);
        else if (owners.has(alias)) complain(place, `${alias} is already an alias of ${owners.get(alias)}`);
        owners.set(alias, main);
      }
    }
    for (const name of plus) {
      const main = owners.get(name);
      if (main !== undefined) complain(['plus_addressing'], `${name} is an alias of ${main}: name ${main} instead`);
    }
  });

export type PersonSettings = z.output<typeof Persons>;

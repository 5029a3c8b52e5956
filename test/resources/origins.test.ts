// Every field says from which data it comes, so that no road shows a limited client what it may not see.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isLandable } from '../../src/resources/define.ts';
import { resources } from '../../src/resources/registry.ts';
import { fieldOrigin } from '../../src/resources/visibility/origin.ts';

const isId = (field: z.ZodType): boolean => {
  const { type, format, element } = field.def as { type: string; format?: string; element?: z.ZodType };
  return type === 'array' ? isId(element!) : type === 'string' && format === 'uuid';
};

it.each(resources.map(resource => [resource.type, resource] as const))('%s', (_, resource) => {
  for (const name of Object.keys(resource.fields)) {
    const { kind } = fieldOrigin(resource, name);
    // Facts of the system of record are those of a person.
    if (/^sor[A-Z]/.test(name)) expect(kind, name).toBe('tenant');
    // An id that the service finds may be one of another application instance.
    if (isId(resource.fields[name]!) && !isLandable(name) && name !== 'globalId')
      expect(kind, name).toMatch(/^(ids|federated)$/);
  }
});

it('a field of the service without an origin is refused', () => {
  const [account] = resources;
  const fields = { ...account!.fields, analyticsNews: z.string().describe('News') };
  expect(() => fieldOrigin({ ...account!, fields }, 'analyticsNews')).toThrow('Account.analyticsNews: say');
});

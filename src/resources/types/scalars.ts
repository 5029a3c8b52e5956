// The scalar types of the interface, and its two generic object types.
import { z } from 'zod';
import { MetadataItemType } from './enumerations.ts';

export const text = z.string();
/**
 * Text with a minimum and maximum length in characters (code points), as JSON Schema counts them; zod would count UTF-16 units.
 * An unpaired surrogate is refused, because it cannot be stored or sent as UTF-8.
 */
export const characters = (minimum: number, maximum: number) =>
  text
    .refine(value => value.isWellFormed(), 'is not Unicode text: it contains an unpaired surrogate')
    .refine(value => hasLength(value, minimum, maximum), `must have ${minimum} to ${maximum} characters`)
    .meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });

function hasLength(value: string, minimum: number, maximum: number): boolean {
  // A character has one or two units. So most texts need no counting, and very long ones are refused without it.
  if (value.length < minimum || value.length > 2 * maximum) return false;
  const length = value.length > maximum || value.length < 2 * minimum ? [...value].length : value.length;
  return length >= minimum && length <= maximum;
}

export const flag = z.boolean();
export const number = z.number();
export const count = z.int().nonnegative();
/** ISO 8601 with an offset or `Z`; stored and served in UTC. */
export const timestamp = z.iso.datetime({ offset: true });
/** Letters beyond ASCII (RFC 6531 and RFC 5890), without blanks, control characters and those that change the direction of text. */
const international = '\\u00a1-\\u167f\\u1681-\\u1fff\\u2c00-\\u2fff\\u3003-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufefe';
const atom = `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~${international}-]+`;
const letter = `[A-Za-z0-9${international}]`;
const label = `${letter}(?:[A-Za-z0-9${international}-]*${letter})?`;
/**
 * A dot-atom of at most 64 characters (RFC 5321, 4.5.3.1), and a host name with a dot, both in any script. The length of the name is
 * bounded so that matching takes no quadratic time.
 */
export const emailPattern = new RegExp(`^(?=[^@]{1,64}@[^@]{1,255}$)${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`);
export const email = z.email({ pattern: emailPattern });
export const globalId = z.uuid();
export const texts = z.array(z.string());

/** Any JSON value. */
export const anyValue = z.json();
// In JSON Schema, the empty schema means any value. The recursive union of zod would only slow validation down.
anyValue._zod.toJSONSchema = () => ({});

/** An object whose fields are all optional, like all nested types of the interface. */
export const sparse = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial();

export const MetadataItem = sparse({
  id: text.describe('Id of the item in its source'),
  name: text.describe('What the item says something about'),
  namespace: text.describe('Distinguishes equal names of different origin'),
  type: MetadataItemType.describe('What `value` is'),
  value: anyValue.describe('The value, in the form that `type` says'),
}).meta({ title: 'MetadataItem' });

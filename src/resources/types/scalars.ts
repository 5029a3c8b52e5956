// The scalar types of the interface, and the two ways in which it groups them.
import { z } from 'zod';
import { MetadataItemType } from './enumerations.ts';

export const text = z.string();
/**
 * Text of some length, in characters (code points) as JSON Schema counts them, where zod would count UTF-16 units. Half a
 * surrogate pair is no character: it could not be stored or sent as UTF-8.
 */
export const characters = (minimum: number, maximum: number) =>
  text
    .refine(value => value.isWellFormed(), 'is not Unicode text: it holds half a surrogate pair')
    .refine(value => hasLength(value, minimum, maximum), `must have ${minimum} to ${maximum} characters`)
    .meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });

function hasLength(value: string, minimum: number, maximum: number): boolean {
  // A character has one or two units, so most texts need no counting, and none that is absurdly long is counted.
  if (value.length < minimum || value.length > 2 * maximum) return false;
  const length = value.length > maximum || value.length < 2 * minimum ? [...value].length : value.length;
  return length >= minimum && length <= maximum;
}

export const flag = z.boolean();
export const number = z.number();
export const count = z.int().nonnegative();
/** ISO 8601 with an offset or `Z`; stored and served in UTC. */
export const timestamp = z.iso.datetime({ offset: true });
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
/**
 * An address that every common validator of JSON Schema's `format: email` accepts: a dot-atom of at most 64 characters
 * (RFC 5321, 4.5.3.1), and a host name with a dot. The length of the name is bounded so that matching takes no quadratic time.
 */
export const email = z.email({
  pattern: new RegExp(`^(?=[^@]{1,64}@[^@]{1,255}$)${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`),
});
export const globalId = z.uuid();
export const texts = z.array(z.string());

/** Any JSON value. */
export const anyValue = z.json();
// In JSON Schema any value is the empty schema; spelled out as a recursive union it would only cost validation time.
anyValue._zod.toJSONSchema = () => ({});

/** An object whose fields may each be absent, as nested types are everywhere in the interface. */
export const sparse = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial();

export const MetadataItem = sparse({
  id: text.describe('Id of the item in its source'),
  name: text.describe('What the item says something about'),
  namespace: text.describe('Keeps equal names of different origin apart'),
  type: MetadataItemType.describe('What `value` is'),
  value: anyValue.describe('The value, in the form that `type` says'),
}).meta({ title: 'MetadataItem' });

// The scalar types of the interface, and the two ways in which it groups them.
import { z } from 'zod';
import { MetadataItemType } from './enumerations.ts';

export const text = z.string();
export const flag = z.boolean();
export const number = z.number();
export const count = z.int().nonnegative();
/** ISO 8601 with an offset or `Z`; stored and served in UTC. */
export const timestamp = z.iso.datetime({ offset: true });
/** Any address that mail systems use, `root@host` and international ones (RFC 6531) included. */
export const email = z.email({ pattern: z.regexes.unicodeEmail });
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

// Attributes of SCIM resources (RFC 7643), read as services really write them: attribute names in any case, booleans as text, single values
// where lists belong.

import { scalarText } from '../../src/connector/exact-json.ts';
import { enabledOfValue, flagOfValue } from '../../src/connector/flags.ts';

export type ScimResource = Readonly<Record<string, unknown>>;

export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Attribute names do not distinguish case (RFC 7643, section 2.1). */
export function attribute(resource: unknown, name: string): unknown {
  if (typeof resource !== 'object' || resource === null) return undefined;
  if (Object.hasOwn(resource, name)) return (resource as ScimResource)[name];
  const wanted = name.toLowerCase();
  return Object.entries(resource).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Text that is not blank, without NUL, which no database stores; numbers as text, with all their digits. */
export function textOf(resource: unknown, name: string): string | undefined {
  return plainText(attribute(resource, name));
}

function plainText(value: unknown): string | undefined {
  const text = scalarText(value)?.replaceAll('\0', '\uFFFD');
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Some services write booleans as numbers or words. */
export function flagOf(resource: unknown, name: string): boolean | undefined {
  return flagOfValue(attribute(resource, name));
}

/** `active` of a user; undefined when the service does not say, or not in a way that is understood. */
export function activeOf(user: unknown): boolean | undefined {
  return enabledOfValue(attribute(user, 'active'));
}

/** A timestamp in UTC; undefined when it is none. */
export function timeOf(resource: unknown, name: string): string | undefined {
  const text = textOf(resource, name);
  if (text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  // A time without offset is meant as UTC (RFC 7643, section 2.3.5, takes xsd:dateTime).
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A value of a multi-valued attribute. */
export interface Value {
  readonly value: string | undefined;
  readonly display: string | undefined;
  readonly type: string | undefined;
  readonly isPrimary: boolean;
  readonly ref: string | undefined;
}

/** A multi-valued attribute as the service writes it; a single value counts as a list of one. */
export function listOf(resource: unknown, name: string): unknown[] {
  const values = attribute(resource, name);
  if (Array.isArray(values)) return values;
  return values === undefined || values === null ? [] : [values];
}

/** The values of a multi-valued attribute; simple values and single ones count too. */
export function valuesOf(resource: unknown, name: string): Value[] {
  return listOf(resource, name).map(item => ({
    value: plainText(item) ?? textOf(item, 'value'),
    display: textOf(item, 'display'),
    type: textOf(item, 'type'),
    isPrimary: flagOf(item, 'primary') ?? false,
    ref: textOf(item, '$ref'),
  }));
}

/** The primary value first, the others in their order. */
export function primaryFirst(values: readonly Value[]): Value[] {
  return [...values.filter(({ isPrimary }) => isPrimary), ...values.filter(({ isPrimary }) => !isPrimary)];
}

/** The id of a member; some services give only its address. */
export const memberIdOf = ({ value, ref }: Pick<Value, 'value' | 'ref'>): string | undefined =>
  value ?? ref?.match(/\/(?:Users|Groups)\/([^/?#]+)\/?$/i)?.[1];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The local id of a resource. Services that keep ids as UUIDs write them with capitals in one place and without in another, so these are
 * landed in small letters. Any other id distinguishes case (RFC 7643, section 3.1).
 */
export function localIdOf(id: string): string {
  return hasUuidForm(id) ? id.toLowerCase() : id;
}

export const hasUuidForm = (id: string): boolean => uuid.test(id);

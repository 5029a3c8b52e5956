// The table rows of a declared field: its type, with links to the types and enumerations that it uses.
import { z } from 'zod';
import { unwrapped } from '../../src/known-keys.ts';
import { fieldType, titleOf } from '../../src/resources/types/field-type.ts';
import { linkTo } from './markdown.ts';

export interface FieldRow {
  /** Dotted path; `[]` after a list. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

/** The row of a field, followed by the rows of its members unless they belong to a named type, which has its own section. */
export function fieldRows(path: string, field: z.ZodType): FieldRow[] {
  const row = { path, type: fieldType(field, linkTo), description: unwrapped(field).description ?? '' };
  return [row, ...memberRows(path, field)];
}

/** The rows of an object type's members. */
export function objectRows(object: z.ZodObject, prefix = ''): FieldRow[] {
  return Object.entries(object.shape).flatMap(([name, member]) => fieldRows(`${prefix}${name}`, member as z.ZodType));
}

function memberRows(path: string, field: z.ZodType): FieldRow[] {
  const type = unwrapped(field);
  if (type instanceof z.ZodArray) return memberRows(`${path}[]`, type.element as z.ZodType);
  return type instanceof z.ZodObject && !titleOf(type) ? objectRows(type, `${path}.`) : [];
}

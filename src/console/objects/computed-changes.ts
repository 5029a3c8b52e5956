// Changes of nothing but counts and flags, which the service computes of the data of all objects: they follow from other changes.
import type { Schemas } from '../../../clients/typescript/index.ts';

const names = '^((analytics|enriched|global|sor)[A-Z]|serviceObjectMetadata)';
const computedField = new RegExp(names);

export const isComputedField = (field: string): boolean => computedField.test(field);

export function isComputedChange({ change, fields = [] }: Schemas['Change']): boolean {
  return change === 'Changed' && fields.length > 0 && fields.every(({ field }) => isComputedField(field));
}

/** SQL: a row of `changes` is such a change. */
export const isComputedSql = `(change = 'Changed' AND len(fields) > 0
  AND len([each FOR each IN fields IF NOT regexp_matches(each.field, '${names}')]) = 0)`;

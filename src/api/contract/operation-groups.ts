// What the declarations of operations have in common.
import type { Operation, Response } from './operation.ts';

export const readErrors = [400, 401, 403, 429, 500];
export const readOneErrors = [400, 401, 403, 404, 429, 500];
export const changeErrors = [400, 401, 403, 404, 409, 429, 500];

export const json = (schema: string, description: string): Response => ({ schema, description });

/** An operation as it is declared: the tag is its group's, and it answers 501 until it is declared implemented. */
export type Declared = Omit<Operation, 'tag' | 'implemented' | 'parameters'> &
  Partial<Pick<Operation, 'implemented' | 'parameters'>>;

export function group(tag: string, operations: readonly Declared[]): Operation[] {
  return operations.map(operation => ({ parameters: [], implemented: false, ...operation, tag }));
}

// Shared parts of the declarations of operations.
import type { Operation, Response } from './operation.ts';

export const readErrors = [400, 401, 403, 429, 500];
export const readOneErrors = [400, 401, 403, 404, 429, 500];
export const changeErrors = [400, 401, 403, 404, 409, 429, 500];

export const jsonResponse = (schema: string, description: string): Response => ({ schema, description });

/** A declaration of an operation. The tag comes from its group. It answers 501 unless it is declared as implemented. */
export type Declared = Omit<Operation, 'tag' | 'implemented' | 'parameters'> &
  Partial<Pick<Operation, 'implemented' | 'parameters'>>;

export function group(tag: string, operations: readonly Declared[]): Operation[] {
  return operations.map(operation => ({ parameters: [], implemented: false, ...operation, tag }));
}

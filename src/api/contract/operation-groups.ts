// Shared parts of the declarations of operations.
import type { Operation, Response } from './operation.ts';

export const readErrors = [400, 401, 403, 429, 500];
export const readOneErrors = [400, 401, 403, 404, 429, 500];
/** Of reads that take `asOf`. */
export const readAsOfErrors = [...readErrors, 410].sort();
export const readOneAsOfErrors = [...readOneErrors, 410].sort();
export const changeErrors = [400, 401, 403, 404, 409, 429, 500];

export const jsonResponse = (schema: string, description: string): Response => ({ schema, description });

/** A declaration of an operation in a group. The group adds its id and tag. */
export type Declared = Omit<Operation, 'operationId' | 'tag' | 'parameters'> & Partial<Pick<Operation, 'parameters'>>;

/** @param operations operation id → declaration, in the order of the documentation */
export function group<Id extends string>(tag: string, operations: Readonly<Record<Id, Declared>>) {
  const entries = Object.entries<Declared>(operations).map(([operationId, declared]) => [
    operationId,
    { parameters: [], ...declared, operationId, tag },
  ]);
  return Object.fromEntries(entries) as Readonly<Record<Id, Operation>>;
}

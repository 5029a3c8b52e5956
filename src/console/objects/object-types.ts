// The types of objects, and where each is listed and shown.
import { resources } from '../../../clients/typescript/index.ts';
import type { FieldPath } from '../api/fields.ts';

export type ObjectType = (typeof resources)[number]['type'];
export type CollectionPath = (typeof resources)[number]['collections'][number]['path'];

export interface KnownType {
  readonly type: ObjectType;
  /** "User group" */
  readonly one: string;
  readonly kind: 'object' | 'relationship' | 'edge';
  /** The first one lists all objects of the type. */
  readonly collections: readonly { readonly path: CollectionPath; readonly title: string }[];
}

export const objectTypes: readonly KnownType[] = resources.map(({ type, title, kind, collections }) => ({
  type,
  one: title,
  kind,
  collections,
}));

export function knownType(type: string): KnownType | undefined {
  return objectTypes.find(each => each.type === type);
}

/** Type → what the model of queries has as the name of its objects, where that is not their `name`. */
export const namesInQueries: Readonly<Record<string, readonly FieldPath[]>> = {
  Account: ['Account.alias'],
  Activity: ['Activity.description'],
  Employee: ['Employee.displayName'],
  Person: ['Person.displayName'],
  RiskViolation: ['RiskViolation.description'],
};

/** Whether objects of the type have a `name`. */
export const isNamed = (type: string): boolean =>
  knownType(type)?.kind === 'object' && type !== 'AuthenticatorEnrollment';

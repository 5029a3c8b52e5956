// The types of objects, and where each is listed and shown.
import { resources } from '../../../clients/typescript/index.ts';

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

// The two ends that a reader chooses: who has access, and what is reached.
import type { ObjectType } from './object-types.ts';

export interface End {
  readonly type: ObjectType;
  /** Global id. */
  readonly id: string;
}

export const endText = ({ type, id }: End): string => `${type}:${id}`;

/** @param text `<type>:<global id>`, as the address has it */
export function parseEnd(text: string | undefined, types: readonly ObjectType[]): End | undefined {
  const [typeName, id] = text?.split(':') ?? [];
  const type = types.find(each => each === typeName);
  return type && id ? { type, id } : undefined;
}

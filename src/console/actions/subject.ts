import type { ObjectType } from '../objects/object-types.ts';

/** The object whose page shows the actions. */
export interface Subject {
  readonly type: ObjectType;
  /** Global id. */
  readonly id: string;
  readonly name: string;
  readonly applicationInstanceId: string;
  /** Of an account, in the version in service; undefined: not known, or no account. */
  readonly enabled: boolean | undefined;
}

// What the page of changes is limited to, as its address says.
import type { ObjectType } from '../../objects/object-types.ts';

export const kinds = ['Appeared', 'Changed', 'Vanished'] as const;
export type Kind = (typeof kinds)[number];

export interface ChangesSearch {
  /** The number of a version, or a time of ISO 8601; absent: as long as changes are known. */
  readonly since?: string;
  /** The same; absent: the version in service. */
  readonly until?: string;
  readonly type?: ObjectType;
  readonly kind?: Kind;
  /** Application instance. */
  readonly source?: string;
}

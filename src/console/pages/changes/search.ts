// What the page of changes is limited to, as its address says.
import { textOf } from '../../app/address.ts';
import { knownType, type ObjectType } from '../../objects/object-types.ts';

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
  /** A part of the name of an object. */
  readonly name?: string;
  /** Also changes of nothing but what the service computes. */
  readonly computed?: true;
}

export function changesSearch(search: Readonly<Record<string, unknown>>): ChangesSearch {
  const { type, kind, source } = search;
  const [since, until] = [textOf(search['since']), textOf(search['until'])];
  const known = typeof type === 'string' ? knownType(type) : undefined;
  return {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(known && { type: known.type }),
    ...(isKind(kind) && { kind }),
    ...(typeof source === 'string' && { source }),
    ...(textOf(search['name']) && { name: textOf(search['name'])! }),
    ...(search['computed'] === true && { computed: true }),
  };
}

const isKind = (value: unknown): value is Kind => (kinds as readonly unknown[]).includes(value);

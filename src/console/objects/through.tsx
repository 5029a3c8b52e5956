// Through what access exists: the groups, roles and containers on its shortest path.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { Unknown } from '../components/text/number.tsx';
import { Text } from '../components/text/text.tsx';
import { knownType } from './object-types.ts';

export type Through = NonNullable<Schemas['ReachedObject']['through']>;

const nameOf = ({ objectName, objectType }: Through['objects'][number]) =>
  objectName ?? `a ${knownType(objectType)?.one ?? 'object'} that was not read`;

/** "Finance → Editors", "direct", "direct; also other ways". @returns undefined when it is not known */
export function throughWords(through: Through | undefined): string | undefined {
  if (!through) return undefined;
  const { objects, isOnlyPath } = through;
  const way = objects.length === 0 ? 'direct' : objects.map(nameOf).join(' → ');
  return isOnlyPath ? way : `${way}; also other ways`;
}

/** {@link throughWords} in a cell of a table. */
export function ThroughText({ through }: { readonly through: Through | undefined }): ReactNode {
  const words = throughWords(through);
  return words === undefined ? <Unknown /> : <Text line>{words}</Text>;
}

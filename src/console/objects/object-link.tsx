import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Text } from '../components/text/text.tsx';
import { knownType } from './object-types.ts';

interface ObjectLinkProps {
  readonly type: string;
  /** Global id. */
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** An object's name, which opens its page. The name of an object that was not read is its id. */
export function ObjectLink({ type, id, name }: ObjectLinkProps): ReactNode {
  const text = <Text line>{name || id}</Text>;
  if (!knownType(type)) return text;
  return (
    <Link to="/objects/$type/$id" params={{ type, id }}>
      {text}
    </Link>
  );
}

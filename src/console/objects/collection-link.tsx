import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListSearch } from './list-filter.ts';
import type { CollectionPath } from './object-types.ts';

interface CollectionLinkProps {
  readonly path: CollectionPath;
  /** Which part of the collection. */
  readonly search?: ListSearch;
  readonly children: ReactNode;
}

/** Opens a list. */
export function CollectionLink({ path, search = {}, children }: CollectionLinkProps): ReactNode {
  return (
    <Link to="/inventory/$collection" params={{ collection: path.slice('/v1/'.length) }} search={search}>
      {children}
    </Link>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type CollectionPath, objectTypes } from '../../objects/object-types.ts';

const name = (path: CollectionPath) => path.slice('/v1/'.length);

/** Chooses another collection. */
export function CollectionChoice({ path }: { readonly path: CollectionPath }): ReactNode {
  const navigate = useNavigate();
  const groups = [
    { label: 'Objects', types: objectTypes.filter(({ kind }) => kind === 'object') },
    { label: 'Relationships', types: objectTypes.filter(({ kind }) => kind !== 'object') },
  ];
  return (
    <select
      aria-label="Collection"
      value={name(path)}
      onChange={event => void navigate({ to: '/inventory/$collection', params: { collection: event.target.value } })}
    >
      {groups.map(({ label, types }) => (
        <optgroup key={label} label={label}>
          {types
            .flatMap(({ collections }) => collections)
            .map(each => (
              <option key={each.path} value={name(each.path)}>
                {each.title}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

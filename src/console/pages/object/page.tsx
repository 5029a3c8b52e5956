// Everything about one object.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { type KnownType, knownType } from '../../objects/object-types.ts';
import { nameOf, objectQuery, type ServedObject } from '../../objects/served-object.ts';
import { Fields } from './fields.tsx';

export const page = createLazyRoute('/objects/$type/$id')({ component: ObjectPage });

function ObjectPage(): ReactNode {
  const { type, id } = useParams({ from: '/objects/$type/$id' });
  const known = knownType(type);
  if (!known) {
    return (
      <Page title="No such type">
        <EmptyState title={`There are no objects of the type ${type.slice(0, 100)}`} />
      </Page>
    );
  }
  return <KnownObject key={id} type={known} id={id} />;
}

function KnownObject({ type, id }: { readonly type: KnownType; readonly id: string }): ReactNode {
  const query = useQuery(objectQuery(type, id));
  return (
    <Page title={query.data ? nameOf(query.data) : type.one} about={type.one}>
      <QueryView query={query} awaited="the object">
        {object => <Everything object={object} />}
      </QueryView>
    </Page>
  );
}

function Everything({ object }: { readonly object: ServedObject }): ReactNode {
  return (
    <Panel title="Fields">
      <Fields object={object} />
    </Panel>
  );
}

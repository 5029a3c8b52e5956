// A collection as a table of any length. Its filters and its order are in the address.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { BulkActions } from '../../actions/bulk-actions.tsx';
import { type DescribedResource, schemaQuery } from '../../api/fields.ts';
import { MissingPage } from '../../app/failed-page.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useIsAssumed } from '../../objects/assumed-fields.ts';
import { listSearch } from '../../objects/list-filter.ts';
import { type KnownType, objectTypes } from '../../objects/object-types.ts';
import { useSelection } from '../../objects/selection/selection.ts';
import { useSourceName } from '../../objects/sources.ts';
import { may } from '../../session/session.ts';
import { type Collection, keptColumns } from './collection.ts';
import { CollectionChoice } from './collection-choice.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Facets } from './facets.tsx';
import { Filters } from './filters.tsx';
import styles from './inventory.module.css';
import { ListTable, listColumns } from './list-table.tsx';

export const page = createLazyRoute('/inventory/$collection')({ component: InventoryPage });

function InventoryPage(): ReactNode {
  const { collection: name } = useParams({ from: '/inventory/$collection' });
  const schema = useQuery(schemaQuery);
  const path = `/v1/${name}`;
  const type = objectTypes.find(({ collections }) => collections.some(each => each.path === path));
  if (!type) return <MissingPage />;
  return (
    <QueryView query={schema} awaited="the description of the fields">
      {resources => <Inventory key={path} {...collectionOf(path, type, resources)} />}
    </QueryView>
  );
}

function collectionOf(path: string, type: KnownType, resources: readonly DescribedResource[]): Collection {
  const { path: known, title } = type.collections.find(each => each.path === path)!;
  const described = resources.find(each => each.type === type.type);
  return { path: known, title, type, about: described?.description ?? '', fields: described?.fields ?? [] };
}

function Inventory(collection: Collection): ReactNode {
  const search = useSearch({ from: '/inventory/$collection', select: listSearch, structuralSharing: true });
  const navigate = useNavigate({ from: '/inventory/$collection' });
  const choice = keptColumns(collection);
  const [chosen, setChosen] = useState(choice.get());
  const selection = useSelection(collection.title);
  const canSelect = collection.type.type === 'Account' && may('write');
  const columns = listColumns(
    collection,
    chosen,
    useSourceName(collection.type.type),
    useIsAssumed(collection.type.type),
    canSelect ? selection : undefined,
  );
  const change = (next: typeof search) => void navigate({ search: next });
  const chooseColumns = (next: readonly string[]) => {
    choice.set(next);
    setChosen(next);
  };
  return (
    <Page
      title={collection.title}
      about={collection.about}
      height="whole"
      actions={
        <>
          <CollectionChoice path={collection.path} />
          {collection.type.kind !== 'edge' && (
            <ColumnsDialog collection={collection} chosen={chosen} onChoose={chooseColumns} />
          )}
          <ExportMenu collection={collection} columns={columns} search={search} />
        </>
      }
    >
      <Filters collection={collection} search={search} onChange={change} />
      <BulkActions selection={selection} />
      <div className={styles.split}>
        {collection.type.kind !== 'edge' && <Facets collection={collection} search={search} onChange={change} />}
        <ListTable
          key={JSON.stringify(search)}
          collection={collection}
          columns={columns}
          search={search}
          onChange={change}
        />
      </div>
    </Page>
  );
}

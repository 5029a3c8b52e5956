// The most frequent values of fields among the rows of the list; a click limits the list to one of them.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Count, formatCount } from '../../components/text/number.tsx';
import { Value } from '../../components/text/value.tsx';
import { useInstancesWithout } from '../../objects/assumed-fields.ts';
import { choiceWords } from '../../objects/field-text.tsx';
import type { ListSearch } from '../../objects/list-filter.ts';
import { useFieldWords } from '../../objects/schema.ts';
import { useSourceName } from '../../objects/sources.ts';
import type { Collection } from './collection.ts';
import { withFilters } from './filters.tsx';
import styles from './inventory.module.css';

interface FacetsProps {
  readonly collection: Collection;
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
}

/** Fields of few values, that people choose by. The counterpart of a local reference says the same as that. */
const mostFields = 7;
const shownValues = 8;
/** Beside the list there is room for them; above it, a reader asks for them. */
const isBeside = () => matchMedia('(min-width: 801px)').matches;

function facetFields({ fields }: Collection): string[] {
  return fields
    .filter(({ name, dataType }) => (dataType === 'enum' || dataType === 'boolean') && !/\.|^global/.test(name))
    .slice(0, mostFields)
    .map(({ name }) => name);
}

export function Facets({ collection, search, onChange }: FacetsProps): ReactNode {
  const fields = facetFields(collection);
  const [isOpen, setOpen] = useState(isBeside);
  const wordsOf = useFieldWords(collection.type.type);
  const query = useQuery({
    queryKey: ['facets', collection.path, fields, search.filter, search.source],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET(`${collection.path}/facets` as '/v1/accounts/facets', {
        params: {
          query: {
            field: fields,
            limit: shownValues,
            ...(search.filter && { filter: JSON.stringify(search.filter) }),
            ...(search.source !== undefined && { applicationInstanceId: search.source }),
          },
        },
        signal,
      });
      return data!;
    },
    enabled: fields.length > 0 && isOpen,
    placeholderData: keepPreviousData,
  });
  if (fields.length === 0) return null;
  const filters = search.filter ?? [];
  return (
    <aside className={styles.facets} aria-label="Frequent values">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Frequent values</summary>
        {isOpen && (
          <QueryView query={query} awaited="the counts">
            {({ totalCount, facets }) => (
              <>
                <p>
                  <strong>{formatCount(totalCount)}</strong> {collection.title.toLowerCase()}
                </p>
                {facets.map(({ field, values, missingCount }) => (
                  <section key={field} aria-label={wordsOf(field).label}>
                    <h2 title={wordsOf(field).about}>{wordsOf(field).label}</h2>
                    <ul>
                      {values.map(({ value, count }) => (
                        <li key={String(value)}>
                          <button
                            type="button"
                            onClick={() =>
                              onChange(withFilters(search, [...filters, { field, filterType: 'eq', values: [value] }]))
                            }
                          >
                            <span>
                              <Value line>{typeof value === 'string' ? choiceWords(value) : value}</Value>
                            </span>
                            <Count>{count}</Count>
                          </button>
                        </li>
                      ))}
                      {missingCount > 0 && (
                        <li>
                          <button
                            type="button"
                            onClick={() => onChange(withFilters(search, [...filters, { field, filterType: 'isNull' }]))}
                          >
                            <span>not known</span>
                            <Count>{missingCount}</Count>
                          </button>
                        </li>
                      )}
                    </ul>
                    {values.some(({ value }) => typeof value === 'boolean') && (
                      <Unsaid type={collection.type.type} field={field} source={search.source} />
                    )}
                  </section>
                ))}
              </>
            )}
          </QueryView>
        )}
      </details>
    </aside>
  );
}

interface UnsaidProps {
  readonly type: string;
  readonly field: string;
  /** The only source of the list; undefined: every source. */
  readonly source: string | undefined;
}

const mostNames = 3;

/** The counts take the default for what a source does not say: then the reader has to know which sources these are. */
function Unsaid({ type, field, source }: UnsaidProps): ReactNode {
  const nameOf = useSourceName();
  const instances = useInstancesWithout(type)(field).filter(each => source === undefined || each === source);
  if (instances.length === 0) return null;
  const names = instances.slice(0, mostNames).map(nameOf);
  const more = instances.length - names.length;
  return (
    <p className={styles.unsaid}>
      Assumed, not known, of {names.join(', ')}
      {more > 0 && ` and ${more.toLocaleString()} more`}: the source does not say.
    </p>
  );
}

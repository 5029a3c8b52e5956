// The saved queries, and those that are shipped with the service.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { components } from '../../../../clients/typescript/openapi.ts';
import { api, useApi } from '../../api/api.ts';
import { useEntryState } from '../../app/entry-state.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Text } from '../../components/text/text.tsx';
import { headerOf } from './query-text.ts';
import styles from './sql.module.css';

export type SavedQuery = components['schemas']['SavedQuery'];

/** What can be opened in the editor. */
export interface Openable {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly text: string;
  readonly saved?: SavedQuery;
}

interface LibraryProps {
  readonly openId: string | undefined;
  readonly onOpen: (query: Openable) => void;
}

/** All saved queries, page by page. */
function useSavedQueries() {
  return useInfiniteQuery({
    queryKey: ['saved-queries'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize: 200, ...(pageParam !== undefined && { pageToken: pageParam }) };
      const { data } = await api.GET('/v1/query/saved-queries', { signal, params: { query } });
      return data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
  });
}

export function Library({ openId, onOpen }: LibraryProps): ReactNode {
  const [shelf, setShelf] = useEntryState<'packed' | 'saved'>('shelf', 'packed');
  const [filter, setFilter] = useEntryState('filter of the queries', '');
  const [tag, setTag] = useEntryState('tag', '');
  const packed = useApi('get', '/v1/query/packed-queries');
  const saved = useSavedQueries();
  const savedItems = useMemo(() => saved.data?.pages.flatMap(({ items }) => items).map(openable), [saved.data]);
  const packedItems = packed.data?.items.map(
    ({ name, description, tags: about, query_string: text }): Openable => ({ name, description, tags: about, text }),
  );
  const items = (shelf === 'packed' ? packedItems : savedItems) ?? [];
  const tags = [...new Set(items.flatMap(item => item.tags))].sort();
  const shown = items.filter(item => matches(item, filter, tags.includes(tag) ? tag : ''));
  return (
    <section className={styles.library} aria-label="Queries">
      <div className={styles.shelves}>
        <Button
          look={shelf === 'packed' ? 'primary' : 'plain'}
          aria-pressed={shelf === 'packed'}
          onClick={() => setShelf('packed')}
        >
          Shipped
        </Button>
        <Button
          look={shelf === 'saved' ? 'primary' : 'plain'}
          aria-pressed={shelf === 'saved'}
          onClick={() => setShelf('saved')}
        >
          Saved
        </Button>
        <select aria-label="Tag" value={tag} onChange={event => setTag(event.target.value)}>
          <option value="">Every tag</option>
          {tags.map(each => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <input
        type="search"
        aria-label="Filter the queries"
        placeholder="Filter by name or purpose"
        value={filter}
        onChange={event => setFilter(event.target.value)}
      />
      <QueryView<unknown> query={shelf === 'packed' ? packed : saved} awaited="the queries">
        {() =>
          shown.length === 0 ? (
            <EmptyState title={items.length === 0 ? 'No query is saved yet' : 'No query has this text and tag'}>
              {items.length === 0 && 'Write one, and choose Save.'}
            </EmptyState>
          ) : (
            <ul className={styles.queries}>
              {shown.map(item => (
                <li key={item.name}>
                  <button
                    type="button"
                    aria-current={item.saved !== undefined && item.saved.query_id === openId}
                    onClick={() => onOpen(item)}
                  >
                    <strong>
                      <Text line>{item.name}</Text>
                    </strong>
                    <small>
                      <bdi>{item.description}</bdi>
                    </small>
                    <span className={styles.tags}>
                      {item.tags.map(each => (
                        <Tag key={each}>{each}</Tag>
                      ))}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {shelf === 'saved' && saved.hasNextPage && (
        <Button onClick={() => void saved.fetchNextPage()}>Show more saved queries</Button>
      )}
    </section>
  );
}

export function openable(saved: SavedQuery): Openable {
  const header = headerOf(saved.query_string);
  return {
    name: saved.name,
    description: saved.description ?? header.description ?? '',
    tags: header.tags,
    text: saved.query_string,
    saved,
  };
}

function matches({ name, description, tags }: Openable, filter: string, tag: string): boolean {
  const text = `${name} ${description}`.toLocaleLowerCase();
  const words = filter.toLocaleLowerCase().split(/\s+/);
  return words.every(word => text.includes(word)) && (tag === '' || tags.includes(tag));
}

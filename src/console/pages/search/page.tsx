// Everything that a text finds. The text and the type are in the address.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { useApi } from '../../api/api.ts';
import { sqlQuery } from '../../api/sql.ts';
import { usePaused } from '../../components/controls/use-paused.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Text } from '../../components/text/text.tsx';
import { AccessLinks } from '../../objects/access-links.tsx';
import { realEmail } from '../../objects/field-text.tsx';
import { objectTypes } from '../../objects/object-types.ts';
import { useSourceName } from '../../objects/sources.ts';
import styles from './search.module.css';
import { wantedSearch } from './wanted-search.ts';

export const page = createLazyRoute('/search')({ component: SearchPage });

const shownObjects = 100;

function SearchPage(): ReactNode {
  const { q = '', type } = useSearch({ from: '/search', select: wantedSearch });
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const asked = usePaused(text.trim());
  useEffect(() => {
    if (asked !== q) void navigate({ to: '/search', search: former => ({ ...former, q: asked }), replace: true });
  }, [asked, q, navigate]);
  const chooseType = (value: string) =>
    void navigate({ to: '/search', search: value === '' ? { q } : { q, type: value }, replace: true });
  return (
    <Page title="Search" about="Finds objects of every type by name, username, e-mail address or id.">
      <div className={styles.form}>
        <input
          type="search"
          aria-label="Name, username, e-mail address or id"
          placeholder="Name, username, e-mail address or id"
          maxLength={200}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <select aria-label="Type" value={type ?? ''} onChange={event => chooseType(event.target.value)}>
          <option value="">Every type</option>
          {objectTypes.map(({ type: name, one }) => (
            <option key={name} value={name}>
              {one}
            </option>
          ))}
        </select>
      </div>
      {q === '' ? <EmptyState title="Type what you look for" /> : <Results q={q} type={type} />}
    </Page>
  );
}

const disabledAccounts = `SELECT global_id AS id FROM accounts
  WHERE enabled = false AND global_id IN (SELECT unnest(string_split(:ids, ',')::UUID[]))`;

/** A function that says whether an object is an account that is known to be disabled. */
function useDisabled(items: Schemas['SearchResult']['items']): (id: string) => boolean {
  const ids = items.filter(({ objectType }) => objectType === 'Account').map(({ objectId }) => objectId);
  const query = sqlQuery<{ readonly id: string }>(disabledAccounts, { ids: ids.join(',') });
  const { data } = useQuery({ ...query, enabled: ids.length > 0 });
  return id => data?.rows.some(row => row.id === id) ?? false;
}

function Results({ q, type }: { readonly q: string; readonly type: string | undefined }): ReactNode {
  const sourceName = useSourceName();
  const limited = objectTypes.find(each => each.type === type)?.type;
  const query = useApi('get', '/v1/search', {
    params: { query: { q, limit: shownObjects, ...(limited && { type: limited }) } },
  });
  const isDisabled = useDisabled(query.data?.items ?? []);
  return (
    <QueryView query={query} awaited="what the search finds">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="Nothing is found">Try fewer words, or another type.</EmptyState>
        ) : (
          <ul className={styles.results}>
            {items.map(({ objectType, objectId, objectName, alias, email, applicationInstanceId }) => (
              <li key={objectId}>
                <span className={styles.type}>
                  <Tag>{objectTypes.find(each => each.type === objectType)?.one ?? objectType}</Tag>
                </span>
                <Link to="/objects/$type/$id" params={{ type: objectType, id: objectId }}>
                  <Text>{objectName ?? alias ?? objectId}</Text>
                </Link>
                {alias && alias !== objectName && <Text>{alias}</Text>}
                {realEmail(email) && email !== alias && <Text>{realEmail(email)!}</Text>}
                {applicationInstanceId !== undefined && (
                  <span className={styles.source}>
                    in <Text>{sourceName(applicationInstanceId)}</Text>
                  </span>
                )}
                {isDisabled(objectId) && <Tag tone="warning">disabled</Tag>}
                <small>
                  <AccessLinks type={objectType} id={objectId} />
                </small>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

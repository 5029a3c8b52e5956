// One box for every page and every object. Arrow keys choose, Enter opens; the focus stays in the box.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { apiQuery } from '../api/api.ts';
import { Dialog } from '../components/controls/dialog.tsx';
import { usePaused } from '../components/controls/use-paused.ts';
import { ErrorPanel } from '../components/feedback/error-panel.tsx';
import { Tag } from '../components/feedback/tag.tsx';
import { Text } from '../components/text/text.tsx';
import { may } from '../session/session.ts';
import { navigation } from './navigation.ts';
import styles from './search-box.module.css';

interface Found {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly detail?: string | undefined;
  readonly to: string;
}

/** The service takes no longer text. */
const longestText = 200;
const shownObjects = 12;

export function SearchBox({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Search" isOpen={isOpen} onClose={onClose} place="top">
      <SearchForm onDone={onClose} />
    </Dialog>
  );
}

function SearchForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const list = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { found, error, isWaiting } = useFound(text);
  const last = found.length - 1;
  const open = (item: Found | undefined) => {
    if (!item) return;
    onDone();
    void navigate({ to: item.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, last));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter') open(found[chosen]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${list}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen]);
  return (
    <div className={styles.form}>
      <input
        type="search"
        role="combobox"
        aria-label="Name, username, e-mail address or id"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        {...(found.length > 0 && { 'aria-activedescendant': `${list}-${chosen}` })}
        placeholder="Name, username, e-mail address or id"
        maxLength={longestText}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={event => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {error !== null && <ErrorPanel error={error} what="The search failed" />}
      <div id={list} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          <div
            key={item.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onClick={() => open(item)}
          >
            <span className={styles.name}>
              <Text line>{item.name}</Text>
              {item.detail && (
                <small>
                  <Text line>{item.detail}</Text>
                </small>
              )}
            </span>
            <Tag>{item.kind}</Tag>
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {text.trim() !== '' &&
          !isWaiting &&
          error === null &&
          found.length === 0 &&
          'Nothing has this name, username, address or id.'}
        {isWaiting && found.length === 0 && 'Searching …'}
      </p>
    </div>
  );
}

/** Pages and objects for a text. The objects of the former text stay until those of the new one are there. */
function useFound(text: string): { found: readonly Found[]; error: unknown; isWaiting: boolean } {
  const asked = usePaused(text.trim());
  const { data, error, isFetching } = useQuery({
    ...apiQuery('get', '/v1/search', { params: { query: { q: asked, limit: shownObjects } } }),
    enabled: asked !== '' && may('read'),
    placeholderData: former => former,
  });
  const objects = asked === '' ? [] : (data?.items ?? []);
  const found = [
    ...pagesFor(text.trim().toLowerCase()),
    ...objects.map(({ objectType, objectId, objectName, alias, email }) => ({
      key: objectId,
      name: objectName ?? alias ?? objectId,
      kind: objectType,
      detail: [alias, email].filter(part => part !== undefined && part !== objectName).join(' · ') || undefined,
      to: `/objects/${objectType}/${encodeURIComponent(objectId)}`,
    })),
  ];
  return { found, error, isWaiting: isFetching || asked !== text.trim() };
}

function pagesFor(text: string): Found[] {
  return navigation
    .filter(({ scope }) => scope === undefined || may(scope))
    .filter(({ label, words = '' }) =>
      `${label} ${words}`
        .toLowerCase()
        .split(' ')
        .some(word => word.startsWith(text)),
    )
    .map(({ to, label }) => ({ key: to, name: label, kind: 'page', to }));
}

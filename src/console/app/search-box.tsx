// One box for every page and every object.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { apiQuery, useApi } from '../api/api.ts';
import { Combobox, type ComboboxOption } from '../components/controls/combobox.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { usePaused } from '../components/controls/use-paused.ts';
import { realEmail } from '../objects/field-text.tsx';
import { knownType } from '../objects/object-types.ts';
import { useSourceName } from '../objects/sources.ts';
import { may } from '../session/session.ts';
import { navigation } from './navigation.ts';

interface Found extends ComboboxOption {
  readonly to: string;
}

const shownObjects = 12;

export function SearchBox({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Search" isOpen={isOpen} onClose={onClose}>
      <SearchForm onDone={onClose} />
    </Dialog>
  );
}

function SearchForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { found, error, isWaiting, hasData } = useFound(text);
  const isVain = text.trim() !== '' && !isWaiting && error === null && found.length === 0;
  return (
    <Combobox
      label="Name, username, e-mail address or id"
      placeholder="Name, username, e-mail address or id"
      place="below"
      text={text}
      onText={setText}
      found={found}
      isWaiting={isWaiting}
      onChoose={({ to }) => {
        onDone();
        void navigate({ to });
      }}
      error={error}
      status={
        <>
          {isVain &&
            (hasData
              ? 'Nothing has this name, username, address or id.'
              : 'There is no data yet, so only pages are found.')}
          {isWaiting && found.length === 0 && 'Searching …'}
        </>
      }
    />
  );
}

interface FoundForText {
  readonly found: readonly Found[];
  readonly error: unknown;
  readonly isWaiting: boolean;
  /** False until the first version is there: then there are pages only. */
  readonly hasData: boolean;
}

/** Pages and objects for a text. The objects of the former text stay until those of the new one are there. */
function useFound(text: string): FoundForText {
  const asked = usePaused(text.trim());
  const sourceName = useSourceName();
  const { data: sources } = useApi('get', '/v1/sources', {}, { enabled: may('read') });
  const hasData = sources === undefined || sources.version !== undefined;
  const { data, error, isLoading, isPlaceholderData } = useQuery({
    ...apiQuery('get', '/v1/search', { params: { query: { q: asked, limit: shownObjects } } }),
    enabled: asked !== '' && may('read') && hasData,
    placeholderData: former => former,
  });
  const isWaiting = isLoading || isPlaceholderData || asked !== text.trim();
  const objects = asked === '' ? [] : (data?.items ?? []);
  const found = [
    ...pagesFor(text.trim().toLowerCase()),
    ...objects.map(({ objectType, objectId, objectName, alias, email, applicationInstanceId }) => ({
      key: objectId,
      name: objectName ?? alias ?? objectId,
      kind: knownType(objectType)?.one ?? objectType,
      detail: detailOf(objectName, [
        alias,
        realEmail(email),
        applicationInstanceId && sourceName(applicationInstanceId),
      ]),
      to: `/objects/${objectType}/${encodeURIComponent(objectId)}`,
      isFormer: isWaiting,
    })),
  ];
  return { found, error, isWaiting, hasData };
}

/** What tells objects of one name apart. */
const detailOf = (name: string | undefined, parts: readonly (string | undefined)[]): string | undefined =>
  [...new Set(parts.filter(part => part && part !== name))].join(' · ') || undefined;

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

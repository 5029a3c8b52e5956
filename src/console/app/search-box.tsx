// One box for every page and every object.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { apiQuery } from '../api/api.ts';
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
  const { found, error, isWaiting } = useFound(text);
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
          {isVain && 'Nothing has this name, username, address or id.'}
          {isWaiting && found.length === 0 && 'Searching …'}
        </>
      }
    />
  );
}

/** Pages and objects for a text. The objects of the former text stay until those of the new one are there. */
function useFound(text: string): { found: readonly Found[]; error: unknown; isWaiting: boolean } {
  const asked = usePaused(text.trim());
  const sourceName = useSourceName();
  const { data, error, isLoading, isPlaceholderData } = useQuery({
    ...apiQuery('get', '/v1/search', { params: { query: { q: asked, limit: shownObjects } } }),
    enabled: asked !== '' && may('read'),
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
  return { found, error, isWaiting };
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

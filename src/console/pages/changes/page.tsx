// What appeared, vanished and changed between two versions.
import { createLazyRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useLive } from '../../api/live.ts';
import { Page } from '../../components/layout/page.tsx';
import { ChangeFilters } from './change-filters.tsx';
import { ChangeList } from './change-list.tsx';
import { type ChangesSearch, changesSearch } from './search.ts';

export const page = createLazyRoute('/changes')({ component: ChangesPage });

function ChangesPage(): ReactNode {
  useLive();
  const search = useSearch({ from: '/changes', select: changesSearch });
  const navigate = useNavigate();
  const onChange = useCallback(
    (next: ChangesSearch) => void navigate({ to: '/changes', search: next, replace: true }),
    [navigate],
  );
  return (
    <Page
      title="Changes"
      about="What is different between two versions: objects that appeared and vanished, and fields before and after."
    >
      <ChangeFilters search={search} onChange={onChange} />
      <ChangeList search={search} onChange={onChange} />
    </Page>
  );
}

import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MissingPage } from '../../app/failed-page.tsx';
import { Page } from '../../components/layout/page.tsx';
import { SqlList } from '../../objects/sql-list.tsx';
import { overviewLists } from './lists.ts';

export const page = createLazyRoute('/overview/$list')({ component: OverviewListPage });

function OverviewListPage(): ReactNode {
  const { list } = useParams({ from: '/overview/$list' });
  const known = Object.hasOwn(overviewLists, list) ? overviewLists[list] : undefined;
  if (!known) return <MissingPage />;
  return (
    <Page title={known.title} about={known.about} height="whole" actions={<Link to="/">Back to the overview</Link>}>
      <SqlList key={list} label={known.title} sql={known.sql} empty={known.empty} height="fill" />
    </Page>
  );
}

import { createLazyRoute, Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BulkActions, DisableAll } from '../../actions/bulk-actions.tsx';
import { useLive } from '../../api/live.ts';
import { MissingPage } from '../../app/failed-page.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useSelection } from '../../objects/selection/selection.ts';
import { SqlList } from '../../objects/sql-list.tsx';
import { may } from '../../session/session.ts';
import { Alerts } from './alerts.tsx';
import { type OverviewList, overviewLists } from './lists.ts';

export const page = createLazyRoute('/overview/$list')({ component: OverviewListPage });

function OverviewListPage(): ReactNode {
  useLive();
  const { list } = useParams({ from: '/overview/$list' });
  const known = Object.hasOwn(overviewLists, list) ? overviewLists[list] : undefined;
  if (!known) return <MissingPage />;
  return <List key={list} list={known} isAboutSources={list === 'caveats'} />;
}

interface ListProps {
  readonly list: OverviewList;
  /** Then what is wrong with sources stands above. */
  readonly isAboutSources: boolean;
}

function List({ list: known, isAboutSources }: ListProps): ReactNode {
  const selection = useSelection(known.title);
  return (
    <Page
      title={known.title}
      about={known.about}
      height="whole"
      actions={
        <>
          {known.accountsSql !== undefined && <DisableAll sql={known.accountsSql} label="Disable their accounts" />}
          <Link to="/">Back to the overview</Link>
        </>
      }
    >
      {isAboutSources && <Alerts />}
      <BulkActions selection={selection} />
      <SqlList
        label={known.title}
        sql={known.sql}
        fields={known.fields}
        empty={known.empty}
        height="fill"
        selection={may('write') ? selection : undefined}
      />
    </Page>
  );
}

// What there is, how fresh and how complete it is, and where to look first. Each number opens the list behind it.
import { createLazyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLive } from '../../api/live.ts';
import { Columns, Page } from '../../components/layout/page.tsx';
import { may } from '../../session/session.ts';
import { Alerts } from './alerts.tsx';
import { Asked } from './asked.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { CountsPanel } from './counts-panel.tsx';
import { FreshnessPanel } from './freshness-panel.tsx';
import { LeaversPanel } from './leavers-panel.tsx';
import { MachinesPanel } from './machines-panel.tsx';
import styles from './overview.module.css';
import { RisksPanel } from './risks-panel.tsx';
import { WaitingJobs } from './waiting-jobs.tsx';

export const page = createLazyRoute('/')({ component: OverviewPage });

function OverviewPage(): ReactNode {
  useLive();
  return (
    <Page title="Overview" about="What your sources have, how fresh it is, and where to look first.">
      <Alerts />
      <Asked />
      {may('write') && <WaitingJobs />}
      <div className={styles.summary} data-in-order-below>
        <RisksPanel />
        <LeaversPanel />
        <ChangesPanel />
      </div>
      <CountsPanel />
      <Columns>
        <MachinesPanel />
        <FreshnessPanel />
      </Columns>
    </Page>
  );
}

// From a finding to a change, on one page: which accounts, what to do, how; then what would happen, the job, its undo and its evidence.
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Confirmation, type StartedChange } from '../../actions/confirmation.tsx';
import { JobView } from '../../actions/job-view.tsx';
import { aboutOperation, type Change, type ChangeGuard } from '../../actions/operations.ts';
import { useRefusals } from '../../actions/refusals.tsx';
import { sqlQuery } from '../../api/sql.ts';
import { Button } from '../../components/controls/button.tsx';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { useSelection } from '../../objects/selection/selection.ts';
import { may } from '../../session/session.ts';
import { CannotBeChanged } from './cannot-be-changed.tsx';
import styles from './fix.module.css';
import { type FixSearch, fixSearch, saysWhich } from './fix-search.ts';
import { GuardForm, type GuardTexts, guardOf, guardProblems, usualGuard } from './guard-form.tsx';
import { ReviewForm } from './review-form.tsx';
import {
  accountCount,
  accountsParameters,
  accountsSql,
  type FoundAccount,
  type FoundRule,
  rulesSql,
} from './selected-accounts.ts';
import { changeOf, type Intention, takingOperations, WhatToDo } from './what-to-do.tsx';
import { WhichAccounts } from './which-accounts.tsx';

export const page = createLazyRoute('/fix')({ component: FixPage });

function FixPage(): ReactNode {
  const search = useSearch({ from: '/fix', select: fixSearch });
  const navigate = useNavigate({ from: '/fix' });
  return (
    <Page
      title="Fix"
      about="From what is wrong to a change that can be followed and undone. Nothing is changed before you have seen what would happen."
    >
      {/* Other accounts begin another change. */}
      <Steps
        key={JSON.stringify(search)}
        search={search}
        onSearch={next => void navigate({ search: next, replace: true })}
      />
    </Page>
  );
}

interface Proposal {
  readonly change: Change;
  readonly guard: ChangeGuard;
}

interface StepsProps {
  readonly search: FixSearch;
  readonly onSearch: (search: FixSearch) => void;
}

function Steps({ search, onSearch }: StepsProps): ReactNode {
  const leftOut = useSelection('Accounts that are left as they are');
  const [intention, setIntention] = useState<Intention>({ operation: 'DisableAccount', isAsked: search.ask === true });
  const [texts, setTexts] = useState<GuardTexts>(usualGuard);
  const [proposal, setProposal] = useState<Proposal>();
  const [started, setStarted] = useState<StartedChange>();
  const found = useQuery({
    ...sqlQuery<FoundAccount>(accountsSql(search), accountsParameters(search)),
    enabled: saysWhich(search),
  });
  const rules = useQuery(sqlQuery<FoundRule>(rulesSql));
  const { refusals, isAwaited: areRefusalsAwaited } = useRefusals(takingOperations);
  const all = (found.data?.rows ?? []).map(({ object_id: id, object_name: name, source }) => ({ id, name, source }));
  // Every account is ticked until the reader takes the tick away.
  const accounts = all.filter(({ id }) => !leftOut.has(id));
  const selection = { ...leftOut, accounts, has: (id: string) => !leftOut.has(id), clear: () => leftOut.choose(all) };
  const ids = accounts.map(({ id }) => id);
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const change = changeOf(intention, ids);
  const concernedIds = new Set(change?.accountIds ?? ids);
  const refused = accounts
    .filter(({ id }) => concernedIds.has(id))
    .map(({ source }) => refusals.get(`${source} ${intention.operation}`));
  const areAllRefused = refused.length > 0 && refused.every(refusal => refusal !== undefined);
  if (started)
    return (
      <Panel title="The job" actions={<Button onClick={() => onSearch({})}>Fix something else</Button>}>
        <JobView id={started.id} />
        {started.leftOut !== undefined && <p>{started.leftOut}</p>}
      </Panel>
    );
  if (proposal)
    return (
      <Panel title="What would happen">
        <Confirmation
          change={proposal.change}
          guard={proposal.guard}
          proposal={proposal.guard.purpose ?? 'Accounts that were chosen on the page Fix'}
          nameOf={id => names.get(id)}
          onStart={(id, leftOut) => setStarted({ id, leftOut })}
          onClose={() => setProposal(undefined)}
        />
      </Panel>
    );
  const ruleName = rules.data?.rows.find(({ rule }) => rule === search.rule)?.name ?? search.rule;
  const reason = ruleName === undefined ? undefined : `Open violations of the rule “${ruleName}”`;
  const hasProblems = Object.keys(guardProblems(texts)).length > 0;
  return (
    <>
      <Panel title="1. Which accounts">
        <WhichAccounts
          search={search}
          selection={selection}
          found={found.data && all.length}
          onAll={leftOut.clear}
          onChange={onSearch}
        />
      </Panel>
      {areRefusalsAwaited && <Awaited />}
      {ids.length > 0 && (
        <Panel title="2. What to do">
          <WhatToDo intention={intention} accountIds={ids} onChange={setIntention} />
          <CannotBeChanged refusals={refused} isAsked={intention.isAsked} />
        </Panel>
      )}
      {change && intention.isAsked && (
        <Panel title="3. Whom to ask">
          <ReviewForm key={JSON.stringify(change)} change={change} rule={search.rule} />
        </Panel>
      )}
      {ids.length > 0 && !intention.isAsked && (
        <Panel title="3. How">
          <GuardForm texts={texts} onChange={setTexts} />
          <div className={styles.end}>
            {may('annotate') ? (
              <Button
                look="primary"
                disabled={change === undefined || hasProblems || areAllRefused}
                onClick={() => change && setProposal({ change, guard: guardOf(texts, reason) })}
              >
                See what would happen to {accountCount(change?.accountIds.length ?? ids.length)}
              </Button>
            ) : (
              <p className={styles.note}>
                Your session may look, and neither change nor propose anything. Somebody who may can open this address.
              </p>
            )}
          </div>
          {change && !areAllRefused && (
            <p className={styles.note}>{aboutOperation(change.operation, change.accountIds.length)}</p>
          )}
        </Panel>
      )}
    </>
  );
}

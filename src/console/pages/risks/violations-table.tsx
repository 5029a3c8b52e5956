import { type ReactNode, useState } from 'react';
import { AcceptDialog } from '../../actions/accept-dialog.tsx';
import type { Decisions } from '../../actions/acceptance.ts';
import { TakeBackDialog } from '../../actions/take-back-dialog.tsx';
import { Button } from '../../components/controls/button.tsx';
import { TableCsv } from '../../components/table/table-csv.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { everyPage } from '../../objects/paged-list/every-page.ts';
import type { FetchPage } from '../../objects/paged-list/paged-rows.ts';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';
import styles from './risks.module.css';
import type { RisksSearch } from './risks-search.ts';
import { isAccepted, violationColumns } from './violation-columns.tsx';
import { fetchViolations, type Violation } from './violations.ts';

interface ViolationsTableProps {
  readonly search: RisksSearch;
  /** The version in service; another one begins the list again. */
  readonly version: number;
  readonly decisions: Decisions<Violation>;
  readonly onSort: (sort: RisksSearch['sort']) => void;
}

/** The objects that violate rules, the worst first. */
export function ViolationsTable({ search, version, decisions, onSort }: ViolationsTableProps): ReactNode {
  const [chosen, setChosen] = useState<Violation>();
  const close = () => setChosen(undefined);
  const fetchPage: FetchPage<Violation> = ({ pageToken }, signal) => fetchViolations(search, pageToken, signal);
  const columns = violationColumns({ search, decisions, onDecide: setChosen, onSort });
  return (
    <>
      <div className={styles.listHead}>
        <LastDecision
          decisions={decisions}
          onTakeBack={violation => setChosen({ ...violation, status: 'Suppressed' })}
        />
        <TableCsv label="Objects at risk" columns={columns} pages={() => everyPage(fetchPage)} />
      </div>
      <PagedTable
        label="Objects at risk"
        columns={columns}
        keyOf={({ id }) => id}
        list={JSON.stringify([search, version])}
        fetchPage={fetchPage}
        empty={{
          title: 'Nothing fits the filters',
          next: 'Choose another severity, state or source, or all open risks.',
        }}
        height="rows"
      />
      {chosen && !isAccepted(chosen, decisions) && (
        <AcceptDialog
          violation={chosen}
          onAccept={(reason, until) => decisions.accept(chosen, reason, until)}
          onClose={close}
        />
      )}
      {chosen && isAccepted(chosen, decisions) && (
        <TakeBackDialog violation={chosen} onTakeBack={() => decisions.takeBack(chosen)} onClose={close} />
      )}
    </>
  );
}

/** What the last decision of the reader did, and the way back. */
function LastDecision({
  decisions: { last },
  onTakeBack,
}: {
  readonly decisions: Decisions<Violation>;
  readonly onTakeBack: (violation: Violation) => void;
}): ReactNode {
  return (
    <div role="status" className={styles.lastDecision}>
      {last && (
        <>
          <span>
            {last.decision.is === 'accepted' ? 'Accepted' : 'Open again'}: <Text>{last.violation.rule}</Text>
            {last.violation.object_name !== null && (
              <>
                {' '}
                of <Text>{last.violation.object_name}</Text>
              </>
            )}
            {last.decision.until !== undefined && (
              <>
                , until <Time at={last.decision.until} />
              </>
            )}
            . The lists show it from version {last.decision.fromVersion} on.
          </span>
          {last.decision.is === 'accepted' && (
            <Button look="quiet" onClick={() => onTakeBack(last.violation)}>
              Undo
            </Button>
          )}
        </>
      )}
    </div>
  );
}

import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import type { DataColumn } from '../../components/table/data-table.tsx';
import { TableCsv } from '../../components/table/table-csv.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';
import { severityTone } from '../../objects/severity.ts';
import { may } from '../../session/session.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import type { Decisions } from './acceptance.ts';
import styles from './risks.module.css';
import { type RisksSearch, type Status, statuses } from './risks-search.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { fetchViolations, type Violation, violationPages } from './violations.ts';

interface ViolationsTableProps {
  readonly search: RisksSearch;
  /** The version in service; another one begins the list again. */
  readonly version: number;
  readonly decisions: Decisions;
}

const tones: Readonly<Record<Status, Tone>> = {
  Open: 'warning',
  Suppressed: 'info',
  Resolved: 'good',
  Unknown: 'neutral',
};

/** The objects that violate rules, the worst first. */
export function ViolationsTable({ search, version, decisions }: ViolationsTableProps): ReactNode {
  const [chosen, setChosen] = useState<Violation>();
  const close = () => setChosen(undefined);
  const columns = columnsFor(decisions, setChosen);
  return (
    <>
      <div className={styles.listHead}>
        <LastDecision decisions={decisions} onTakeBack={setChosen} />
        <TableCsv label="Objects at risk" columns={columns} pages={() => violationPages(search)} />
      </div>
      <PagedTable
        label="Objects at risk"
        columns={columns}
        keyOf={({ id }) => id}
        list={JSON.stringify([search, version])}
        fetchPage={({ pageToken }, signal) => fetchViolations(search, pageToken, signal)}
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

function columnsFor(decisions: Decisions, onDecide: (violation: Violation) => void): DataColumn<Violation>[] {
  const columns: DataColumn<Violation>[] = [
    {
      id: 'object',
      csv: row => row.object_name ?? row.object_id,
      isKey: true,
      header: 'object',
      width: 170,
      cell: ({ object_type, object_id, object_name }) =>
        object_id === null ? (
          <Text line>{object_name ?? object_type}</Text>
        ) : (
          <ObjectLink type={object_type} id={object_id} name={object_name} />
        ),
    },
    {
      id: 'severity',
      csv: row => row.severity,
      header: 'severity',
      width: 90,
      cell: row => <Tag tone={severityTone(row.severity)}>{row.severity}</Tag>,
    },
    {
      id: 'what',
      csv: row => row.description ?? row.rule,
      header: 'what is wrong',
      width: 260,
      cell: ({ id, description, rule }) => <ObjectLink type="RiskViolation" id={id} name={description ?? rule} />,
    },
    {
      id: 'source',
      csv: row => row.source,
      header: 'source',
      isKey: true,
      width: 90,
      cell: ({ source }) => <Text line>{source}</Text>,
    },
    {
      id: 'detected',
      csv: row => row.detected_at,
      header: 'since',
      width: 110,
      cell: ({ detected_at }) => <Time at={detected_at} age />,
    },
    {
      id: 'state',
      csv: row => row.status,
      header: 'state',
      width: 150,
      cell: row => <State violation={row} decisions={decisions} />,
    },
  ];
  if (!may('annotate')) return columns;
  const decision: DataColumn<Violation> = {
    id: 'decision',
    header: 'decision',
    width: 90,
    cell: row => {
      if (row.status !== 'Open' && row.status !== 'Suppressed') return null;
      return (
        <Button look="quiet" onClick={() => onDecide(row)}>
          {isAccepted(row, decisions) ? 'Take back' : 'Accept'}
        </Button>
      );
    },
  };
  return [...columns, decision];
}

/** As far as is known, also from decisions that no version shows yet. */
function isAccepted({ id, status }: Violation, { pending }: Decisions): boolean {
  return pending.get(id)?.is === 'accepted' || (status === 'Suppressed' && !pending.has(id));
}

/** What the last decision of the reader did, and the way back. */
function LastDecision({
  decisions: { last },
  onTakeBack,
}: {
  readonly decisions: Decisions;
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

function State({ violation, decisions }: { readonly violation: Violation; readonly decisions: Decisions }): ReactNode {
  const { id, status, accepted_until, resolved_at } = violation;
  const pending = decisions.pending.get(id);
  if (pending) return <Tag tone="info">{`${pending.is}; shows from version ${pending.fromVersion} on`}</Tag>;
  return (
    <>
      <Tag tone={tones[status]}>{statuses[status]}</Tag>
      {status === 'Suppressed' && accepted_until !== null && (
        <>
          {' until '}
          <Time at={accepted_until} />
        </>
      )}
      {status === 'Resolved' && resolved_at !== null && (
        <>
          {' '}
          <Time at={resolved_at} age />
        </>
      )}
    </>
  );
}

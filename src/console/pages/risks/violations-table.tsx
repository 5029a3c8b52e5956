import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import type { Column } from '../../components/table/virtual-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';
import { severityTone } from '../../objects/severity.ts';
import { may } from '../../session/session.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import type { Decisions } from './acceptance.ts';
import { type RisksSearch, type Status, statuses } from './risks-search.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { fetchViolations, type Violation } from './violations.ts';

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
  return (
    <>
      <PagedTable
        label="Objects at risk"
        columns={columnsFor(decisions, setChosen)}
        keyOf={({ id }) => id}
        list={JSON.stringify([search, version])}
        fetchPage={({ pageToken }, signal) => fetchViolations(search, pageToken, signal)}
        empty={{
          title: 'Nothing fits the filters',
          next: 'Choose another severity, state or source, or all open risks.',
        }}
        height="rows"
      />
      {chosen?.status === 'Open' && (
        <AcceptDialog
          violation={chosen}
          onAccept={(reason, until) => decisions.accept(chosen.id, reason, until)}
          onClose={close}
        />
      )}
      {chosen?.status === 'Suppressed' && (
        <TakeBackDialog violation={chosen} onTakeBack={() => decisions.takeBack(chosen.id)} onClose={close} />
      )}
    </>
  );
}

function columnsFor(decisions: Decisions, onDecide: (violation: Violation) => void): Column<Violation>[] {
  const columns: Column<Violation>[] = [
    {
      id: 'object',
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
      header: 'severity',
      width: 90,
      cell: row => <Tag tone={severityTone(row.severity)}>{row.severity}</Tag>,
    },
    {
      id: 'what',
      header: 'what is wrong',
      width: 260,
      cell: ({ id, description, rule }) => <ObjectLink type="RiskViolation" id={id} name={description ?? rule} />,
    },
    { id: 'source', header: 'source', width: 90, cell: ({ source }) => <Text line>{source}</Text> },
    { id: 'detected', header: 'since', width: 110, cell: ({ detected_at }) => <Time at={detected_at} age /> },
    { id: 'state', header: 'state', width: 150, cell: row => <State violation={row} decisions={decisions} /> },
  ];
  if (!may('annotate')) return columns;
  const decision: Column<Violation> = {
    id: 'decision',
    header: 'decision',
    width: 90,
    cell: row => {
      if (decisions.pending.has(row.id) || !(row.status === 'Open' || row.status === 'Suppressed')) return null;
      return (
        <Button look="quiet" onClick={() => onDecide(row)}>
          {row.status === 'Open' ? 'Accept' : 'Take back'}
        </Button>
      );
    },
  };
  return [...columns, decision];
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

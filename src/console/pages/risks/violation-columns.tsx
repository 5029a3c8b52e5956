// The columns of the list of objects at risk. Which of them are shown follows from the filters, so that the decision is in sight.
import type { ReactNode } from 'react';
import type { Decisions } from '../../actions/acceptance.ts';
import { Button } from '../../components/controls/button.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import type { DataColumn } from '../../components/table/data-table.tsx';
import type { Column } from '../../components/table/virtual-table.tsx';
import { Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { lastDayOf, Time } from '../../components/text/time.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { severityTone } from '../../objects/severity.ts';
import { may } from '../../session/session.ts';
import { type RisksSearch, type Status, statuses } from './risks-search.ts';
import type { Violation } from './violations.ts';

const tones: Readonly<Record<Status, Tone>> = {
  Open: 'warning',
  Suppressed: 'info',
  Resolved: 'good',
  Unknown: 'neutral',
};

interface ColumnsOptions {
  readonly search: RisksSearch;
  readonly decisions: Decisions;
  readonly onDecide: (violation: Violation) => void;
  readonly onSort: (sort: RisksSearch['sort']) => void;
}

type ViolationColumn = DataColumn<Violation> & Pick<Column<Violation>, 'sorted' | 'onSort'>;

/** All violations of a rule have one severity, and a list of one state does not repeat it. Last use says most where a rule is chosen. */
export function violationColumns({ search, decisions, onDecide, onSort }: ColumnsOptions): ViolationColumn[] {
  const ofOneRule = search.rule !== undefined;
  const ofOneState = ['Open', 'Unknown'].includes(search.status ?? 'Open') && decisions.pending.size === 0;
  return [
    object,
    ...(ofOneRule ? [] : [severity]),
    what,
    source,
    ...(ofOneRule ? [lastUsed(search.sort, onSort)] : []),
    ...(ofOneState ? [] : [state(decisions)]),
    ...(may('annotate') ? [decision(decisions, onDecide)] : []),
    since,
  ];
}

const object: ViolationColumn = {
  id: 'object',
  csv: row => row.object_name ?? row.object_id,
  isKey: true,
  header: 'object',
  fields: ['RiskViolation.globalEntityId'],
  width: 170,
  cell: ({ object_type, object_id, object_name }) =>
    object_id === null ? (
      <Text line>{object_name ?? object_type}</Text>
    ) : (
      <ObjectLink type={object_type} id={object_id} name={object_name} />
    ),
};

const severity: ViolationColumn = {
  id: 'severity',
  csv: row => row.severity,
  header: 'severity',
  fields: ['RiskViolation.severity'],
  width: 90,
  cell: row => <Tag tone={severityTone(row.severity)}>{row.severity}</Tag>,
};

const what: ViolationColumn = {
  id: 'what',
  csv: row => row.description ?? row.rule,
  header: 'what is wrong',
  fields: ['RiskViolation.description'],
  // Its end has the numbers.
  isKey: true,
  width: 260,
  cell: row => <ObjectLink type="RiskViolation" id={row.id} name={sentenceOf(row)} />,
};

const source: ViolationColumn = {
  id: 'source',
  csv: row => row.source,
  header: 'source',
  fields: ['RiskViolation.objectMetadata.ApplicationInstanceId'],
  isKey: true,
  width: 90,
  cell: row => <Text line>{row.source}</Text>,
};

const since: ViolationColumn = {
  id: 'detected',
  csv: row => row.detected_at,
  header: 'since',
  fields: ['RiskViolation.detectedAt'],
  width: 110,
  cell: ({ detected_at }) => <Time at={detected_at} age />,
};

function lastUsed(sort: RisksSearch['sort'], onSort: ColumnsOptions['onSort']): ViolationColumn {
  return {
    id: 'used',
    csv: row => row.last_used,
    header: 'last used',
    fields: ['Account.lastActivityDate'],
    width: 110,
    cell: ({ last_used }) => (last_used === null ? <Unknown /> : <Time at={last_used} age />),
    sorted: sort && (sort === 'used' ? 'ascending' : 'descending'),
    onSort: () => onSort(sort === undefined ? '-used' : sort === '-used' ? 'used' : undefined),
  };
}

function state(decisions: Decisions): ViolationColumn {
  return {
    id: 'state',
    csv: row => stateText(row, decisions),
    header: 'state',
    fields: ['RiskViolation.status'],
    width: 150,
    cell: row => <State violation={row} decisions={decisions} />,
  };
}

function decision(decisions: Decisions, onDecide: ColumnsOptions['onDecide']): ViolationColumn {
  return {
    id: 'decision',
    header: 'action',
    width: 100,
    cell: row => {
      if (row.status !== 'Open' && row.status !== 'Suppressed') return null;
      if (row.is_reported) return <span title="The source reported it by a rule of its own">in the source</span>;
      return <Button onClick={() => onDecide(row)}>{isAccepted(row, decisions) ? 'Take back' : 'Accept'}</Button>;
    },
  };
}

/** "The privileged account NAME": what may come before the name of the object. */
const mostBeforeName = 24;

/** What is wrong. The name of the object stands in its own column, so that the sentence has room for what follows the name. */
function sentenceOf({ description, rule, object_name: name }: Violation): string {
  if (description === null) return rule;
  const at = name === null ? -1 : description.indexOf(` ${name} `);
  return at < 0 || at > mostBeforeName ? description : `… ${description.slice(at + name!.length + 2)}`;
}

/** As far as is known, also from decisions that no version shows yet. */
export function isAccepted({ id, status }: Violation, { pending }: Decisions): boolean {
  return pending.get(id)?.is === 'accepted' || (status === 'Suppressed' && !pending.has(id));
}

/** The words of {@link State}. */
function stateText({ id, status, accepted_until, resolved_at }: Violation, { pending }: Decisions): string {
  const decision = pending.get(id);
  if (decision) return decision.is;
  if (status === 'Suppressed' && accepted_until !== null)
    return `${statuses[status]} until ${lastDayOf(accepted_until).slice(0, 10)}`;
  return status === 'Resolved' && resolved_at !== null
    ? `${statuses[status]} ${resolved_at.slice(0, 10)}`
    : statuses[status];
}

function State({ violation, decisions }: { readonly violation: Violation; readonly decisions: Decisions }): ReactNode {
  const { id, status, accepted_until, resolved_at } = violation;
  const pending = decisions.pending.get(id);
  if (pending) {
    // A longer word would leave what is wrong too few pixels. The line above the list says the version, too.
    return (
      <span title={`The lists show it from version ${pending.fromVersion} on`}>
        <Tag tone="info">{pending.is}</Tag>
      </span>
    );
  }
  return (
    <>
      <Tag tone={tones[status]}>{statuses[status]}</Tag>
      {status === 'Suppressed' && accepted_until !== null && (
        <>
          {' until '}
          <Time at={lastDayOf(accepted_until)} />
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

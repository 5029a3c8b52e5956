import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { useJobSentences } from '../../actions/job-sentence.ts';
import { api, useApi } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import type { DataColumn } from '../../components/table/data-table.tsx';
import { TableCsv } from '../../components/table/table-csv.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { fetchObjectNames } from '../../objects/object-names.ts';
import { everyPage } from '../../objects/paged-list/every-page.ts';
import type { FetchPage } from '../../objects/paged-list/paged-rows.ts';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';
import styles from './administration.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditSearch, auditSearch } from './audit-search.ts';
import { actOf } from './audit-words.ts';

/** `targetName`: what readers call the target; undefined when it has no name, or is no longer there. */
type AuditEvent = Schemas['AuditEvent'] & { readonly targetName?: string | undefined };

const rowsPerPage = 200;
const tones: Readonly<Record<AuditEvent['outcome'], Tone>> = { done: 'good', refused: 'warning', failed: 'bad' };

/** What was done and what was refused, newest first. */
export function AuditLog(): ReactNode {
  const search = useSearch({ from: '/administration/$part', select: auditSearch });
  const navigate = useNavigate({ from: '/administration/$part' });
  const clients = useApi('get', '/v1/clients');
  const [readings, setReadings] = useState(0);
  const [shown, setShown] = useState<AuditEvent>();
  const clientOf = (id: string) => clients.data?.items.find(({ clientId }) => clientId === id)?.name;
  const nameOf = (principal: string) => clientOf(principal) ?? personOf(principal);
  const jobs = useApi('get', '/v1/action-jobs', { params: { query: { pageSize: rowsPerPage } } }).data?.items ?? [];
  const sentenceOf = useJobSentences(jobs);
  const reviews = useApi('get', '/v1/reviews', { params: { query: { pageSize: rowsPerPage } } }).data?.items ?? [];
  const calledOf = (event: AuditEvent) => {
    const { target, targetName } = event;
    const review = reviews.find(({ id }) => id === target);
    if (review) return review.title;
    if (event.action.startsWith('session.')) return sessionOf(event);
    if (event.action.startsWith('savedQuery.')) return queryOf(event);
    const job = jobs.find(({ id }) => id === target);
    return job ? sentenceOf(job) : (targetName ?? (target === undefined ? undefined : clientOf(target)));
  };
  const filtered = JSON.stringify(search);
  const columns = columnsFor(search, nameOf, calledOf, setShown);
  const fetchPage = fetchEvents(search);
  return (
    <Panel
      title="Audit log"
      actions={
        <>
          <Button onClick={() => setReadings(readings + 1)}>Read again</Button>
          <TableCsv label="Entries" columns={columns} pages={() => everyPage(fetchPage)} />
        </>
      }
    >
      <div className={styles.form}>
        <AuditFilters
          key={filtered}
          search={search}
          principals={(clients.data?.items ?? []).map(({ clientId, name }) => [clientId, name])}
          onChange={next => void navigate({ params: { part: 'audit' }, search: next })}
        />
        <PagedTable
          label="Entries"
          columns={columns}
          keyOf={({ id }) => id}
          list={`${filtered} ${readings}`}
          fetchPage={fetchPage}
          empty={{ title: 'Nothing was done that fits the filters', next: 'Choose other days, or remove a filter.' }}
          height="rows"
        />
      </div>
      {shown && (
        <Dialog
          title={
            <>
              <Text line>{nameOf(shown.principal)}</Text> {actOf(shown.action)}
            </>
          }
          isOpen
          onClose={() => setShown(undefined)}
        >
          <pre className={styles.raw}>
            <bdi>{JSON.stringify(shown, undefined, 2)}</bdi>
          </pre>
        </Dialog>
      )}
    </Panel>
  );
}

/** Entries with the names of what they are about. */
const fetchEvents =
  (search: AuditSearch): FetchPage<AuditEvent> =>
  async ({ pageToken }, signal) => {
    const query = { ...search, pageSize: rowsPerPage, ...(pageToken !== undefined && { pageToken }) };
    const page = (await api.GET('/v1/audit-events', { params: { query }, signal })).data!;
    const names = await fetchObjectNames(page.items.flatMap(({ target }) => target ?? []));
    return { ...page, items: page.items.map(event => ({ ...event, targetName: names.get(event.target ?? '') })) };
  };

/** The name in the id of somebody whom a link of the operator, or of a review, let in: `link#Ann`. */
const personOf = (principal: string) => /^(?:link|reviewer)#(.+)$/s.exec(principal)?.[1] ?? principal;

/** A session by whose it is: it has no other name. Entries of former releases have the id of the person only. */
function sessionOf({ details: { name, principal } }: AuditEvent): string | undefined {
  const owner = name ?? principal;
  return typeof owner === 'string' ? `session of ${personOf(owner)}` : undefined;
}

/** The name of a saved query: as it was when it was deleted, otherwise as it was saved. */
function queryOf({ details: { before, after } }: AuditEvent): string | undefined {
  const { name } = (after ?? before ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' ? name : undefined;
}

/** What an action was done to; a link where it has a page. */
function Target({ event, called }: { readonly event: AuditEvent; readonly called: string | undefined }): ReactNode {
  const { action, target } = event;
  if (target === undefined) return null;
  const text = (
    <span title={target}>
      <Text line>{called ?? target}</Text>
    </span>
  );
  const [noun] = action.split('.');
  switch (noun) {
    case 'actionJob':
      return (
        <Link to="/jobs/$id" params={{ id: target }}>
          {text}
        </Link>
      );
    case 'review':
      return (
        <Link to="/reviews/$id" params={{ id: target }}>
          {text}
        </Link>
      );
    case 'source':
      return (
        <Link to="/sources/$sourceId" params={{ sourceId: target }}>
          {text}
        </Link>
      );
    case 'riskViolation':
      return (
        <Link to="/objects/$type/$id" params={{ type: 'RiskViolation', id: target }}>
          {text}
        </Link>
      );
    default:
      return text;
  }
}

function columnsFor(
  search: AuditSearch,
  nameOf: (principal: string) => string,
  calledOf: (event: AuditEvent) => string | undefined,
  onShow: (event: AuditEvent) => void,
): DataColumn<AuditEvent>[] {
  /** A text that filters the list by itself. */
  const only = (filter: AuditSearch, text: string) => (
    <Link to="/administration/$part" params={{ part: 'audit' }} search={{ ...search, ...filter }} resetScroll={false}>
      <Text line>{text}</Text>
    </Link>
  );
  return [
    {
      ...{ id: 'at', header: 'when', fields: ['AuditEvent.at'], width: 170 },
      cell: ({ at }) => <Time at={at} />,
      csv: ({ at }) => at,
    },
    {
      id: 'principal',
      isKey: true,
      header: 'who',
      fields: ['AuditEvent.principal'],
      width: 170,
      cell: ({ principal }) => only({ principal }, nameOf(principal)),
      csv: ({ principal }) => nameOf(principal),
    },
    {
      id: 'action',
      isKey: true,
      header: 'did what',
      fields: ['AuditEvent.action'],
      width: 220,
      cell: ({ action }) => <span title={action}>{only({ action }, actOf(action))}</span>,
      csv: ({ action }) => actOf(action),
    },
    {
      id: 'outcome',
      header: 'outcome',
      fields: ['AuditEvent.outcome'],
      width: 90,
      cell: ({ outcome }) => <Tag tone={tones[outcome]}>{outcome}</Tag>,
      csv: ({ outcome }) => outcome,
    },
    {
      id: 'target',
      isKey: true,
      header: 'to what',
      fields: ['AuditEvent.target'],
      width: 280,
      cell: event => <Target event={event} called={calledOf(event)} />,
      csv: event => calledOf(event) ?? event.target,
    },
    {
      id: 'details',
      header: 'details',
      fields: ['AuditEvent.details'],
      width: 80,
      cell: event => (
        <Button look="quiet" onClick={() => onShow(event)}>
          Show
        </Button>
      ),
    },
  ];
}

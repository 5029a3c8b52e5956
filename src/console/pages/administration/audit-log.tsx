import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, useApi } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import type { Column } from '../../components/table/virtual-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { PagedTable } from '../../objects/paged-list/paged-table.tsx';
import styles from './administration.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditSearch, auditSearch } from './audit-search.ts';
import { actOf } from './audit-words.ts';

type AuditEvent = Schemas['AuditEvent'];

const rowsPerPage = 200;
const tones: Readonly<Record<AuditEvent['outcome'], Tone>> = { done: 'good', refused: 'warning', failed: 'bad' };

/** What was done and what was refused, newest first. */
export function AuditLog(): ReactNode {
  const search = useSearch({ from: '/administration/$part', select: auditSearch });
  const navigate = useNavigate({ from: '/administration/$part' });
  const clients = useApi('get', '/v1/clients');
  const [readings, setReadings] = useState(0);
  const [shown, setShown] = useState<AuditEvent>();
  const nameOf = (principal: string) =>
    clients.data?.items.find(({ clientId }) => clientId === principal)?.name ?? personOf(principal);
  const filtered = JSON.stringify(search);
  return (
    <Panel title="Audit log" actions={<Button onClick={() => setReadings(readings + 1)}>Read again</Button>}>
      <div className={styles.form}>
        <AuditFilters
          key={filtered}
          search={search}
          principals={(clients.data?.items ?? []).map(({ clientId, name }) => [clientId, name])}
          onChange={next => void navigate({ params: { part: 'audit' }, search: next })}
        />
        <PagedTable
          label="Entries"
          columns={columnsFor(search, nameOf, setShown)}
          keyOf={({ id }) => id}
          list={`${filtered} ${readings}`}
          fetchPage={async ({ pageToken }, signal) => {
            const query = { ...search, pageSize: rowsPerPage, ...(pageToken !== undefined && { pageToken }) };
            return (await api.GET('/v1/audit-events', { params: { query }, signal })).data!;
          }}
          empty={{ title: 'Nothing was done that fits the filters', next: 'Choose other days, or remove a filter.' }}
          height="rows"
        />
      </div>
      {shown && (
        <Dialog title={`${nameOf(shown.principal)} ${actOf(shown.action)}`} isOpen onClose={() => setShown(undefined)}>
          <pre className={styles.raw}>
            <bdi>{JSON.stringify(shown, undefined, 2)}</bdi>
          </pre>
        </Dialog>
      )}
    </Panel>
  );
}

/** The name in the id of somebody whom a link of the operator, or of a review, let in: `link#Ann`. */
const personOf = (principal: string) => /^(?:link|reviewer)#(.+)$/s.exec(principal)?.[1] ?? principal;

/** What an action was done to; a link where it has a page. */
function Target({ event: { action, target } }: { readonly event: AuditEvent }): ReactNode {
  if (target === undefined) return null;
  const text = <Text line>{target}</Text>;
  const [noun] = action.split('.');
  if (noun === 'actionJob') {
    return (
      <Link to="/jobs/$id" params={{ id: target }}>
        {text}
      </Link>
    );
  }
  if (noun === 'review') {
    return (
      <Link to="/reviews/$id" params={{ id: target }}>
        {text}
      </Link>
    );
  }
  if (noun === 'source') {
    return (
      <Link to="/sources/$sourceId" params={{ sourceId: target }}>
        {text}
      </Link>
    );
  }
  return text;
}

function columnsFor(
  search: AuditSearch,
  nameOf: (principal: string) => string,
  onShow: (event: AuditEvent) => void,
): Column<AuditEvent>[] {
  /** A text that filters the list by itself. */
  const only = (filter: AuditSearch, text: string) => (
    <Link to="/administration/$part" params={{ part: 'audit' }} search={{ ...search, ...filter }} resetScroll={false}>
      <Text line>{text}</Text>
    </Link>
  );
  return [
    { id: 'at', header: 'when', width: 170, cell: ({ at }) => <Time at={at} /> },
    {
      id: 'principal',
      isKey: true,
      header: 'who',
      width: 170,
      cell: ({ principal }) => only({ principal }, nameOf(principal)),
    },
    {
      id: 'action',
      header: 'did what',
      width: 220,
      cell: ({ action }) => <span title={action}>{only({ action }, actOf(action))}</span>,
    },
    { id: 'outcome', header: 'outcome', width: 90, cell: ({ outcome }) => <Tag tone={tones[outcome]}>{outcome}</Tag> },
    {
      id: 'target',
      header: 'to what',
      width: 280,
      cell: event => <Target event={event} />,
    },
    {
      id: 'details',
      header: 'details',
      width: 80,
      cell: event => (
        <Button look="quiet" onClick={() => onShow(event)}>
          Show
        </Button>
      ),
    },
  ];
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, apiQuery, useApi } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { useSourceName } from '../../objects/sources.ts';
import styles from './administration.module.css';
import { ConfirmDialog } from './confirm-dialog.tsx';

type BrowserSession = Schemas['BrowserSessionList']['items'][number];

/** Everybody who is signed in with a browser. */
export function Sessions(): ReactNode {
  const query = useApi('get', '/v1/sessions');
  const client = useQueryClient();
  const sourceName = useSourceName();
  const [revoked, setRevoked] = useState<BrowserSession>();
  const readAgain = () => void client.invalidateQueries({ queryKey: apiQuery('get', '/v1/sessions').queryKey });
  return (
    <Panel title="Sessions" actions={<Button onClick={readAgain}>Read again</Button>}>
      <QueryView query={query} awaited="the sessions">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Nobody is signed in with a browser">
              You use an access token, which belongs to a client.
            </EmptyState>
          ) : (
            <DataTable
              label="Sessions"
              columns={columnsFor(sourceName, setRevoked)}
              rows={items}
              keyOf={({ sessionId }) => sessionId}
              height="rows"
            />
          )
        }
      </QueryView>
      <p className={styles.about}>
        On the machine of the service, <code>rolecall sessions link</code> prints a link that signs one person in.
      </p>
      {revoked && (
        <ConfirmDialog
          title="Revoke the session"
          description="It stops working at once. The person may sign in again."
          subject={`${revoked.name}, ${revoked.role}, from ${revoked.address}`}
          action="Revoke"
          doing="Revoking …"
          failure="The session could not be revoked"
          onConfirm={() =>
            api.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId: revoked.sessionId } } })
          }
          onDone={readAgain}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Panel>
  );
}

function columnsFor(
  sourceName: (instance: string) => string,
  onRevoke: (session: BrowserSession) => void,
): DataColumn<BrowserSession>[] {
  const sourcesOf = ({ applicationInstanceIds }: BrowserSession) =>
    applicationInstanceIds?.map(sourceName).join(', ') ?? 'all';
  const time = (id: 'createdAt' | 'usedAt' | 'expiresAt', header: string): DataColumn<BrowserSession> => ({
    id,
    header,
    fields: [`BrowserSessionList.items.${id}`],
    width: 130,
    cell: session => <Time at={session[id]} age />,
    sortBy: session => session[id],
  });
  return [
    {
      id: 'name',
      isKey: true,
      header: 'who',
      fields: ['BrowserSessionList.items.name'],
      width: 200,
      cell: ({ name, principal }) => (
        <span title={principal}>
          <Text line>{name}</Text>
        </span>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'role',
      header: 'role',
      fields: ['BrowserSessionList.items.role'],
      width: 120,
      cell: ({ role }) => role,
      sortBy: ({ role }) => role,
    },
    {
      id: 'sources',
      header: 'sources',
      fields: ['BrowserSessionList.items.applicationInstanceIds'],
      width: 140,
      cell: row => <Text line>{sourcesOf(row)}</Text>,
      sortBy: sourcesOf,
    },
    {
      id: 'address',
      header: 'from',
      fields: ['BrowserSessionList.items.address'],
      width: 150,
      cell: ({ address }) => <Text line>{address}</Text>,
      sortBy: ({ address }) => address,
    },
    time('createdAt', 'signed in'),
    time('usedAt', 'last used'),
    time('expiresAt', 'ends unless used'),
    {
      id: 'action',
      header: 'action',
      width: 110,
      cell: session =>
        session.isOwn ? (
          <Tag tone="info">this session</Tag>
        ) : (
          <Button look="quiet" onClick={() => onRevoke(session)}>
            Revoke
          </Button>
        ),
    },
  ];
}

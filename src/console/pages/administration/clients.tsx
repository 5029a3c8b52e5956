import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, apiQuery, useApi } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { useSourceName } from '../../objects/sources.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CreateClientDialog } from './create-client-dialog.tsx';

type Client = Schemas['Client'];

/** The clients of the API: programs, and people who have no other way to sign in. */
export function Clients(): ReactNode {
  const query = useApi('get', '/v1/clients');
  const client = useQueryClient();
  const sourceName = useSourceName();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Client>();
  const readAgain = () => void client.invalidateQueries({ queryKey: apiQuery('get', '/v1/clients').queryKey });
  return (
    <Panel
      title="Clients of the API"
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          New client
        </Button>
      }
    >
      <QueryView query={query} awaited="the clients">
        {({ items }) => (
          <DataTable
            label="Clients"
            columns={columnsFor(sourceName, setRevoked)}
            rows={items}
            keyOf={({ clientId }) => clientId}
            height="rows"
          />
        )}
      </QueryView>
      {isCreating && <CreateClientDialog onCreated={readAgain} onClose={() => setCreating(false)} />}
      {revoked && (
        <ConfirmDialog
          title="Revoke the client"
          description="It gets no more tokens, and those that it has stop working. This cannot be undone."
          subject={revoked.name}
          action="Revoke"
          doing="Revoking …"
          failure="The client could not be revoked"
          onConfirm={() => api.DELETE('/v1/clients/{clientId}', { params: { path: { clientId: revoked.clientId } } })}
          onDone={readAgain}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Panel>
  );
}

function columnsFor(
  sourceName: (instance: string) => string,
  onRevoke: (client: Client) => void,
): DataColumn<Client>[] {
  const instancesOf = ({ applicationInstanceIds, personData }: Client) =>
    applicationInstanceIds
      ? [...applicationInstanceIds.map(sourceName), ...(personData ? ['person data'] : [])].join(', ')
      : 'all';
  return [
    {
      id: 'name',
      isKey: true,
      header: 'name',
      fields: ['Client.name'],
      width: 150,
      cell: ({ name }) => <Text line>{name}</Text>,
      sortBy: ({ name }) => name,
    },
    {
      id: 'id',
      header: 'client id',
      fields: ['Client.clientId'],
      width: 310,
      cell: ({ clientId }) => <code>{clientId}</code>,
      sortBy: ({ clientId }) => clientId,
    },
    {
      id: 'scopes',
      header: 'scopes',
      fields: ['Client.scopes'],
      width: 110,
      cell: ({ scopes }) => scopes.join(', '),
      sortBy: ({ scopes }) => scopes.join(', '),
    },
    {
      id: 'state',
      header: 'state',
      fields: ['Client.revokedAt'],
      width: 90,
      cell: row => <Tag tone={stateOf(row)[1]}>{stateOf(row)[0]}</Tag>,
      sortBy: ({ revokedAt }) => revokedAt,
      csv: row => stateOf(row)[0],
    },
    {
      id: 'sources',
      header: 'sources',
      fields: ['Client.applicationInstanceIds'],
      width: 110,
      cell: row => <Text line>{instancesOf(row)}</Text>,
      sortBy: instancesOf,
    },
    {
      id: 'created',
      header: 'created',
      fields: ['Client.createdAt'],
      width: 120,
      cell: ({ createdAt }) => <Time at={createdAt} age />,
      sortBy: ({ createdAt }) => createdAt,
    },
    {
      id: 'used',
      header: 'last token',
      fields: ['Client.lastUsedAt'],
      width: 120,
      cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? 'never' : <Time at={lastUsedAt} age />),
      sortBy: ({ lastUsedAt }) => lastUsedAt,
      csv: ({ lastUsedAt }) => lastUsedAt ?? 'never',
    },
    {
      id: 'action',
      header: 'action',
      width: 90,
      cell: client =>
        client.revokedAt === undefined &&
        !client.isOwn && (
          <Button look="quiet" onClick={() => onRevoke(client)}>
            Revoke
          </Button>
        ),
    },
  ];
}

function stateOf({ revokedAt, isOwn }: Client): readonly [string, Tone] {
  if (revokedAt !== undefined) return ['revoked', 'bad'];
  return isOwn ? ['this session', 'info'] : ['active', 'good'];
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, apiQuery, useApi } from '../../api/api.ts';
import { Button } from '../../components/controls/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Time } from '../../components/text/time.tsx';
import styles from './administration.module.css';
import { ConfirmDialog } from './confirm-dialog.tsx';

type SigningKey = Schemas['SigningKey'];

/** The keys that sign access tokens. */
export function SigningKeys(): ReactNode {
  const query = useApi('get', '/v1/signing-keys');
  const client = useQueryClient();
  const [isRotating, setRotating] = useState(false);
  return (
    <Panel title="Keys that sign access tokens" actions={<Button onClick={() => setRotating(true)}>Rotate …</Button>}>
      <QueryView query={query} awaited="the keys">
        {({ items }) => (
          <DataTable label="Signing keys" columns={columns} rows={items} keyOf={({ kid }) => kid} height="rows" />
        )}
      </QueryView>
      <p className={styles.about}>
        Rotate them when somebody may have seen a backup or a key. Clients notice nothing of it.
      </p>
      {isRotating && (
        <ConfirmDialog
          title="Rotate the keys"
          description="A new key is used after some minutes, when all processes know it. Tokens of the keys before it are accepted until the last of them has expired. It concerns every tenant of this deployment."
          action="Rotate"
          doing="Rotating …"
          failure="The keys were not rotated"
          onConfirm={() => api.POST('/v1/signing-keys')}
          onDone={() => void client.invalidateQueries({ queryKey: apiQuery('get', '/v1/signing-keys').queryKey })}
          onClose={() => setRotating(false)}
        />
      )}
    </Panel>
  );
}

const columns: readonly DataColumn<SigningKey>[] = [
  {
    id: 'kid',
    isKey: true,
    header: 'key',
    fields: ['SigningKey.kid'],
    width: 300,
    cell: ({ kid }) => <code>{kid}</code>,
    sortBy: ({ kid }) => kid,
  },
  {
    id: 'state',
    header: 'state',
    fields: ['SigningKey.signs'],
    width: 110,
    cell: key => <Tag tone={stateOf(key)[1]}>{stateOf(key)[0]}</Tag>,
    sortBy: ({ signsFrom }) => signsFrom,
    csv: key => stateOf(key)[0],
  },
  {
    id: 'from',
    header: 'signs from',
    fields: ['SigningKey.signsFrom'],
    width: 190,
    cell: ({ signsFrom }) => <Time at={signsFrom} />,
    sortBy: ({ signsFrom }) => signsFrom,
  },
  {
    id: 'until',
    header: 'accepted until',
    fields: ['SigningKey.retiresAt'],
    width: 190,
    cell: ({ retiresAt }) => (retiresAt === undefined ? 'it is replaced' : <Time at={retiresAt} />),
    sortBy: ({ retiresAt }) => retiresAt,
    csv: ({ retiresAt }) => retiresAt ?? 'it is replaced',
  },
];

function stateOf({ signs, retiresAt }: SigningKey): readonly [string, Tone] {
  if (signs) return ['signs', 'good'];
  return retiresAt === undefined ? ['signs soon', 'info'] : ['former', 'neutral'];
}

import type { ReactNode } from 'react';
import { Panel } from '../../components/layout/page.tsx';
import { SqlList } from '../../objects/sql-list.tsx';
import type { Relation } from './relations.ts';

export function Relations({
  id,
  relations,
}: {
  readonly id: string;
  readonly relations: readonly Relation[];
}): ReactNode {
  return relations.map(({ title, sql, fields, empty }) => (
    <Panel key={title} title={title}>
      <SqlList label={title} sql={sql} parameters={{ id }} fields={fields} empty={empty} />
    </Panel>
  ));
}

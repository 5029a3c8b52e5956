// What sources refuse to change, said before somebody asks for it.
import type { ReactNode } from 'react';
import { useApi } from '../api/api.ts';
import { Text } from '../components/text/text.tsx';
import { may } from '../session/session.ts';
import type { Operation } from './operations.ts';

export interface Refusal {
  readonly sourceId: string;
  readonly reason: string;
}

const mostReasons = 3;

/**
 * @returns `refusals`: source (by both of its names) and operation, as "<source> <operation>" → why the source refuses it. What a source
 * can do is absent, as all is while that is not known.
 */
export function useRefusals(wanted: readonly Operation[]): {
  readonly refusals: ReadonlyMap<string, Refusal>;
  readonly isAwaited: boolean;
} {
  const { data, isLoading } = useApi('get', '/v1/capabilities', {}, { enabled: may('annotate') });
  const refused = (data?.items ?? []).flatMap(({ sourceId, applicationInstanceId, operations }) =>
    wanted.flatMap(each => {
      const known = operations.find(({ operation }) => operation === each);
      if (known?.supported && known.code === undefined) return [];
      const refusal = { sourceId, reason: known?.reason ?? 'its connector cannot do this' };
      return [sourceId, applicationInstanceId].map(source => [`${source} ${each}`, refusal] as const);
    }),
  );
  return { refusals: new Map(refused), isAwaited: isLoading };
}

/** "help-desk cannot be changed here (its configuration does not allow changes)." @param refusals one for each account, absent for those that can be changed */
export function RefusalReasons({ refusals }: { readonly refusals: readonly (Refusal | undefined)[] }): ReactNode {
  const reasons = new Map(refusals.flatMap(each => (each ? [[each.sourceId, each.reason] as const] : [])));
  return (
    <>
      {[...reasons].slice(0, mostReasons).map(([sourceId, reason]) => (
        <span key={sourceId}>
          <Text>{sourceId}</Text> cannot be changed here ({reason}).{' '}
        </span>
      ))}
      {reasons.size > mostReasons && `The same holds for ${(reasons.size - mostReasons).toLocaleString()} more. `}
    </>
  );
}

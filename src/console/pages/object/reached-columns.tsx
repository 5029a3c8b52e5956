// The columns of lists of access.
import type { Schemas } from '../../../../clients/typescript/index.ts';
import type { DataColumn } from '../../components/table/data-table.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { knownType } from '../../objects/object-types.ts';

export type ReachedObject = Schemas['ReachedObject'];

/** @param sourceName names an application instance */
export function reachedColumns(sourceName: (applicationInstanceId: string) => string): DataColumn<ReachedObject>[] {
  return [
    {
      id: 'object',
      isKey: true,
      header: 'object',
      width: 200,
      cell: row => <ObjectLink type={row.objectType} id={row.objectId} name={row.objectName} />,
      sortBy: row => row.objectName,
    },
    {
      id: 'type',
      header: 'type',
      width: 130,
      cell: row => knownType(row.objectType)?.one,
      sortBy: row => row.objectType,
    },
    ...accessColumns<ReachedObject>(sourceName),
  ];
}

/** What the lists from both ends of access have in common. */
interface Access {
  readonly applicationInstanceId: string;
  readonly permissions: readonly string[];
  readonly hops: number;
}

/** The source of the listed object or account, its permissions, and its distance. @param sourceName names an application instance */
export function accessColumns<Row extends Access>(
  sourceName: (applicationInstanceId: string) => string,
): DataColumn<Row>[] {
  return [
    {
      id: 'source',
      isKey: true,
      header: 'source',
      width: 110,
      cell: row => <Text line>{sourceName(row.applicationInstanceId)}</Text>,
      sortBy: row => sourceName(row.applicationInstanceId),
    },
    {
      id: 'permissions',
      header: 'permissions',
      cell: row => row.permissions.join(', '),
      sortBy: row => row.permissions.join(),
    },
    {
      id: 'hops',
      header: 'steps',
      about: 'Steps of the shortest path; 1 is direct',
      width: 80,
      align: 'end',
      cell: row => <Count>{row.hops}</Count>,
      sortBy: row => row.hops,
    },
  ];
}

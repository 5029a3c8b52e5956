// The columns of lists of access.
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import type { DataColumn } from '../../components/table/data-table.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { knownType } from '../../objects/object-types.ts';
import { type Since, SinceText, sinceCsv } from '../../objects/since.tsx';
import { type Through, ThroughText, throughWords } from '../../objects/through.tsx';

export type ReachedObject = Schemas['ReachedObject'];

interface AccessWords<Row> {
  /** Names an application instance. */
  readonly sourceName: (applicationInstanceId: string) => string;
  /** The ends of the access, as the address of the page of access has them. */
  readonly endsOf: (row: Row) => { readonly from: string; readonly to: string };
}

export function reachedColumns<Row extends ReachedObject>(words: AccessWords<Row>): DataColumn<Row>[] {
  return [
    {
      id: 'object',
      isKey: true,
      header: 'name',
      fields: ['ReachedObject.objectName'],
      width: 200,
      cell: row => <ObjectLink type={row.objectType} id={row.objectId} name={row.objectName} />,
      csv: row => row.objectName || row.objectId,
      sortBy: row => row.objectName,
    },
    {
      id: 'type',
      header: 'type',
      fields: ['ReachedObject.objectType'],
      width: 150,
      cell: row => knownType(row.objectType)?.one,
      sortBy: row => knownType(row.objectType)?.one,
    },
    ...accessColumns(words),
  ];
}

/** What the lists from both ends of access have in common. */
interface Access {
  readonly applicationInstanceId: string;
  readonly permissions: readonly string[];
  readonly hops: number;
  readonly since?: Since;
  readonly through?: Through;
}

/** The source of the listed object or account, its permissions, through what it exists, its age and its distance. */
export function accessColumns<Row extends Access>({ sourceName, endsOf }: AccessWords<Row>): DataColumn<Row>[] {
  return [
    {
      id: 'source',
      isKey: true,
      header: 'source',
      fields: ['ReachedObject.applicationInstanceId'],
      width: 110,
      cell: row => <Text line>{sourceName(row.applicationInstanceId)}</Text>,
      sortBy: row => sourceName(row.applicationInstanceId),
    },
    {
      id: 'permissions',
      header: 'permissions',
      fields: ['ReachedObject.permissions'],
      cell: row => row.permissions.join(', '),
      sortBy: row => row.permissions.join(', '),
    },
    {
      id: 'through',
      isKey: true,
      header: 'through',
      fields: ['ReachedObject.through'],
      width: 180,
      cell: row => <ThroughText through={row.through} />,
      csv: row => throughWords(row.through),
      sortBy: row => throughWords(row.through),
    },
    {
      id: 'since',
      header: 'since',
      fields: ['ReachedObject.since'],
      width: 130,
      cell: row => <SinceText since={row.since} form="cell" />,
      sortBy: row => row.since?.at,
      csv: row => sinceCsv(row.since),
    },
    {
      id: 'hops',
      header: 'steps',
      fields: ['ReachedObject.hops'],
      width: 80,
      align: 'end',
      cell: row => (
        <Link to="/access" search={endsOf(row)} title="Show the paths, and since when each step exists">
          <Count>{row.hops}</Count>
        </Link>
      ),
      sortBy: row => row.hops,
    },
  ];
}

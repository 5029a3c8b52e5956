// Security events: who sends and who gets them, how far they are, and what each received event started.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api, useApi } from '../../api/api.ts';
import type { FieldPath } from '../../api/fields.ts';
import { pollMs } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useObjectNames } from '../../objects/object-names.ts';

type Streams = Schemas['SignalStreams'];
type Transmitter = Streams['transmitters'][number];
type Receiver = Streams['receivers'][number];
type Signal = Schemas['Signal'];

const pageSize = 100;

export function Signals(): ReactNode {
  const streams = useApi('get', '/v1/signal-streams', {}, { refetchInterval: pollMs });
  return (
    <>
      <QueryView query={streams} awaited="the transmitters and receivers">
        {({ transmitters, receivers }) =>
          transmitters.length + receivers.length === 0 ? (
            <EmptyState title="No security events are sent or received">
              Name transmitters and receivers under <code>signals</code> in <code>rolecall.yaml</code>. An identity
              provider then says at once when an account was disabled or a session revoked.
            </EmptyState>
          ) : (
            <>
              <Parties
                title="Who sends events to this service"
                label="Transmitters"
                columns={transmitterColumns}
                rows={transmitters}
                empty="No transmitter is configured"
              />
              <Parties
                title="Who gets events of this service"
                label="Receivers"
                columns={receiverColumns}
                rows={receivers}
                empty="No receiver is configured"
              />
            </>
          )
        }
      </QueryView>
      <Received />
    </>
  );
}

/** Those at one end of the events, as the interface lists them. */
type Party = 'transmitters' | 'receivers';

const delivery = <Row extends { readonly delivery: 'push' | 'poll' }>(
  words: Readonly<Record<'push' | 'poll', string>>,
  party: Party,
): DataColumn<Row> => ({
  id: 'delivery',
  header: 'delivery',
  fields: [`SignalStreams.${party}.delivery`],
  width: 120,
  cell: row => words[row.delivery],
  sortBy: row => words[row.delivery],
});

/** Columns that both tables have. */
const nameColumn = <Row extends { readonly name: string }>(party: Party): DataColumn<Row> => ({
  id: 'name',
  header: 'name',
  fields: [`SignalStreams.${party}.name`],
  isKey: true,
  width: 120,
  cell: row => <Text line>{row.name}</Text>,
  sortBy: row => row.name,
});

const countColumn = <Row,>(
  field: FieldPath,
  header: string,
  countOf: (row: Row) => number,
  about?: string,
): DataColumn<Row> => ({
  id: field.split('.').at(-1)!,
  header,
  about,
  fields: [field],
  width: 90,
  align: 'end',
  cell: row => <Count>{countOf(row)}</Count>,
  sortBy: countOf,
});

const lastColumn = <Row,>(
  field: FieldPath,
  header: string,
  atOf: (row: Row) => string | undefined,
): DataColumn<Row> => ({
  id: 'last',
  header,
  fields: [field],
  width: 120,
  cell: row => {
    const at = atOf(row);
    return at === undefined ? <Unknown /> : <Time at={at} age />;
  },
  sortBy: atOf,
});

const transmitterColumns: readonly DataColumn<Transmitter>[] = [
  nameColumn('transmitters'),
  {
    id: 'source',
    header: 'about accounts of',
    fields: ['SignalStreams.transmitters.sourceId'],
    isKey: true,
    width: 150,
    cell: row => (
      <Link to="/sources/$sourceId" params={{ sourceId: row.sourceId }}>
        <Text line>{row.sourceId}</Text>
      </Link>
    ),
    sortBy: row => row.sourceId,
  },
  {
    id: 'state',
    header: 'state',
    fields: ['SignalStreams.transmitters.streamStatus', 'SignalStreams.transmitters.verifiedAt'],
    width: 140,
    csv: row => [transmitterState(row)[0], row.error].filter(Boolean).join(' '),
    cell: row => <TransmitterState transmitter={row} />,
  },
  delivery({ push: 'it sends', poll: 'this service asks' }, 'transmitters'),
  countColumn('SignalStreams.transmitters.events', 'events', row => row.events, 'Events of the last 90 days'),
  lastColumn('SignalStreams.transmitters.lastEventAt', 'last event', row => row.lastEventAt),
  {
    id: 'issuer',
    header: 'issuer',
    fields: ['SignalStreams.transmitters.issuer'],
    width: 220,
    cell: row => <Text line>{row.issuer}</Text>,
    sortBy: row => row.issuer,
  },
];

/** What is known of the stream; of one that is neither polled nor managed, whether events come. */
function transmitterState(transmitter: Transmitter): readonly [string, Tone] {
  const { error, failures, streamStatus, verifiedAt, events } = transmitter;
  if (error !== undefined) return [`failed ${failures.toLocaleString()} times`, 'bad'];
  if (verifiedAt !== undefined) return ['verified', 'good'];
  if (streamStatus !== undefined) return [streamStatus, streamStatus === 'enabled' ? 'good' : 'warning'];
  return events > 0 ? ['events come', 'good'] : ['no event yet', 'neutral'];
}

function TransmitterState({ transmitter }: { readonly transmitter: Transmitter }): ReactNode {
  const [words, tone] = transmitterState(transmitter);
  return (
    <>
      <Tag tone={tone}>{words}</Tag> {transmitter.error !== undefined && <Text line>{transmitter.error}</Text>}
    </>
  );
}

const occasionsOf = ({ occasions }: Receiver) => occasions.map(occasion => occasion.replaceAll('-', ' ')).join(', ');

const receiverColumns: readonly DataColumn<Receiver>[] = [
  nameColumn('receivers'),
  countColumn('SignalStreams.receivers.waiting', 'waiting', row => row.waiting),
  countColumn('SignalStreams.receivers.delivered', 'delivered', row => row.delivered),
  countColumn('SignalStreams.receivers.abandoned', 'given up', row => row.abandoned),
  lastColumn('SignalStreams.receivers.lastDeliveredAt', 'last delivery', row => row.lastDeliveredAt),
  delivery({ push: 'sent', poll: 'it asks' }, 'receivers'),
  {
    id: 'occasions',
    header: 'is told of',
    fields: ['SignalStreams.receivers.occasions'],
    width: 220,
    cell: row => <Text line>{occasionsOf(row)}</Text>,
    sortBy: row => occasionsOf(row),
  },
  {
    id: 'sources',
    header: 'sources',
    fields: ['SignalStreams.receivers.sources'],
    width: 120,
    cell: row => (row.sources === undefined ? 'all' : <Text line>{row.sources.join(', ')}</Text>),
    sortBy: row => row.sources?.join(', ') ?? 'all',
  },
  {
    id: 'error',
    header: 'last failure',
    fields: ['SignalStreams.receivers.error'],
    width: 160,
    cell: row => row.error !== undefined && <Text line>{row.error}</Text>,
    sortBy: row => row.error,
  },
];

interface PartiesProps<Row> {
  readonly title: string;
  /** What is listed, read aloud. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly empty: string;
}

/** Those at one end of the events: who sends, or who gets them. */
function Parties<Row extends { readonly name: string }>(props: PartiesProps<Row>): ReactNode {
  const { title, label, columns, rows, empty } = props;
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <DataTable label={label} columns={columns} rows={rows} keyOf={({ name }) => name} height="rows" />
      )}
    </Panel>
  );
}

const statusWords: Readonly<Record<Signal['status'], readonly [words: string, tone: Tone]>> = {
  Received: ['its account is looked for', 'info'],
  Ignored: ['nothing follows', 'neutral'],
  Matched: ['its account is read again', 'info'],
  Unmatched: ['no account found: the source is read early', 'warning'],
  Read: ['read again', 'good'],
};

/** The end of the URI of an event's type: "session revoked". */
const eventWords = (type: string) => type.split(/[/:]/).at(-1)!.replaceAll('-', ' ');

function Received(): ReactNode {
  const query = useInfiniteQuery({
    queryKey: ['signals'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { pageSize, ...(pageParam !== undefined && { pageToken: pageParam }) };
      return (await api.GET('/v1/signals', { params: { query }, signal })).data!;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextPageToken,
    refetchInterval: pollMs,
  });
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const nameOf = useObjectNames(rows.flatMap(({ globalAccountIds }) => globalAccountIds));
  return (
    <Panel
      title="Events that were received"
      actions={
        query.hasNextPage && (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Read more
          </Button>
        )
      }
    >
      <QueryView query={query} awaited="the events">
        {() =>
          rows.length === 0 ? (
            <EmptyState title="No event has come yet" />
          ) : (
            <DataTable
              label="Events"
              columns={eventColumns(nameOf)}
              rows={rows}
              keyOf={({ id }) => id}
              height="rows"
              hasMore={query.hasNextPage}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}

const eventColumns = (nameOf: (id: string) => string | undefined): readonly DataColumn<Signal>[] => [
  {
    id: 'at',
    header: 'received',
    fields: ['Signal.receivedAt'],
    width: 130,
    cell: row => <Time at={row.receivedAt} age />,
    sortBy: row => row.receivedAt,
  },
  {
    id: 'event',
    header: 'event',
    fields: ['Signal.eventType'],
    isKey: true,
    width: 170,
    cell: row => <Text line>{eventWords(row.eventType)}</Text>,
    sortBy: row => eventWords(row.eventType),
  },
  {
    id: 'accounts',
    header: 'about',
    fields: ['Signal.globalAccountIds'],
    isKey: true,
    width: 180,
    csv: row => row.globalAccountIds.map(id => nameOf(id) ?? id).join(', '),
    cell: row =>
      row.globalAccountIds.length === 0 ? (
        <Unknown />
      ) : (
        row.globalAccountIds.map(id => <ObjectLink key={id} type="Account" id={id} name={nameOf(id)} />)
      ),
  },
  {
    id: 'transmitter',
    header: 'from',
    fields: ['Signal.transmitter'],
    width: 110,
    cell: row => <Text line>{row.transmitter}</Text>,
    sortBy: row => row.transmitter,
  },
  {
    id: 'status',
    header: 'what followed',
    fields: ['Signal.status', 'Signal.reason'],
    width: 240,
    csv: row => [statusWords[row.status][0], row.reason].filter(Boolean).join(' '),
    cell: row => <Followed signal={row} />,
    sortBy: row => row.status,
  },
  {
    id: 'run',
    header: 'by',
    fields: ['Signal.runId'],
    width: 90,
    csv: row => row.runId,
    cell: row =>
      row.runId !== undefined && (
        <Link to="/sources/$sourceId" params={{ sourceId: row.sourceId }}>
          the run
        </Link>
      ),
  },
  {
    id: 'version',
    header: 'shown since version',
    fields: ['Signal.version'],
    width: 120,
    align: 'end',
    cell: row => row.version !== undefined && <Count>{row.version}</Count>,
    sortBy: row => row.version,
  },
];

/** What the event led to, or why to nothing. */
function Followed({ signal: { status, reason } }: { readonly signal: Signal }): ReactNode {
  const [words, tone] = statusWords[status];
  return (
    <>
      <Tag tone={tone}>{words}</Tag> {reason !== undefined && <Text line>{reason}</Text>}
    </>
  );
}

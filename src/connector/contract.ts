// The contract between the service and a connector. A connector knows one kind of source system and nothing about the
// service. It yields records with the fields that src/resources declares, and reports what it could not read.
import '../value-problems.ts';
import type { z } from 'zod';
import type { Actions, DeclaredActions } from './actions.ts';

/** One object or relationship as read from the source, in the landable fields of its resource. `id` is always set. */
export type SourceRecord = Record<string, unknown> & { id: string };

/** Data that a read could not see. */
export interface Gap {
  /** `forbidden`: the source refused access. `failed`: the call failed. `unsupported`: the source does not offer the data. */
  readonly reason: 'forbidden' | 'failed' | 'unsupported';
  /** The failing call or file, for example `GET /api/v1/users` or `/etc/shadow`. */
  readonly subject: string;
  readonly message: string;
  /**
   * `objects`: records may be missing, so the read is incomplete and absent records must not count as deleted.
   * `fields`: every record was seen, but some fields were not.
   */
  readonly missing: 'objects' | 'fields';
  /**
   * The objects that may be missing: those of one container, such as the members of a group or the tables of a database. Absent: any
   * object of the type. It is for reads of all objects; a read that is resumed later takes any object as missing.
   */
  readonly within?: Within;
  /** The objects that the gap is not about, because the source was asked for them, such as the enrollments of administrators. */
  readonly except?: Within;
}

/** Objects by a field of their landed form: a text field that has one of these values, or begins with one of these texts. */
export interface Within {
  readonly field: string;
  readonly is?: readonly string[];
  readonly startsWith?: readonly string[];
}

/** A source row that could not be turned into a record. The run continues without it. */
export interface Rejection {
  /** The place: file, line and column, or the source's own id. */
  readonly place: string;
  readonly reasons: readonly string[];
  readonly record?: unknown;
  /**
   * Local id of the object that the row describes: this object keeps its last good form. Absent when it could not be read:
   * the row may describe any object of the type, so none of them is dropped.
   */
  readonly id?: string;
  /** The source itself ignores the row too, so no object is missing because of it. */
  readonly harmless?: boolean;
}

export interface Page {
  readonly records: readonly SourceRecord[];
  /** The origin of the i-th record, for messages about it (for example `users.csv:17`). */
  readonly place?: (index: number) => string;
  /** The position after this page. It is saved with the page, so that a killed extraction resumes here. Absent: cannot resume. */
  readonly cursor?: string;
  readonly gaps?: readonly Gap[];
  readonly rejected?: readonly Rejection[];
  /**
   * The read brings only what changed since `since`: objects that it does not bring are unchanged. The first page decides this for
   * the whole read.
   */
  readonly changesOnly?: boolean;
  /** Local ids of objects that the source has deleted since `since`. An object that the read also brings is not deleted. */
  readonly removed?: readonly string[];
  /**
   * Where the next read of this type can start; the newest page that has one counts. Take it from the source before the first
   * request for records. Otherwise a change during the read is missed for ever.
   */
  readonly next?: string;
}

/**
 * Reads all objects of one type. When the pages end, the read was complete, unless a page reported a gap with missing objects or
 * rejected a row that is not harmless. When an error is thrown, the read has failed. `SourceUnavailable` (`transient.ts`) and
 * errors of the connection are different: the run is tried again later, and the read continues after its last saved cursor.
 */
export interface Read<Client> {
  /** Object or relationship type of the records. */
  readonly lands: string;
  /** Types that must have been read before in the same run. */
  readonly needs?: readonly string[];
  /**
   * Its rows are sent by the system (`ConnectorContext.pushed`). `awaited`: none came for this run, so the type stays as it is, and
   * `pages` is not called. Such a read starts from all that is landed of its type: the rows cannot be asked for again.
   */
  readonly pushed?: 'sent' | 'awaited';
  /**
   * @param cursor where an interrupted read continues: the cursor of its last saved page; undefined: from the start
   * @param since `next` of the last complete read of this type. The read may then bring only what changed, and says so with
   *   `changesOnly`. Undefined after a change of the settings, when a full read is due, and where nothing is landed. Of a read with
   *   `pushed`: the status of the newest read of this type (`Complete`, `Partial`, …), or undefined where nothing is landed.
   */
  pages(client: Client, cursor: string | undefined, since?: string): AsyncIterable<Page>;
}

/** What a targeted read saw of the objects that it was asked for. */
export interface ObjectsRead extends Pick<Page, 'records' | 'place' | 'gaps' | 'rejected'> {
  /** Of the ids: those of which the source says that there is no such object. An object that is neither here nor in `records` stays as it is. */
  readonly gone: readonly string[];
}

/**
 * Reads some objects of one type again, because something said that they have changed. It says of each what a full read would say.
 * `landedBefore` of the context says what is known of them. Throws like a read.
 * @param ids local ids, at least 1 and at most 100
 */
export type ObjectReader<Client> = (client: Client, ids: readonly string[]) => Promise<ObjectsRead>;

/** An S3-compatible bucket that holds files of a source. */
export interface BucketFolderSettings {
  readonly name: string;
  /** Of the names of the objects, without the slash after it. */
  readonly prefix: string;
  /** Undefined: AWS. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** Undefined, as the secret: found by the AWS SDK. */
  readonly access_key_id?: string | undefined;
  readonly secret_access_key?: string | undefined;
  readonly path_style: boolean;
}

/** The objects below a prefix as a local folder. It has all their names, and the content of those that were fetched. */
export interface BucketFolder {
  readonly folder: string;
  /**
   * Get the content of a file, unless it is here. Its time of modification is that of the object.
   * @param file relative to the folder @throws SourceUnavailable, SourceError
   */
  fetch(file: string): Promise<void>;
  /** Names of objects that cannot be files. */
  readonly ignored: readonly string[];
  close(): Promise<void>;
}

/** Rows that a system has sent to a source, as one read. */
export interface PushedRows {
  /** Whether objects that it does not bring are gone. Otherwise only what is sent has changed. */
  readonly isComplete: boolean;
  readonly names: readonly string[];
  readonly batches: number;
  /** The rows of one name in a batch, values of JSON as `parseExactly` gives them. @param batch from 1 */
  rows(name: string, batch: number): Promise<readonly unknown[]>;
}

/** Rows that a source takes from systems that send them. */
export interface TakenRows {
  readonly name: string;
  /** The types that are made of them. */
  readonly types: readonly string[];
  /** Names of rows that have to come in the same push, because the same types are made of them, or values are looked up in them. */
  readonly needs: readonly string[];
  /** Why they come only in complete pushes, as a clause; undefined: changes may come, too. */
  readonly onlyComplete?: string;
}

/** What a connector gets for a run. */
export interface ConnectorContext {
  readonly sourceId: string;
  readonly applicationInstanceId: string;
  /** Folder of the configuration file; relative paths in settings start here. */
  readonly baseFolder: string;
  readonly signal: AbortSignal;
  /**
   * Values of one field that former runs of the source landed, by the objects' local ids: of the objects with the given ids, or of
   * all. For a field that cannot be read at the moment, so that it keeps its value, and to see what has changed. Absent where nothing
   * is landed, as in a check.
   */
  readonly landedBefore?: (
    type: string,
    field: string,
    ids?: readonly string[],
  ) => Promise<ReadonlyMap<string, unknown>>;
  /** Opens files of the source in a bucket. Absent where sources are only tried. Throws SourceUnavailable, SourceError. */
  readonly openBucketFolder?: (settings: BucketFolderSettings) => Promise<BucketFolder>;
  /** The push that the run lands; undefined: none has come. */
  readonly pushed?: PushedRows;
  /**
   * How long ago the run began, in milliseconds; it is long when this client continues a run that another one has begun. What changed since
   * then may be missing in the pages that were read before. Absent: the run begins now.
   */
  readonly runAgeMs?: number;
  /** Whether the source is opened for changes: then its requests go before those of reads. */
  readonly isForChange?: boolean;
  /** Gets what each answer of the source says of its limits. The kit in `http/` calls it. */
  readonly onAnswer?: (answer: AnswerOfSource) => void;
  /** Of a client for changes: what the source has stated to the newest run, until the client gets answers of its own. The kit in `http/` keeps to it. */
  readonly statedLimits?: readonly Required<AnswerOfSource>[];
  /** Watches the HTTP requests of the source, or makes them fail. The kit in `http/` passes each of its requests to it. */
  readonly http?: HttpProbe;
}

/** An answer that counts against a limit of the source. */
export interface AnswerOfSource {
  /** Scheme, host and port of the server: each has limits of its own. */
  readonly origin: string;
  /** Name of the limit; empty where the server has one for all requests. */
  readonly limit: string;
  /** What the answer states; absent: nothing. */
  readonly stated?: RequestLimit;
}

/** A problem with a source's settings or reachability, found without landing anything. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** File, line and column, setting, or call. */
  readonly place: string;
  readonly message: string;
  /** The remedy. */
  readonly fix?: string;
}

/** A new source that is made from an exported file: the files of its folder. */
export interface SourceDraft {
  /** Path in the folder → text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Path in the folder → the file to copy there. */
  readonly copies: ReadonlyMap<string, string>;
  /** Path in the folder of the file that the operator should review. */
  readonly main: string;
  /** Where the content of the main file comes from. */
  readonly origin: string;
  /** What somebody should confirm, because the names of the columns do not say it; absent where nothing was chosen by values. */
  readonly chosenByValues?: readonly FieldByValues[];
}

/** A field, and the column that fills it because its values fit. */
export interface FieldByValues {
  readonly field: string;
  readonly column: string;
}

/** A column of a file, with the texts of its first rows. */
export interface FileColumn {
  readonly name: string;
  /** The same rows for all columns; empty where the cell is. */
  readonly values: readonly string[];
  /** What all texts of the column are; undefined when they are of none of these kinds, or too few. */
  readonly looksLike: 'address' | 'date' | 'flag' | 'id' | 'name' | 'state' | undefined;
}

export interface DraftOptions {
  /** What to call the source. */
  readonly name: string;
  /** Name of the example to use; undefined: the example that fits, or a guess. */
  readonly example: string | undefined;
  /** Folder of the examples. */
  readonly examples: string;
}

export interface ApiDraftOptions {
  /** What to call the source. */
  readonly name: string;
  /** Headers of the requests, which may hold credentials: a draft never contains them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly context: Pick<ConnectorContext, 'applicationInstanceId' | 'signal' | 'baseFolder'>;
}

/** A new source that is made from the address of a list, with its settings beside `folder`. */
export interface ApiDraft extends SourceDraft {
  readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What a check found in one part of a source, for example an entry of a mapping. */
export interface CheckedBlock {
  /** Object or relationship type. */
  readonly type: string;
  /** Where the part is described, for example `config/forge.yaml:4:5`. */
  readonly place: string;
  /** What was read, for example `users.csv`. */
  readonly from: string;
  /** Rows that become records. */
  readonly mapped: number;
  readonly rejected: number;
  /** Rows that the mapping leaves out on purpose. */
  readonly leftOut: number;
  /** Rows that repeat a record, where the mapping allows it. */
  readonly repeated: number;
  /** The first records. */
  readonly records: readonly SourceRecord[];
}

/** Receives what a check finds besides problems. A connector that counts nothing may ignore it. */
export interface CheckWatch {
  /** How many records of each part to show. */
  readonly shown: number;
  /** Why the service would reject a record; empty when it would land it. */
  judge(type: string, record: SourceRecord): readonly string[];
  block(block: CheckedBlock): void;
}

/**
 * What a connector reads of some types, for docs/reference/connectors.md. `reads` may depend on the opened client, and this may not.
 */
export interface DeclaredReads {
  /** Object and relationship types. */
  readonly types: readonly string[];
  /** Whether a later read can bring only what has changed. */
  readonly incremental: boolean;
  /** The least rights in the source that reading needs. */
  readonly rights: string;
}

export interface Connector<Settings extends z.ZodType = z.ZodType, Client = unknown> {
  /** Name in `rolecall.yaml`, for example `host`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Settings of a source. Fields with `.meta({ secret: true })` are masked everywhere. */
  readonly settings: Settings;
  /** Every type that a source of this connector can have, each once. */
  readonly declares?: readonly DeclaredReads[];
  /** Open what the reads need. Throws a {@link SourceError} that names the problem and the remedy. */
  open(settings: z.output<Settings>, context: ConnectorContext): Promise<Client>;
  close?(client: Client): Promise<void>;
  /** Find all problems of the source without landing anything. */
  check(client: Client, watch?: CheckWatch): Promise<readonly Problem[]>;
  /** The rows that systems may send to a source. Throws like `open`. Absent: sources of this connector take none. */
  readonly takes?: (
    settings: z.output<Settings>,
    context: Pick<ConnectorContext, 'baseFolder'>,
  ) => Promise<readonly TakenRows[]>;
  /** Make a source from an exported file. Its only setting is `folder`. Absent: sources of this connector are not files. */
  readonly draft?: (file: string, options: DraftOptions) => Promise<SourceDraft>;
  /** The columns of a file in the folder of a draft, read as its description says. Throws like `open`. */
  readonly columnsOfFile?: (folder: string, file: string) => Promise<readonly FileColumn[]>;
  /** Make a source from the address of a list of an API. Absent: sources of this connector are no such lists. */
  readonly draftFromApi?: (address: string, options: ApiDraftOptions) => Promise<ApiDraft>;
  /** The reads of this source. They may depend on the opened client, for example on its mapping. */
  reads(client: Client): readonly Read<Client>[];
  /** Type → how single objects of it are read again. Where it is absent, everything is read instead. */
  readonly readObjects?: Readonly<Partial<Record<string, ObjectReader<Client>>>>;
  /** What sources of this connector can change, each operation once. Absent: nothing. */
  readonly declaresActions?: readonly DeclaredActions[];
  /** What one source can change, of `declaresActions`, where it depends on the source. Throws like `open`. Absent: all of it. */
  readonly offers?: (
    settings: z.output<Settings>,
    context: Pick<ConnectorContext, 'baseFolder'>,
  ) => Promise<readonly DeclaredActions[]>;
  /** The declared operations of an opened source. Without `writes: true` in `rolecall.yaml` they are never called. */
  readonly actions?: Actions<Client>;
  /** How many clients may be open to change different objects at the same time. Default: 1. */
  readonly changesAtOnce?: number;
  /**
   * How many different objects may be changed at the same time with one client. Default: 1. With more, the service calls `expand`,
   * `observe`, `apply` or `restore` for all of them at about the same time, so that a connector can join their reads, or send the next
   * request before the answer to the former has come.
   */
  readonly changesPerClient?: number;
}

/**
 * Declare a connector. The service passes settings and clients from one of its functions to the next and never looks inside, so
 * both types are erased.
 */
export function defineConnector<Settings extends z.ZodType, Client>(connector: Connector<Settings, Client>): Connector {
  return Object.freeze(connector) as unknown as Connector;
}

/** A source cannot be read at all. The message is for the operator: it names the place and the remedy. */
export class SourceError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(
      problems
        .map(problem => `${problem.place}: ${problem.message}${problem.fix ? ` (${problem.fix})` : ''}`)
        .join('\n'),
    );
    this.name = 'SourceError';
    this.problems = problems;
  }
}

/** An HTTP request to a source and its answer, for whoever observes them: the recording for support and the conformance suite. */
export interface HttpExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Absent when no complete answer came; then `error` says why. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly error?: string;
  readonly elapsedMs: number;
}

export interface HttpProbe {
  /** Called before each request, retries included. An error that it throws counts as one of the connection. */
  before?(request: { readonly method: string; readonly url: string }): void;
  /** Called with each exchange, which holds credentials: redact it before it is kept. */
  after?(exchange: HttpExchange): void;
  /** Retry without delay. */
  readonly retriesAtOnce?: boolean;
}

/** What an answer says about the requests that are left. */
export interface RequestLimit {
  readonly remaining: number;
  /** Requests that the limit allows between two resets; undefined: the answer does not say. */
  readonly allowed?: number | undefined;
  /** Milliseconds until the limit is reset. */
  readonly resetMs: number;
}

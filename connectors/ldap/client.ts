// An opened directory: a session that has signed in, what the server is, and where the reads begin.
import type { ConnectorContext, Gap } from '../../src/connector/contract.ts';
import type { DnKey } from './directory/dn.ts';
import type { EntityIndex } from './directory/entity-index.ts';
import type { IdScheme } from './directory/ids.ts';
import type { ServerPosition } from './directory/positions.ts';
import type { ServerFacts } from './directory/server.ts';
import type { RawEntry, Result } from './protocol/messages.ts';
import type { LdapSession } from './protocol/session.ts';
import type { LdapSettings } from './settings.ts';

export interface LdapClient {
  readonly settings: LdapSettings;
  readonly session: LdapSession;
  readonly server: ServerFacts;
  /** As the settings or the server wrote it. */
  readonly base: string;
  readonly baseKey: DnKey;
  readonly ids: IdScheme;
  /** `S-1-5-21-…`; Active Directory only. */
  readonly domainSid: string | undefined;
  readonly joined: JoinedReads;
  readonly index: EntityIndex;
  /** Names of the departments that are in the index. */
  readonly departmentNames: Map<DnKey, string>;
  /** The kinds of entities that are in the index as a whole. */
  readonly indexed: Set<string>;
  /** When the run began to read. */
  readonly now: Date;
  readonly landedBefore: ConnectorContext['landedBefore'];
  /** The state of the server when the run began; undefined: it cannot tell what changes after it. */
  readonly serverPosition: ServerPosition | undefined;
  /** Undefined where the server has no built-in ones. Read once. */
  readonly administrators: () => Promise<Administrators | undefined>;
  /** From where the next run can read only what changed (`Page.next`). */
  readonly position: () => Promise<string | undefined>;
}

/** Who administers a domain of Active Directory. */
export interface Administrators {
  /** @param primaryGroupId relative id of the account's primary group, whose members `member` does not list */
  has(key: DnKey, primaryGroupId: number | undefined): boolean;
  /** Differs when the administrators differ. */
  readonly digest: string;
}

/** Reads for changes. What is asked at about the same time becomes one search. */
export interface JoinedReads {
  /** The entry with a local id. `gap`: why there may be one although none is found. */
  entryById(id: string, attributes: readonly string[]): Promise<{ entry: RawEntry | undefined; gap: Gap | undefined }>;
  /** Whether the entry with a local id surely has none of the attributes (directory/hidden.ts). */
  lacks(id: string, attributes: readonly string[]): Promise<boolean>;
  /** The entry with a DN, as `readEntry` gives it. */
  entryNamed(dn: string, attributes: readonly string[]): Promise<{ entry: RawEntry | undefined; result: Result }>;
}

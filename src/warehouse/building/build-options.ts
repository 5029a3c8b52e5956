// What a build is made from, and what comes of it.
import type { PersonSettings } from '../../config/person-settings.ts';
import type { Finding } from '../../state/findings.ts';
import type { FoundGaps } from '../../state/versions.ts';
import type { FolderFacts } from '../../storage/storage.ts';
import type { Choice, JudgeOptions } from './judge.ts';
import type { Acceptance } from './risks/find-risks.ts';
import type { RiskOptions } from './risks/risk-options.ts';

export interface BuildOptions extends JudgeOptions {
  /** The folder to build in; it does not exist yet. */
  readonly folder: string;
  readonly version: number;
  /** The folder of the version in service, to read what it says. It stays in place during the build. */
  readonly previous?: string;
  /**
   * Where the tables of the steps stay for the next build (working/working-tables.ts), on the file system of the folder to build in; by
   * default they are in memory.
   */
  readonly workingFolder?: string;
  /** Compute and write everything, and take over no file of the previous version. */
  readonly isFull?: boolean;
  /** The fewest rows that are worth keeping: with fewer, everything is computed. By default 20,000. */
  readonly fewestUnchangedRows?: number;
  /** With fewer landed rows, the database that stays in the process computes them; by default 2,000. */
  readonly mostStandingRows?: number;
  /** When the data of the version were made; default: now. */
  readonly generatedAt?: Date;
  /** The application instance of the service itself. */
  readonly serviceInstance: string;
  readonly risks: RiskOptions;
  readonly persons: PersonSettings;
  /** Violations that clients have accepted. */
  readonly acceptances: readonly Acceptance[];
  /** Sources that were held back before → since when. */
  readonly heldBackSince: ReadonlyMap<string, Date>;
  /** How long changes between versions are kept. */
  readonly keepChangesMs: number;
  readonly threads: number;
  readonly memoryBytes: number;
  /** The memory for writing tables, as long as it is enough; by default 512 MiB to 1 GiB, according to their rows. */
  readonly writingBytes?: number;
  /** The minimum number of rows of a part; by default {@link defaultPartRows}. */
  readonly partRows?: number;
  /** The minimum number of rows of a lookup file; by default {@link defaultLookupRows}. */
  readonly lookupRows?: number;
  /** Called before each step; for the step `islands` with how many sources are computed. An error that it throws ends the build. */
  progress(step: string, computed?: { readonly computed: number; readonly of: number }): void;
  /** Called before work begins again and takes longer, because of the version in service or the standing database. */
  restart(error: Error): void;
}

export interface BuildOutcome {
  /** The folder of the finished version; undefined when the whole version is held back. */
  readonly folder: string | undefined;
  /** The files of the version, as the manifest lists them. */
  readonly files?: FolderFacts;
  readonly findings: readonly Finding[];
  /** The gaps that the build found in the newest reads. */
  readonly found: readonly FoundGaps[];
  /** Sources that are held back, and why: the version is made from their last good data. */
  readonly heldBack: Choice['heldBack'];
  /** Application instances whose rows were not computed, because no change can have reached them. */
  readonly unchangedInstances: ReadonlySet<string>;
  /**
   * The working tables that were made, and `violations.found` when all violations were decided on anew; undefined when no working tables
   * of a former build could have been used.
   */
  readonly madeTables?: ReadonlySet<string>;
}

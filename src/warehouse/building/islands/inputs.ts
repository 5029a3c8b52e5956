// Digests of what the rows of a version are made from. Equal digests mean equal rows.
import fs from 'node:fs';
import path from 'node:path';
import type { PersonSettings } from '../../../config/person-settings.ts';
import { resources } from '../../../resources/registry.ts';
import { wholeRead } from '../../../state/landed-chains.ts';
import { type DuckDB, literal } from '../../duckdb.ts';
import { confirmingRun, dataDateOf } from '../../landing/data-date.ts';
import type { LocalChain } from '../../landing/landed.ts';
import { digestOf, landedOf } from '../../landing/landed-digest.ts';
import { enrichmentVersion, sqlFiles } from '../../sql-files.ts';
import { gapsOf } from '../ledger-gaps.ts';
import type { Acceptance } from '../risks/find-risks.ts';
import type { RiskOptions } from '../risks/risk-options.ts';
import { hashKind } from '../rows/row-hash.ts';

/** Folders with the program that makes rows; another program may make other rows from the same data and SQL. */
const programFolders = ['src/warehouse', 'src/resources'].map(folder =>
  path.join(import.meta.dirname, '../../../..', folder),
);

let program: string | undefined;

function programDigest(): string {
  program ??= digestOf(programFolders.flatMap(programFiles));
  return program;
}

/** @throws Error when there are none: the digest would be that of any program */
function programFiles(folder: string): [name: string, text: string][] {
  // In the package of a release the program is JavaScript.
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.[jt]s$/.test(name));
  if (names.length === 0) throw new Error(`${folder} holds no program`);
  return names.sort().map(name => [name, fs.readFileSync(path.join(folder, name), 'utf8')]);
}

export interface CommonInputs {
  readonly tenant: string;
  readonly serviceInstance: string;
  readonly risks: RiskOptions;
  readonly persons: PersonSettings;
  readonly memoryBytes: number;
  /** The reads that the version reports on. */
  readonly reported: readonly LocalChain[];
  readonly heldBack: ReadonlyMap<string, unknown>;
}

/** Digest of what concerns the rows of every application instance. */
export async function commonDigest(duckdb: DuckDB, inputs: CommonInputs): Promise<string> {
  const { tenant, serviceInstance, risks, persons, memoryBytes, reported, heldBack } = inputs;
  const sql = ['building/search', 'building/check'].flatMap(sqlFiles).map(({ name, text }) => [name, text]);
  const { rules, ...others } = risks;
  // An account is an orphan only when all employees are known (sql/building/risks/rules/orphaned_account.sql).
  const employees = reported.filter(({ type }) => type === 'Employee');
  const knowsEmployees = employees.every(
    chain => sawEverything(wholeRead(chain).status) && !heldBack.has(chain.sourceId),
  );
  const tuned = rules.map(({ rule, ...settings }) => [rule.name, settings]);
  const [version] = await duckdb.rows<{ engine: string }>('SELECT version() AS engine');
  const kinds = resources.map(resource => [resource.type, hashKind(resource, version!.engine)]);
  const own = [kinds, tenant, serviceInstance, memoryBytes, knowsEmployees];
  return digestOf([programDigest(), enrichmentVersion(), sql, own, tuned, others, persons]);
}

function sawEverything(status: string): boolean {
  return status === 'Complete' || status === 'Unsupported';
}

/**
 * Digest of what the rows of a source's instance are made from: landed files, the status of the newest reads, and dates, because ages are
 * counted in days. So a read that finds nothing new on the same day changes nothing.
 * @param chains those of the source @param reported the reads that the version reports on
 */
export function landedDigest(
  chains: readonly LocalChain[],
  reported: readonly LocalChain[],
  isHeldBack: boolean,
): string {
  const described = (chain: LocalChain) => [
    ...[chain.type, wholeRead(chain).status, dataDateOf(chain), confirmingRun(chain)?.unconfirmed],
    // The objects that a gap is not about decide what a rule can say.
    gapsOf(chain).filter(({ except }) => except),
    landedOf(chain),
  ];
  return digestOf([isHeldBack, chains.map(described), reported.map(described)]);
}

/**
 * Application instance → digest of where the authentication keys lead that its rows name. With the landed rows it decides all fields of
 * the model (sql/building/model/015_federation.sql).
 */
export async function federationDigests(duckdb: DuckDB): Promise<Map<string, string>> {
  const rows = await duckdb.rows<{ instance: string; digest: string }>(
    `SELECT instance::VARCHAR AS instance, md5(string_agg(concat(key, map_extract_value(getvariable('federations'), key)), '\n' ORDER BY key))
       AS digest
     FROM model.federation_keys GROUP BY ALL`,
  );
  return new Map(rows.map(({ instance, digest }) => [instance, digest]));
}

/**
 * Application instance → digest of the accepted violations that it has in a version.
 * @param table the violations of the version
 */
export async function acceptanceDigests(
  duckdb: DuckDB,
  table: string,
  acceptances: readonly Acceptance[],
  now: Date,
): Promise<Map<string, string>> {
  const active = acceptances.filter(({ until }) => until > now);
  if (active.length === 0) return new Map();
  const rows = await duckdb.rows<{ instance: string; violation: string }>(
    `SELECT "objectMetadata"."ApplicationInstanceId"::VARCHAR AS instance, "globalId"::VARCHAR AS violation FROM ${table}
     WHERE "globalId" IN (${active.map(({ violation }) => `${literal(violation)}::UUID`).join(', ')}) ORDER BY violation`,
  );
  const byViolation = Map.groupBy(active, ({ violation }) => violation.toLowerCase());
  return new Map(
    [...Map.groupBy(rows, ({ instance }) => instance)].map(([instance, own]) => {
      const said = own.map(({ violation }) =>
        (byViolation.get(violation) ?? []).map(({ reason, until }) => [violation, reason, until.toISOString()]).sort(),
      );
      return [instance, digestOf(said)];
    }),
  );
}

// Watches for versions that other processes publish or remove.
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { versionFingerprints } from '../state/versions.ts';
import { StorageCorrupt, StorageMissing } from '../storage/storage.ts';
import type { VersionCatalogue } from '../warehouse/version/catalogue.ts';
import { compareFiles } from '../warehouse/version/damage.ts';

/** Short enough that a new version is in service within a second, not counting its download. */
const lookEveryMs = 400;

const remedy = '`rolecall doctor --rebuild --publish` makes a new version';

/**
 * Open the versions in service. Where one is damaged, the newest one before it that can be opened is served, or none, so that the
 * process can make a new one. The content of all files is compared with the manifest meanwhile.
 */
export async function openVersions(
  tenants: ReadonlyMap<string, { readonly catalogue: VersionCatalogue }>,
  log: Logger,
): Promise<void> {
  const open = async (tenant: string, catalogue: VersionCatalogue) => {
    await catalogue.refresh().catch(error => {
      if (!(error instanceof StorageCorrupt || error instanceof StorageMissing)) throw error;
      const former = catalogue.current();
      const instead = former ? `version ${former.number} is served instead` : 'nothing is served';
      log.error({ tenant, err: error }, `the newest version is damaged, ${instead}; ${remedy}`);
    });
    const current = catalogue.current();
    if (!current) return;
    compareFiles(current.folder).then(
      problems => {
        if (problems.length > 0)
          log.error({ tenant, version: current.number, problems }, `files are damaged; ${remedy}`);
      },
      error => log.warn({ tenant, err: error }, 'files of the version in service were not compared with its manifest'),
    );
  };
  await Promise.all([...tenants].map(([tenant, { catalogue }]) => open(tenant, catalogue)));
}

export interface VersionWatch {
  stop(): void;
}

export function watchVersions(
  database: Database,
  catalogues: ReadonlyMap<string, { readonly catalogue: VersionCatalogue }>,
  log: Logger,
): VersionWatch {
  const seen = new Map<string, string>();
  const failing = new Set<string>();
  let looking = false;

  async function look(): Promise<void> {
    const fingerprints = await versionFingerprints(database);
    await Promise.all(
      [...catalogues].map(async ([tenant, { catalogue }]) => {
        const fingerprint = fingerprints.get(tenant) ?? '';
        if (seen.get(tenant) === fingerprint) return;
        try {
          await catalogue.refresh();
          seen.set(tenant, fingerprint);
          failing.delete(tenant);
        } catch (error) {
          // Logged once, retried at each interval.
          if (!failing.has(tenant))
            log.error({ tenant, err: error }, 'new version not opened; the former version stays in service');
          failing.add(tenant);
        }
      }),
    );
  }

  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    // Ignored: while the state database is unavailable, no version can be published either.
    look()
      .catch(() => {})
      .finally(() => {
        looking = false;
      });
  }, lookEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}

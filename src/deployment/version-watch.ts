// Watches for versions that other processes publish or remove.
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { versionFingerprints } from '../state/versions.ts';
import { StorageCorrupt } from '../storage/storage.ts';
import type { VersionCatalogue } from '../warehouse/version/catalogue.ts';

/** Short enough that a new version is in service within a second, not counting its download. */
const lookEveryMs = 400;

/** Open the versions in service. A damaged one leaves its tenant without a version, so that the process can make a new one. */
export async function openVersions(
  tenants: ReadonlyMap<string, { readonly catalogue: VersionCatalogue }>,
  log: Logger,
): Promise<void> {
  const open = async (tenant: string, catalogue: VersionCatalogue) => {
    await catalogue.refresh().catch(error => {
      if (!(error instanceof StorageCorrupt)) throw error;
      log.error(
        { tenant, err: error },
        'the version in service is damaged; `rolecall doctor --rebuild --publish` replaces it',
      );
    });
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

// What exports may use, from the configuration.
import type { Config } from '../config/config-file.ts';
import type { ExporterSettings } from '../exports/exporter.ts';
import type { Share } from '../sandbox/memory-shares.ts';

/** @param places `folder`: where files are written; `scratch`: where processes spill */
export function exportSettings(
  { export: configured }: Config,
  share: Share,
  places: Pick<ExporterSettings, 'folder' | 'scratch' | 'complain'>,
): ExporterSettings {
  return {
    processes: share.count,
    timeMs: configured.time,
    memoryBytes: share.memoryBytes,
    ...places,
  };
}

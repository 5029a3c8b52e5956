// The configuration of the deployment that `crashing-service.ts` opens.
import fs from 'node:fs';
import { testConfig } from './service.ts';

/** @returns the path of the configuration file */
export function writeConfig(folder: string): string {
  const { file } = testConfig(folder, []);
  const settings = {
    data_dir: 'data',
    log_level: 'error',
    rate_limit: { per_minute: 1_000_000, burst: 1_000_000 },
    build: { memory_mb: 512 },
    sources: [{ id: 'app', connector: 'scripted', settings: { script: 'app' } }],
  };
  fs.writeFileSync(file, JSON.stringify(settings));
  return file;
}

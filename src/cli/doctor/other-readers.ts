// Whether other users of the machine can read what they should not: the data directory, and secrets in the configuration file.
import fs from 'node:fs';
import type { Config } from '../../config/config-file.ts';
import { resolveTenants } from '../../deployment/reload.ts';
import { availableConnectors } from '../../deployment/sources/available-connectors.ts';
import { secretsOfSources } from '../../deployment/sources/sources.ts';
import { OperatorError } from '../../errors.ts';
import { secretsOf } from '../../observability/log.ts';
import { shellWord } from '../own-command.ts';
import type { Diagnosis } from './surroundings.ts';

export async function otherReaders(config: Config): Promise<Diagnosis[]> {
  const { data_dir, file } = config;
  const open = (path: string) => (fs.statSync(path).mode & 0o077) !== 0;
  const findings: Diagnosis[] = [];
  if (open(data_dir)) {
    const message = `${data_dir} can be read by others; the next start makes it this user’s alone, or chmod 700 ${shellWord(data_dir)}`;
    findings.push({ what: 'data directory', verdict: 'warning', message });
  }
  if (open(file) && (await holdsSecrets(config))) {
    const message = `${file} holds passwords or keys and can be read by others: chmod 600 ${shellWord(file)}, or take them from the environment`;
    findings.push({ what: 'configuration', verdict: 'warning', message });
  }
  return findings;
}

/** Whether the file itself has secrets: those of `${NAME}` are only in the environment. */
async function holdsSecrets(config: Config): Promise<boolean> {
  const text = fs.readFileSync(config.file, 'utf8');
  const secrets = [...secretsOf(config), ...(await secretsInSources(config))];
  return secrets.some(secret => secret !== '' && text.includes(secret));
}

async function secretsInSources(config: Config): Promise<string[]> {
  try {
    return secretsOfSources(resolveTenants(config, await availableConnectors(config)).values());
  } catch (error) {
    // The check of the sources reports this.
    if (error instanceof OperatorError) return [];
    throw error;
  }
}

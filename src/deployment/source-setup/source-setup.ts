// Checks and adds sources for administrators over the API. An administrator need not be the person who runs the process, so the settings
// may not name variables of its environment.
import fs from 'node:fs';
import path from 'node:path';
import type { SourceSetup } from '../../api/sources/source-setup.ts';
import { type NewSource, withSourceAdded } from '../../config/add-source.ts';
import { type Config, parseConfig, type TenantConfig } from '../../config/config-file.ts';
import type { Connector } from '../../connector/contract.ts';
import { OperatorError, ServiceError } from '../../errors.ts';
import { unfinishedPrefix, writeDurably } from '../../storage/durable.ts';
import { resolveSources } from '../sources/sources.ts';
import { checkSource } from './check-source.ts';
import { createUploads } from './uploads.ts';

export interface SourceSetupOptions {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  /** The tenants as they are configured now. */
  tenantsNow(): readonly TenantConfig[];
  /** Folder for uploaded files that are looked at. */
  readonly scratch: string;
  /** Take up the changed configuration file. */
  reload(): Promise<unknown>;
}

/** Rows of each type that a check shows. */
const shownRows = 5;
const placeholder = /\$\{[A-Za-z_]/;

export function createSourceSetup({
  config,
  connectors,
  scratch,
  tenantsNow,
  reload,
}: SourceSetupOptions): SourceSetup {
  /** The last change of the file. The next one waits for it. */
  let adding: Promise<unknown> = Promise.resolve();

  function parsed(text: string, tenant: string, source: NewSource): { config: Config; tenant: TenantConfig } {
    const next = parseConfig(text, config.file, {});
    const found = next.tenants.find(({ name }) => name === tenant);
    if (!found?.sources.some(({ id }) => id === source.id)) throw new OperatorError('the source is not in the file');
    return { config: next, tenant: found };
  }

  async function add(tenant: string, source: NewSource): Promise<void> {
    refusePlaceholders(source.settings);
    const known = tenantsNow().flatMap(({ sources }) => sources.map(({ id }) => id));
    if (known.includes(source.id)) {
      throw new ServiceError('NAME_CONFLICT', `sourceId: there is a source \`${source.id}\` already`);
    }
    const text = readConfiguration(config.file);
    const changed = withSourceAdded(text, source, /^tenants:/m.test(text) ? tenant : undefined);
    if (changed === undefined) {
      const message = `the sources in ${path.basename(config.file)} are not written as a list with one source to a line; add the source there by hand`;
      throw new ServiceError('NOT_IMPLEMENTED', message);
    }
    asBadRequest(() => resolveSources(parsed(changed, tenant, source).tenant, connectors));
    replaceFile(config.file, changed);
    try {
      await reload();
    } catch (error) {
      // With a wrong file, the service could not start again, so the former text is put back.
      replaceFile(config.file, text);
      throw error;
    }
  }

  const setup: Pick<SourceSetup, 'check' | 'add'> = {
    async check(tenant, source) {
      refusePlaceholders(source.settings);
      // As the file would be read, with the defaults of a source.
      const alone = JSON.stringify({ tenant, sources: [source] });
      const next = asBadRequest(() => parsed(alone, tenant, source));
      return checkSource({ ...next.config, folder: config.folder }, next.tenant, source.id, shownRows, { connectors });
    },
    add(tenant, source) {
      const added = adding.then(() => add(tenant, source));
      adding = added.catch(() => {});
      return added;
    },
  };
  return { connectors, ...setup, ...createUploads({ config, connectors, setup, scratch, tenantsNow }) };
}

/** @throws ServiceError NOT_IMPLEMENTED when this deployment has no file of its own */
function readConfiguration(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `sources are written into the configuration file, and ${path.basename(file)} cannot be read`;
    throw new ServiceError('NOT_IMPLEMENTED', message, { cause });
  }
}

/** @throws ServiceError BAD_REQUEST when a setting names a variable: its value would be sent to where the settings say */
function refusePlaceholders(settings: unknown): void {
  if (!placeholder.test(JSON.stringify(settings))) return;
  throw new ServiceError(
    'BAD_REQUEST',
    'settings: a value holds `${…}`, which stands for a variable of the environment. Only the configuration file may name variables',
  );
}

/** Report a problem of the configuration as a problem of the request. */
function asBadRequest<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof OperatorError) throw new ServiceError('BAD_REQUEST', error.message, { cause: error });
    throw error;
  }
}

/** The new text holds secrets, so only this user may read it. A reader finds the old file or the new one. */
function replaceFile(file: string, text: string): void {
  const unfinished = path.join(path.dirname(file), `${unfinishedPrefix}${path.basename(file)}`);
  writeDurably(unfinished, text);
  fs.renameSync(unfinished, file);
}

// Checks a source without landing anything: what is wrong with it, and what it would bring.
import path from 'node:path';
import { openBucketFolder } from '../../../pipelines/extract/bucket-folder.ts';
import type { Config, TenantConfig } from '../../config/config-file.ts';
import type { BucketFolderSettings } from '../../connector/contract.ts';
import { type Connector, type Problem, SourceError } from '../../connector/contract.ts';
import { isTransient } from '../../connector/transient.ts';
import { OperatorError } from '../../errors.ts';
import { within } from '../../time-limit.ts';
import { preview, type TypePreview, watchCheck } from '../../warehouse/landing/preview.ts';
import { availableConnectors } from '../sources/available-connectors.ts';
import { resolveSources } from '../sources/sources.ts';
import { usualCheckSeconds } from './check-limit.ts';

export interface CheckedSource {
  readonly problems: readonly Problem[];
  /** One for each part of the source: for each type, or for each entry of a mapping. */
  readonly previews: readonly TypePreview[];
}

export interface CheckOptions {
  /** Connectors instead of those that are shipped and configured. */
  readonly connectors?: readonly Connector[];
  /** Default: `usualCheckSeconds`. */
  readonly withinSeconds?: number;
}

/**
 * All problems of one source, and its first rows. Whatever goes wrong with the source is one of the problems, and so is a check that
 * does not end in time: some servers accept a connection and never answer.
 * @param rows records to show of each part of the source
 */
export async function checkSource(
  config: Config,
  tenant: TenantConfig,
  id: string,
  rows: number,
  { connectors: given, withinSeconds = usualCheckSeconds }: CheckOptions = {},
): Promise<CheckedSource> {
  const connectors = given ?? (await availableConnectors(config));
  const late = new AbortController();
  const place = `source ${id}`;
  const message = `the check has not ended within ${withinSeconds} seconds: the source does not answer, or is too slow`;
  const fix =
    'check its address in the settings and its load; `--timeout SECONDS` of `rolecall sources check` waits longer';
  try {
    const checked = checkResolved(config, tenant, id, rows, connectors, late.signal);
    return await within(withinSeconds * 1000, checked, message);
  } catch (error) {
    if ((error as Error).message === message)
      return { problems: [{ severity: 'error', place, message, fix }], previews: [] };
    return { problems: problemsOf(error, config, tenant, id), previews: [] };
  } finally {
    late.abort();
  }
}

async function checkResolved(
  config: Config,
  tenant: TenantConfig,
  id: string,
  rows: number,
  connectors: readonly Connector[],
  signal: AbortSignal,
): Promise<CheckedSource> {
  // Another source with a mistake in its settings must not keep this one from being checked.
  const own = { ...tenant, sources: tenant.sources.filter(source => source.id === id) };
  const { connector, settings, config: source } = resolveSources(own, connectors).get(id)!;
  const context = {
    sourceId: id,
    applicationInstanceId: source.application_instance_id,
    baseFolder: config.folder,
    signal,
    openBucketFolder: (given: BucketFolderSettings) => openBucketFolder(given, undefined, signal),
  };
  const client = await connector.open(settings, context);
  try {
    const watch = watchCheck(rows);
    const fault = (error: unknown) => problemsOf(error, config, tenant, id);
    const problems = await connector.check(client, watch).catch(fault);
    if (rows === 0 || watch.previews.length > 0) return { problems, previews: rows === 0 ? [] : watch.previews };
    try {
      return { problems, previews: await preview(connector, client, rows, context) };
    } catch (error) {
      return { problems: problems.length > 0 ? problems : fault(error), previews: [] };
    }
  } finally {
    await connector.close?.(client);
  }
}

/** What an error says about a source. An error that is not meant for operators is a fault of the connector. */
function problemsOf(error: unknown, config: Config, tenant: TenantConfig, id: string): readonly Problem[] {
  const { message } = error as Error;
  if (error instanceof SourceError) return error.problems;
  if (error instanceof OperatorError) {
    const place = path.basename(config.file);
    return message.split('\n').map(line => ({ severity: 'error', place, message: line }));
  }
  if (isTransient(error)) {
    const fix = 'check its address in the settings, and that it runs and can be reached from here';
    return [{ severity: 'error', place: 'source', message, fix }];
  }
  const connector = tenant.sources.find(source => source.id === id)?.connector;
  const fix = 'this is a fault of the connector, not of the source: report it';
  return [{ severity: 'error', place: `connector ${connector}`, message: `failed: ${message}`, fix }];
}

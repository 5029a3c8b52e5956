// Opens a source: its description, and what its rows come from.
import { isAbsolute, join } from 'node:path';
import { type ConnectorContext, SourceError } from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import { readConfig } from './description/config.ts';
import { locateConfig, locateData } from './rows/files/folder.ts';
import { withKnownAnswers } from './rows/http/known-answers.ts';
import { type ApiAccess, type ApiSettings, accessOf, openApi } from './rows/http/settings.ts';
import { type DatabaseSettings, openQueriedDatabase } from './rows/sql/settings.ts';

export interface DescribedSourceSettings {
  readonly folder: string;
  readonly http?: ApiSettings | undefined;
  readonly sql?: DatabaseSettings | undefined;
}

/** @throws SourceError that names what is missing or wrong, with the remedy; SourceUnavailable */
export async function openDescribedSource(
  settings: DescribedSourceSettings,
  context: ConnectorContext,
): Promise<OpenedSource> {
  const { folder, http, sql } = settings;
  const { root, configFile } = await locateConfig(isAbsolute(folder) ? folder : join(context.baseFolder, folder));
  const config = await readConfig(root, configFile);
  const data = config.hasFiles ? await locateData(root) : { dataFolder: '', warnings: [] };
  const needsApi = Object.keys(config.requests).length > 0;
  const needsDatabase = Object.keys(config.queries).length > 0;
  if (needsApi && !http) throw missing('http', 'requests', 'http: { url: …, authentication: { … } }');
  if (needsDatabase && !sql) throw missing('sql', 'queries', 'sql: { postgres: { … } }');
  const api = needsApi ? await openAskedApi(accessOf(http!), context) : undefined;
  const database = needsDatabase ? await openQueriedDatabase(sql!, context) : undefined;
  return {
    source: { root, configFile, ...data },
    config,
    signal: context.signal,
    api,
    database,
    close: async () => {
      await Promise.all([api?.close(), database?.close()]);
    },
  };
}

/** A description that ships with the program. */
export interface ShippedDescription {
  readonly root: string;
  /** Relative to the root. */
  readonly configFile: string;
  /** Names of requests that the settings switch off: entries over them and over those below them do not count. */
  readonly leavesOut?: readonly string[];
}

/** @throws SourceError, SourceUnavailable */
export async function openShippedDescription(
  { root, configFile, leavesOut = [] }: ShippedDescription,
  access: ApiAccess,
  context: ConnectorContext,
): Promise<OpenedSource> {
  const config = await readConfig(root, configFile);
  const api = await openAskedApi(access, context);
  const isSent = (name: string | undefined): boolean =>
    name === undefined || (!leavesOut.includes(name) && isSent(config.requests[name]?.parent));
  return {
    isShipped: true,
    source: { root, configFile, dataFolder: '', warnings: [] },
    config: {
      ...config,
      // Several sources may read deployments of the same system.
      application: { ...config.application, key: new URL(access.url).host },
      entries: config.entries.filter(({ rows }) => rows.kind !== 'request' || isSent(rows.name)),
    },
    signal: context.signal,
    api,
    close: api.close,
  };
}

async function openAskedApi(access: ApiAccess, context: ConnectorContext) {
  const client = await openApi(access, context);
  const base = `${access.url.replace(/\/$/, '')}/`;
  return { api: withKnownAnswers(client), base, close: () => client.close() };
}

function missing(setting: string, section: string, example: string): SourceError {
  const fix = `add \`${example}\` to the settings of the source`;
  const message = `is missing, and the description has ${section}`;
  return new SourceError([{ severity: 'error', place: `settings.${setting}`, message, fix }]);
}

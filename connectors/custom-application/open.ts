// Opens a source: its description, and what its rows come from.
import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { BucketFolderSettings } from '../../src/connector/contract.ts';
import { type ConnectorContext, type Problem, SourceError } from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import { readConfig } from './description/config.ts';
import { locateConfig, locateData, type SourceFolder } from './rows/files/folder.ts';
import { withKnownAnswers } from './rows/http/known-answers.ts';
import { type ApiAccess, type ApiSettings, accessOf, openApi } from './rows/http/settings.ts';
import { type DatabaseSettings, openQueriedDatabase } from './rows/sql/settings.ts';

export interface DescribedSourceSettings {
  readonly folder: string;
  readonly bucket?: BucketFolderSettings | undefined;
  readonly http?: ApiSettings | undefined;
  readonly sql?: DatabaseSettings | undefined;
}

/** @throws SourceError that names what is missing or wrong, with the remedy; SourceUnavailable */
export async function openDescribedSource(
  settings: DescribedSourceSettings,
  context: ConnectorContext,
): Promise<OpenedSource> {
  const { folder, http, sql } = settings;
  const { root, configFile, config } = await readDescription(folder, context);
  const files = config.hasFiles && !context.isForChange ? await openFiles(root, settings, context) : noFiles;
  const hasRequests = Object.keys(config.requests).length > 0;
  const needsApi = hasRequests || Object.keys(config.operations).length > 0;
  const needsDatabase = Object.keys(config.queries).length > 0;
  if (needsApi && !http)
    throw missing('http', hasRequests ? 'requests' : 'operations', 'http: { url: …, authentication: { … } }');
  if (needsDatabase && !sql) throw missing('sql', 'queries', 'sql: { postgres: { … } }');
  const api = needsApi ? await openAskedApi(accessOf(http!), context) : undefined;
  const database = needsDatabase ? await openQueriedDatabase(sql!, context) : undefined;
  return {
    source: { ...files.source, configFile },
    config,
    signal: context.signal,
    api,
    database,
    pushed: context.pushed,
    close: async () => {
      await Promise.all([api?.close(), database?.close(), files.close()]);
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

interface OpenedFiles {
  readonly source: Omit<SourceFolder, 'configFile'>;
  close(): Promise<void>;
}

const noFiles: OpenedFiles = { source: { root: '', dataFolder: '', warnings: [] }, close: async () => {} };

/** The files of data: those of the folder, or of a bucket. */
async function openFiles(
  root: string,
  { bucket }: DescribedSourceSettings,
  { openBucketFolder }: ConnectorContext,
): Promise<OpenedFiles> {
  if (!bucket) return { ...noFiles, source: { root, ...(await locateData(root)) } };
  if (!openBucketFolder) {
    const fix = 'try it with `rolecall sources check`, or with files in `folder`';
    throw new SourceError([{ severity: 'error', place: 'settings.bucket', message: 'cannot be read here', fix }]);
  }
  const opened = await openBucketFolder(bucket);
  try {
    const data = await locateData(await realpath(opened.folder), '');
    const ignored = opened.ignored.map(
      (name): Problem => ({ severity: 'warning', place: name, message: 'is no name of a file, so it is not read' }),
    );
    const source = { root: await realpath(opened.folder), ...data, warnings: [...data.warnings, ...ignored] };
    return { source: { ...source, fetch: opened.fetch }, close: opened.close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The description in a folder. @throws SourceError with all of its problems */
export async function readDescription(folder: string, { baseFolder }: Pick<ConnectorContext, 'baseFolder'>) {
  const { root, configFile } = await locateConfig(isAbsolute(folder) ? folder : join(baseFolder, folder));
  return { root, configFile, config: await readConfig(root, configFile) };
}

function missing(setting: string, section: string, example: string): SourceError {
  const fix = `add \`${example}\` to the settings of the source`;
  const message = `is missing, and the description has ${section}`;
  return new SourceError([{ severity: 'error', place: `settings.${setting}`, message, fix }]);
}

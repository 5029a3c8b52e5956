// Opens a source: its description, and what its rows come from.
import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { BucketFolderSettings } from '../../src/connector/contract.ts';
import { type ConnectorContext, type Problem, SourceError } from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import { readConfig } from './description/config.ts';
import { locateConfig, locateData, type SourceFolder } from './rows/files/folder.ts';
import { withKnownAnswers } from './rows/http/known-answers.ts';
import { type ApiSettings, openApi } from './rows/http/settings.ts';
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
  const client = needsApi ? await openApi(http!, context) : undefined;
  const database = needsDatabase ? await openQueriedDatabase(sql!, context) : undefined;
  return {
    source: { ...files.source, configFile },
    config,
    signal: context.signal,
    api: client && { api: withKnownAnswers(client), base: `${http!.url.replace(/\/$/, '')}/` },
    database,
    pushed: context.pushed,
    close: async () => {
      await Promise.all([client?.close(), database?.close(), files.close()]);
    },
  };
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

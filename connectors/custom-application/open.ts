// Opens a source: its description, and what its rows come from.
import { isAbsolute, join } from 'node:path';
import { type ConnectorContext, SourceError } from '../../src/connector/contract.ts';
import type { OpenedSource } from './client.ts';
import { readConfig } from './description/config.ts';
import { locateConfig, locateData } from './rows/files/folder.ts';
import { withKnownAnswers } from './rows/http/known-answers.ts';
import { type ApiSettings, openApi } from './rows/http/settings.ts';

export interface SourceSettings {
  readonly folder: string;
  readonly http?: ApiSettings | undefined;
}

/** @throws SourceError that names what is missing or wrong, with the remedy */
export async function openSource({ folder, http }: SourceSettings, context: ConnectorContext): Promise<OpenedSource> {
  const { root, configFile } = await locateConfig(isAbsolute(folder) ? folder : join(context.baseFolder, folder));
  const config = await readConfig(root, configFile);
  const data = config.hasFiles ? await locateData(root) : { dataFolder: '', warnings: [] };
  const opened = { source: { root, configFile, ...data }, config, signal: context.signal };
  if (Object.keys(config.requests).length === 0) return { ...opened, close: async () => {} };
  if (!http) {
    const fix = 'add `http: { url: …, authentication: { … } }` to the settings of the source';
    const message = 'is missing, and the description has requests';
    throw new SourceError([{ severity: 'error', place: 'settings.http', message, fix }]);
  }
  const client = await openApi(http, context);
  const base = `${http.url.replace(/\/$/, '')}/`;
  return { ...opened, api: { api: withKnownAnswers(client), base }, close: () => client.close() };
}

// Any application: rows of files, of an API or of a database, or rows that it sends, and a description of how they become the objects that the service knows.
import { z } from 'zod';
import { defineConnector } from '../../src/connector/contract.ts';
import { resources } from '../../src/resources/registry.ts';
import { check } from './check.ts';
import type { OpenedSource } from './client.ts';
import { draftFromApi } from './guess/api-draft.ts';
import { columnsOfFile } from './guess/columns.ts';
import { draft } from './guess/draft.ts';
import { openDescribedSource, readDescription } from './open.ts';
import { declaredActions, describedActions, offeredActions } from './operations/actions.ts';
import { declareReads } from './read.ts';
import { sourceBucketSettings } from './rows/files/bucket-settings.ts';
import { apiSettings } from './rows/http/settings.ts';
import { takenRows } from './rows/pushed/taken-rows.ts';
import { databaseSettings } from './rows/sql/settings.ts';

const Settings = z.strictObject({
  folder: z
    .string()
    .min(1)
    .describe('Folder with config/ and rawdata/, relative to the folder of the configuration file'),
  bucket: sourceBucketSettings
    .optional()
    .describe('Bucket whose objects are the files of rawdata/; config/ stays in `folder`'),
  http: apiSettings.optional().describe('The API that the requests of the description go to'),
  sql: databaseSettings.optional().describe('The database that the queries of the description go to'),
});

export const customApplication = defineConnector<typeof Settings, OpenedSource>({
  type: 'custom-application',
  title: 'Custom application',
  description:
    'Rows of files (CSV, JSON, Parquet, XLSX), of an HTTP API or of a database, or rows that the application sends, with a YAML file that maps them to objects of any type.',
  settings: Settings,
  declares: [
    {
      types: resources.filter(({ madeBy }) => madeBy === 'connectors').map(({ type }) => type),
      incremental: true,
      rights: 'reading the files of the folder, the lists of the API or the tables that the description names',
    },
  ],
  open: openDescribedSource,
  close: client => client.close(),
  check,
  takes: async ({ folder }, context) => takenRows((await readDescription(folder, context)).config.entries),
  declaresActions: declaredActions,
  offers: async ({ folder }, context) => offeredActions((await readDescription(folder, context)).config.operations),
  actions: describedActions,
  draft,
  columnsOfFile,
  draftFromApi,
  reads: declareReads,
});

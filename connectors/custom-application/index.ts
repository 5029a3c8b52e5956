// Any application that can be exported as CSV files: a folder with the exports and a mapping of their columns to the
// fields that the service knows.
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { defineConnector } from '../../src/connector/contract.ts';
import { resources } from '../../src/resources/registry.ts';
import { check } from './check.ts';
import type { OpenedSource } from './client.ts';
import { readConfig } from './description/config.ts';
import { draft } from './guess/draft.ts';
import { declareReads } from './read.ts';
import { locate } from './rows/files/folder.ts';

const Settings = z.strictObject({
  folder: z
    .string()
    .min(1)
    .describe('Folder with config/ and rawdata/, relative to the folder of the configuration file'),
});

export const customApplication = defineConnector<typeof Settings, OpenedSource>({
  type: 'custom-application',
  title: 'Custom application',
  description: 'CSV files in a folder, with a YAML file that maps their columns to the fields of any object type.',
  settings: Settings,
  declares: [
    {
      types: resources.filter(({ madeBy }) => madeBy === 'connectors').map(({ type }) => type),
      incremental: false,
      rights: 'reading the files of the folder',
    },
  ],
  async open({ folder }, { baseFolder, signal }) {
    const source = await locate(isAbsolute(folder) ? folder : join(baseFolder, folder));
    return { source, config: await readConfig(source.root, source.configFile), signal };
  },
  check,
  draft,
  reads: declareReads,
});

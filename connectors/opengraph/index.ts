// Graphs in BloodHound's OpenGraph form, as files: what collectors for other systems than Active Directory write.
import { type ConnectorContext, defineConnector } from '../../src/connector/contract.ts';
import { openFileSet } from '../../src/connector/files/file-set.ts';
import { type ImportedLists, problemsOfLists, readsOfLists } from '../../src/connector/files/imported-lists.ts';
import { readGraph } from './graph.ts';
import { graphTypes, listsOfGraph } from './records.ts';
import { type OpengraphSettings, opengraphSettings } from './settings.ts';

const fileMegabytes = 256;

export const opengraph = defineConnector<typeof opengraphSettings, ImportedLists>({
  type: 'opengraph',
  title: 'BloodHound OpenGraph',
  description:
    'Accounts, groups, roles, resources and the edges between them, from graphs that collectors write for BloodHound.',
  settings: opengraphSettings,
  declares: [{ types: graphTypes, incremental: false, rights: 'reading the files of the graph' }],
  open: openGraph,
  check: async client => problemsOfLists(client),
  reads: () => readsOfLists(graphTypes),
});

async function openGraph(settings: OpengraphSettings, context: ConnectorContext): Promise<ImportedLists> {
  const { baseFolder, signal, sourceId } = context;
  const set = await openFileSet(settings.path, {
    setting: 'path',
    baseFolder,
    endings: ['.json'],
    fileMegabytes,
    signal,
  });
  try {
    return listsOfGraph(await readGraph(set.files), settings, sourceId);
  } finally {
    await set.close();
  }
}

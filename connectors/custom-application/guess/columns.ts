// The columns of a file of a source with their first values, read as the description says, for who corrects the description.
import { join } from 'node:path';
import type { FileColumn } from '../../../src/connector/contract.ts';
import { readConfig } from '../description/config.ts';
import { locateConfig } from '../rows/files/folder.ts';
import { formatOfFile } from '../rows/files/format.ts';
import { listOfFile, sampleOfValues } from './json-sample.ts';
import { type Sample, sampleOf } from './sample.ts';
import { kindOfValues } from './values.ts';

/** Values that are shown of each column. */
const shown = 3;

/**
 * @param folder with the description and the file
 * @returns of a format without columns that can be guessed: none
 * @throws SourceError when the description is wrong, or the error of the system with its `code`
 */
export async function columnsOfFile(folder: string, file: string): Promise<readonly FileColumn[]> {
  const { root, configFile } = await locateConfig(folder);
  const options = (await readConfig(root, configFile)).optionsOf(file);
  const format = formatOfFile(file, options);
  const place = join(root, 'rawdata', file);
  const sample =
    format === 'csv'
      ? await sampleOf(place, options)
      : format === 'json' || format === 'json-lines'
        ? sampleOfValues((await listOfFile(place, format)).rows).sample
        : undefined;
  return sample === undefined ? [] : columnsIn(sample);
}

const columnsIn = ({ columns }: Sample): FileColumn[] =>
  columns
    .filter(({ name }) => name !== '')
    .map(column => ({ name: column.name, values: column.cells.slice(0, shown), looksLike: kindOfValues(column) }));

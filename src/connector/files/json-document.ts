// Files of JSON that are in memory as a whole.
import { parseExactly } from '../exact-json.ts';
import { type ImportFile, refuseImport } from './file-set.ts';

const mostBytes = 256 * 1024 * 1024;

/** The text of a file. It may begin with a byte-order mark. @throws SourceError for a file that is too large or is not UTF-8 */
export async function importedText(file: ImportFile): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file.read()) {
    length += chunk.length;
    if (length > mostBytes) refuseImport(file.name, `has more than ${mostBytes} bytes`, 'divide it into several files');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuseImport(file.name, 'is not UTF-8', 'save it as UTF-8');
  }
}

/** @throws SourceError for a file that is no JSON. The message never quotes the file, which may hold secrets */
export async function importedJson(file: ImportFile): Promise<unknown> {
  const text = await importedText(file);
  try {
    return parseExactly(text);
  } catch {
    return refuseImport(file.name, 'is not JSON', 'copy or make the file again: it may have been cut off');
  }
}

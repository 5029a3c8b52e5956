// The folder of a source that is made from a file: its description, and the file.
import fs from 'node:fs';
import path from 'node:path';
import type { SourceDraft } from '../../connector/contract.ts';
import { OperatorError } from '../../errors.ts';

/** Descriptions of known exports, whose columns a file may have. */
export const exampleMappings = path.join(import.meta.dirname, '../../../examples/mappings');

/** @param target folder to fill; none of the files may be there @throws OperatorError when it cannot be written */
export function writeDraft(target: string, { texts, copies }: Pick<SourceDraft, 'texts' | 'copies'>): void {
  const place = (file: string) => {
    const absolute = path.join(target, file);
    fs.mkdirSync(path.dirname(absolute), { recursive: true });
    return absolute;
  };
  try {
    for (const [file, text] of texts) fs.writeFileSync(place(file), text, { flag: 'wx' });
    for (const [file, from] of copies) fs.copyFileSync(from, place(file), fs.constants.COPYFILE_EXCL);
  } catch (cause) {
    throw new OperatorError(`${target}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

// Reads a command's SQL from an argument, a file or standard input, without changing a byte.
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { OperatorError } from '../../errors.ts';

/** `sql`: the text itself. `file`: a path, or `-` for standard input. Neither: standard input. */
export interface SqlSource {
  readonly sql?: string | undefined;
  readonly file?: string | undefined;
}

/** @throws OperatorError when both are given, or the file cannot be read or is not UTF-8 */
export async function readSql({ sql, file }: SqlSource): Promise<string> {
  if (sql !== undefined && file !== undefined) throw new OperatorError('give SQL or a file, not both');
  if (sql !== undefined) return sql;
  if (file !== undefined && file !== '-') return readTextFile(file);
  return textOf(await buffer(process.stdin), 'standard input');
}

/** @throws OperatorError when the file cannot be read or is not UTF-8 */
export function readTextFile(file: string): string {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch (cause) {
    throw new OperatorError(`${file}: ${whyUnreadable((cause as NodeJS.ErrnoException).code)}`, { cause });
  }
  return textOf(bytes, file);
}

function whyUnreadable(code: string | undefined): string {
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
}

function textOf(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) throw new OperatorError(`${name}: is not UTF-8 text`);
  return bytes.toString('utf8');
}

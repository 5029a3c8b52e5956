// The lines of sshd_config(5) and its included files, each with the Match blocks that it is in. What the lines mean for an account
// is decided in account-settings.ts.
import { posix } from 'node:path';
import { pathsLike } from '../files/glob.ts';
import { readLines } from '../files/lines.ts';
import { placeOf } from '../files/places.ts';
import type { Root } from '../files/root.ts';
import { type Findings, noFindings } from '../findings.ts';
import { maxSettingsFileBytes, maxSshdFiles, maxSshdIncludeDepth } from '../limits.ts';

export interface SshdLine {
  /** In lower case. */
  readonly keyword: string;
  readonly values: readonly string[];
  readonly place: string;
  /** The words of each Match line that the line depends on; all must match. Empty: the line is for all connections. */
  readonly conditions: readonly (readonly string[])[];
}

export interface SshdConfig {
  /** The file that sshd reads first. */
  readonly path: string;
  /** False: the machine has no sshd_config, so the values are sshd's defaults. */
  readonly isConfigured: boolean;
  /** In the order in which sshd reads them. */
  readonly lines: readonly SshdLine[];
  readonly findings: Findings;
}

interface Scan {
  readonly root: Root;
  readonly findings: Findings;
  readonly lines: SshdLine[];
  files: number;
}

/** @param path The first file; undefined: where sshd looks. */
export async function readSshdConfig(root: Root, path?: string): Promise<SshdConfig> {
  const scan: Scan = { root, findings: noFindings(), lines: [], files: 0 };
  return scanConfig(scan, path ?? (await placeOf(root, '/etc/ssh/sshd_config')));
}

async function scanConfig(scan: Scan, path: string): Promise<SshdConfig> {
  const lines = await scanFile(scan, path, [], 0);
  return { path, isConfigured: lines > 0, lines: scan.lines, findings: scan.findings };
}

/**
 * A Match block ends at the end of its file, and an included file is in the block of its Include line.
 * @returns how many lines there were.
 */
async function scanFile(scan: Scan, path: string, outer: SshdLine['conditions'], depth: number): Promise<number> {
  if (++scan.files > maxSshdFiles || depth > maxSshdIncludeDepth) {
    const message = `Includes go deeper than ${maxSshdIncludeDepth} or pull in more than ${maxSshdFiles} files`;
    // One is enough: files that include each other would report it for every file.
    if (scan.files <= maxSshdFiles + 1) scan.findings.troubles.push({ reason: 'failed', subject: path, message });
    return 0;
  }
  const lines = await readLines(scan.root, path, maxSettingsFileBytes, scan.findings);
  let conditions = outer;
  for (const { number, text } of lines) {
    const [keyword = '', ...values] = wordsOf(text);
    const name = keyword.toLowerCase();
    if (name === '' || values.length === 0) continue;
    if (name === 'match') conditions = [...outer, values];
    else if (name === 'include') {
      for (const pattern of values) {
        const included = posix.resolve('/etc/ssh', pattern);
        for (const file of await pathsLike(scan.root, included, maxSshdFiles, scan.findings.troubles)) {
          if (scan.files <= maxSshdFiles) await scanFile(scan, file, conditions, depth + 1);
        }
      }
    } else scan.lines.push({ keyword: name, values, place: `${path}:${number}`, conditions });
  }
  return lines.length;
}

/** `Keyword value`, `Keyword=value` and quoted values; `#` at the start of a word starts a comment. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:"[^"]*"|[^\s"])+/g)) {
    if (word.startsWith('#')) break;
    words.push(word.replaceAll('"', ''));
  }
  const [first = '', ...rest] = words;
  const assignment = /^([^=]+)=(.*)$/.exec(first);
  if (assignment) return [assignment[1]!, ...(assignment[2] ? [assignment[2]] : []), ...rest];
  if (rest[0] === '=') return [first, ...rest.slice(1)];
  return rest[0]?.startsWith('=') ? [first, rest[0].slice(1), ...rest.slice(1)] : words;
}

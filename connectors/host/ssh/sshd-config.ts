// sshd_config(5): the paths of authorized keys and the allowed ways to log in. Only settings for all connections are used. A Match
// block is reported when it would change the paths of keys.
import { posix } from 'node:path';
import { readLines } from '../files/lines.ts';
import { isTrouble, listFolder, type Root } from '../files/root.ts';
import { type Findings, noFindings } from '../findings.ts';
import { maxSettingsFileBytes, maxSshdFiles, maxSshdIncludeDepth } from '../limits.ts';

export interface SshdConfig {
  /** False: the machine has no sshd_config, so the values are sshd's defaults. */
  readonly isConfigured: boolean;
  /** Patterns with %u, %h, %U and %%; relative ones start at the home folder. */
  readonly authorizedKeysFiles: readonly string[];
  readonly passwordAuthentication: boolean;
  readonly pubkeyAuthentication: boolean;
  /** Without PAM, sshd itself refuses accounts whose password is locked by `!`, also for logins with keys. */
  readonly usePam: boolean;
  readonly permitRootLogin: string;
  readonly findings: Findings;
}

interface Scan {
  readonly root: Root;
  readonly findings: Findings;
  /** First value wins (sshd_config(5)). */
  readonly values: Map<string, string[]>;
  files: number;
}

export const sshdConfigPath = '/etc/ssh/sshd_config';

export async function readSshdConfig(root: Root): Promise<SshdConfig> {
  const scan: Scan = { root, findings: noFindings(), values: new Map(), files: 0 };
  const lines = await scanFile(scan, sshdConfigPath, 0);
  if (scan.values.has('authorizedkeyscommand') && scan.values.get('authorizedkeyscommand')![0] !== 'none') {
    const message = 'AuthorizedKeysCommand: keys that the command would print cannot be read from files';
    scan.findings.troubles.push({ reason: 'unsupported', subject: sshdConfigPath, message, harmless: true });
  }
  const isYes = (name: string, otherwise: boolean) => {
    const value = scan.values.get(name)?.[0]?.toLowerCase();
    return value === undefined ? otherwise : value === 'yes';
  };
  const files = scan.values.get('authorizedkeysfile') ?? ['.ssh/authorized_keys', '.ssh/authorized_keys2'];
  return {
    isConfigured: lines > 0,
    authorizedKeysFiles: files.filter(file => file.toLowerCase() !== 'none'),
    passwordAuthentication: isYes('passwordauthentication', true),
    pubkeyAuthentication: isYes('pubkeyauthentication', true),
    usePam: isYes('usepam', lines === 0),
    permitRootLogin: scan.values.get('permitrootlogin')?.[0]?.toLowerCase() ?? 'prohibit-password',
    findings: scan.findings,
  };
}

/** @returns how many lines there were. */
async function scanFile(scan: Scan, path: string, depth: number): Promise<number> {
  if (++scan.files > maxSshdFiles || depth > maxSshdIncludeDepth) {
    const message = `Includes go deeper than ${maxSshdIncludeDepth} or pull in more than ${maxSshdFiles} files`;
    scan.findings.troubles.push({ reason: 'failed', subject: path, message });
    return 0;
  }
  const lines = await readLines(scan.root, path, maxSettingsFileBytes, scan.findings);
  let isConditional = false;
  for (const { number, text } of lines) {
    const [keyword = '', ...values] = wordsOf(text);
    const name = keyword.toLowerCase();
    if (name === '') continue;
    if (name === 'match') isConditional = values[0]?.toLowerCase() !== 'all';
    else if (name === 'include' && !isConditional) {
      for (const pattern of values) await includeAll(scan, pattern, depth);
    } else if (isConditional) {
      if (name !== 'authorizedkeysfile') continue;
      const message = 'AuthorizedKeysFile in a Match block: keys in these files are not read';
      scan.findings.troubles.push({ reason: 'unsupported', subject: `${path}:${number}`, message, harmless: true });
    } else if (!scan.values.has(name) && values.length > 0) scan.values.set(name, values);
  }
  return lines.length;
}

/** glob(7) in the last part of the path, as in `Include /etc/ssh/sshd_config.d/*.conf`. */
async function includeAll(scan: Scan, pattern: string, depth: number): Promise<void> {
  const path = posix.resolve('/etc/ssh', pattern);
  const folder = posix.dirname(path);
  if (!/[*?]/.test(path)) {
    await scanFile(scan, path, depth + 1);
    return;
  }
  const names = await listFolder(scan.root, folder);
  if (!names) return;
  if (isTrouble(names)) {
    scan.findings.troubles.push(names);
    return;
  }
  for (const name of names.content) {
    if (posix.matchesGlob(name, posix.basename(path))) await scanFile(scan, posix.join(folder, name), depth + 1);
  }
}

/** `Keyword value`, `Keyword=value` and quoted values; `#` starts a comment. */
function wordsOf(text: string): string[] {
  const words = text.match(/"[^"]*"|#.*|[^\s"#][^\s"]*/g) ?? [];
  const end = words.findIndex(word => word.startsWith('#'));
  const kept = (end === -1 ? words : words.slice(0, end)).map(word => word.replace(/^"(.*)"$/, '$1'));
  const [first = '', ...rest] = kept;
  const assignment = /^([^=]+)=(.*)$/.exec(first);
  if (assignment) return [assignment[1]!, ...(assignment[2] ? [assignment[2]] : []), ...rest];
  return rest[0] === '=' ? [first, ...rest.slice(1)] : kept;
}

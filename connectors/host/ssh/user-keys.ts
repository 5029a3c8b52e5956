// Which keys log in as which account, from the files of sshd's AuthorizedKeysFile.

import { readLines } from '../files/lines.ts';
import type { Root } from '../files/root.ts';
import { type Findings, noFindings } from '../findings.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { maxKeyFileBytes } from '../limits.ts';
import { type AuthorizedKey, parseAuthorizedKeys } from './authorized-keys.ts';

/** A key that logs in as one account, with all its lines. */
export interface UserKey {
  readonly owner: LoginAccount;
  /** At least one; several lines may have the same key with other options. */
  readonly lines: readonly AuthorizedKey[];
}

export interface UserKeys {
  readonly keys: readonly UserKey[];
  readonly findings: Findings;
  keysOf(account: LoginAccount): readonly UserKey[];
}

export async function readUserKeys(
  root: Root,
  accounts: readonly LoginAccount[],
  patterns: readonly string[],
): Promise<UserKeys> {
  const findings = noFindings();
  const byOwner = new Map<LoginAccount, UserKey[]>();
  // Accounts may share a home folder. Its file is read, and its problems are reported, once.
  const byPath = new Map<string, AuthorizedKey[]>();
  for (const owner of accounts) {
    const lines: AuthorizedKey[] = [];
    for (const path of new Set(patterns.map(pattern => keyFilePath(pattern, owner)))) {
      if (path === undefined) continue;
      if (!byPath.has(path)) {
        const text = await readLines(root, path, maxKeyFileBytes, findings);
        byPath.set(path, parseAuthorizedKeys(path, text, findings));
      }
      lines.push(...byPath.get(path)!);
    }
    if (lines.length === 0) continue;
    // The same key as a login key and as a certificate authority gives two different powers, so these are two keys.
    const grouped = Map.groupBy(lines, line => `${line.options.isCertAuthority} ${line.key.fingerprint}`);
    byOwner.set(
      owner,
      [...grouped.values()].map(group => ({ owner, lines: group })),
    );
  }
  return { keys: [...byOwner.values()].flat(), findings, keysOf: account => byOwner.get(account) ?? [] };
}

/** sshd_config(5), TOKENS: %% %h %U %u; relative to the home folder. Undefined when the account has no home to start from. */
function keyFilePath(pattern: string, owner: LoginAccount): string | undefined {
  const tokens: Record<string, string> = { '%': '%', h: owner.home, U: String(owner.uid), u: owner.name };
  const path = pattern.replace(/%(.)/g, (whole, token: string) => tokens[token] ?? whole);
  if (path.startsWith('/')) return path;
  return owner.home.startsWith('/') ? `${owner.home.replace(/\/+$/, '')}/${path}` : undefined;
}

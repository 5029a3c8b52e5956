// Which keys and certificate authorities log in as which account, from the files that sshd_config names for the account.

import { readLines } from '../files/lines.ts';
import type { Root } from '../files/root.ts';
import { type Findings, noFindings, type Trouble } from '../findings.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { maxKeyFileBytes } from '../limits.ts';
import type { AccountSettings, SshdSettings } from './account-settings.ts';
import { type AuthorizedKey, parseAuthorizedKeys } from './authorized-keys.ts';
import { type RevokedKeys, readRevokedKeys } from './revoked-keys.ts';
import { authorityLines, parseAuthorities, parsePrincipals } from './trusted-authorities.ts';

/** A key that logs in as one account, with all its lines. */
export interface UserKey {
  readonly owner: LoginAccount;
  /** At least one; several lines may have the same key with other options. */
  readonly lines: readonly AuthorizedKey[];
  /** What sshd_config says for the owner. */
  readonly settings: AccountSettings;
  /** Why sshd refuses the key by RevokedKeys; undefined when it does not. */
  readonly revocation: string | undefined;
}

export interface UserKeys {
  readonly keys: readonly UserKey[];
  readonly findings: Findings;
  keysOf(account: LoginAccount): readonly UserKey[];
}

/** @param patterns Where keys are, instead of what sshd_config says. */
export async function readUserKeys(
  root: Root,
  accounts: readonly LoginAccount[],
  sshd: SshdSettings,
  patterns: readonly string[] | undefined,
): Promise<UserKeys> {
  const files = new KeyFiles(root);
  const pathsOf = new Map<LoginAccount, string[]>();
  const byOwner = new Map<LoginAccount, UserKey[]>();
  for (const owner of accounts) {
    const settings = sshd.of(owner);
    const lines: AuthorizedKey[] = [];
    for (const path of new Set((patterns ?? settings.authorizedKeysFiles).map(pattern => pathFor(pattern, owner)))) {
      if (path === undefined) continue;
      lines.push(...(await files.keys(path)));
      pathsOf.set(owner, [...(pathsOf.get(owner) ?? []), path]);
    }
    lines.push(...(await trustedLines(files, owner, settings)));
    if (lines.length === 0) continue;
    const revoked = settings.revokedKeys === undefined ? undefined : await files.revoked(settings.revokedKeys);
    // The same key as a login key and as a certificate authority gives two different powers, so these are two keys.
    const grouped = Map.groupBy(lines, line => `${line.options.isCertAuthority} ${line.key.fingerprint}`);
    byOwner.set(
      owner,
      [...grouped.values()].map(group => {
        return { owner, lines: group, settings, revocation: revoked?.refusalOf(group[0]!.key.fingerprint) };
      }),
    );
  }
  return {
    keys: [...byOwner.values()].flat(),
    findings: { ...files.findings, troubles: files.troubles(pathsOf) },
    keysOf: account => byOwner.get(account) ?? [],
  };
}

/** Accounts may share a file. Each is read, and its problems are reported, once. */
class KeyFiles {
  readonly findings = noFindings();
  readonly #root: Root;
  readonly #contents = new Map<string, unknown>();
  readonly #ofKeys = new Map<string, readonly Trouble[]>();

  constructor(root: Root) {
    this.#root = root;
  }

  async #once<Content>(kind: string, path: string, read: () => Promise<Content>): Promise<Content> {
    const key = `${kind} ${path}`;
    if (!this.#contents.has(key)) this.#contents.set(key, await read());
    return this.#contents.get(key) as Content;
  }

  #lines(path: string) {
    return readLines(this.#root, path, maxKeyFileBytes, this.findings);
  }

  /** Troubles, with the owners of the files of keys. */
  troubles(pathsOf: ReadonlyMap<LoginAccount, readonly string[]>): Trouble[] {
    const ownersOf = new Map<Trouble, string[]>();
    for (const [{ name }, paths] of pathsOf) {
      for (const trouble of paths.flatMap(path => this.#ofKeys.get(path) ?? [])) {
        ownersOf.set(trouble, [...(ownersOf.get(trouble) ?? []), name]);
      }
    }
    return this.findings.troubles.map(trouble => {
      const owners = ownersOf.get(trouble);
      return owners ? { ...trouble, owners } : trouble;
    });
  }

  keys(path: string) {
    return this.#once('keys', path, async () => {
      const before = this.findings.troubles.length;
      const lines = await this.#lines(path);
      this.#ofKeys.set(path, this.findings.troubles.slice(before));
      return parseAuthorizedKeys(path, lines, this.findings);
    });
  }

  authorities(path: string) {
    return this.#once('authorities', path, async () => parseAuthorities(path, await this.#lines(path), this.findings));
  }

  principals(path: string) {
    return this.#once('principals', path, async () => parsePrincipals(path, await this.#lines(path), this.findings));
  }

  revoked(path: string): Promise<RevokedKeys> {
    return this.#once('revoked', path, () => readRevokedKeys(this.#root, path, this.findings));
  }
}

async function trustedLines(files: KeyFiles, owner: LoginAccount, settings: AccountSettings): Promise<AuthorizedKey[]> {
  const { trustedUserCaKeys, authorizedPrincipalsFile } = settings;
  if (trustedUserCaKeys === undefined) return [];
  const path = authorizedPrincipalsFile === undefined ? undefined : pathFor(authorizedPrincipalsFile, owner);
  const ofFile = path === undefined ? [] : await files.principals(path);
  const principals = authorizedPrincipalsFile === undefined ? undefined : ofFile;
  const authorities = await files.authorities(trustedUserCaKeys);
  return authorities.flatMap(authority => authorityLines(authority, owner, settings, principals));
}

/** sshd_config(5), TOKENS: %% %h %U %u; relative to the home folder. Undefined when the account has no home to start from. */
function pathFor(pattern: string, owner: LoginAccount): string | undefined {
  const tokens: Record<string, string> = { '%': '%', h: owner.home, U: String(owner.uid), u: owner.name };
  const path = pattern.replace(/%(.)/g, (whole, token: string) => tokens[token] ?? whole);
  if (path.startsWith('/')) return path;
  return owner.home.startsWith('/') ? `${owner.home.replace(/\/+$/, '')}/${path}` : undefined;
}

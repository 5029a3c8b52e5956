// What sshd_config says for one account: the settings outside Match blocks, and those of the Match blocks for the account.
import type { Directory } from '../identities/directory.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import type { SshdConfig, SshdLine } from './sshd-config.ts';
import { type Answer, groupsMatch, type MatchSubject, matchAnswer, userAnswer } from './sshd-match.ts';

export interface AccountSettings {
  /** Patterns with %u, %h, %U and %%; relative ones start at the home folder. */
  readonly authorizedKeysFiles: readonly string[];
  readonly passwordAuthentication: boolean;
  readonly pubkeyAuthentication: boolean;
  readonly keyboardInteractive: boolean;
  /** Without PAM, sshd itself refuses accounts whose password is locked by `!`, also for logins with keys. */
  readonly usePam: boolean;
  readonly permitRootLogin: string;
  /** Each with its methods, for example `publickey,password`; empty: any method alone. */
  readonly authenticationMethods: readonly string[];
  /** Runs instead of what the caller asks for. */
  readonly forceCommand: string | undefined;
  readonly revokedKeys: string | undefined;
  readonly trustedUserCaKeys: string | undefined;
  readonly authorizedPrincipalsFile: string | undefined;
  readonly usesPrincipalsCommand: boolean;
  /** Why sshd refuses the account, whatever it presents; undefined when it does not. */
  readonly refusal: string | undefined;
}

export interface SshdSettings extends SshdConfig {
  /** The settings for all connections. */
  readonly everywhere: AccountSettings;
  of(account: LoginAccount): AccountSettings;
}

/** Keywords whose lines are added up; of the others the first line counts. */
const lists = new Set(['allowusers', 'denyusers', 'allowgroups', 'denygroups']);
/** Keywords that decide who can log in, with the spelling of sshd_config(5). */
const deciding = new Map(
  'AllowGroups AllowUsers AuthenticationMethods AuthorizedKeysCommand AuthorizedKeysFile AuthorizedPrincipalsCommand AuthorizedPrincipalsFile DenyGroups DenyUsers ForceCommand KbdInteractiveAuthentication PasswordAuthentication PermitRootLogin PubkeyAuthentication RevokedKeys TrustedUserCAKeys'
    .split(' ')
    .map(name => [name.toLowerCase(), name]),
);
deciding.set('challengeresponseauthentication', 'KbdInteractiveAuthentication');

/** What counts without a line; `none` for the other keywords. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  authenticationmethods: ['any'],
  authorizedkeysfile: ['.ssh/authorized_keys', '.ssh/authorized_keys2'],
  kbdinteractiveauthentication: ['yes'],
  passwordauthentication: ['yes'],
  permitrootlogin: ['prohibit-password'],
  pubkeyauthentication: ['yes'],
};

/** Evaluates the lines for all accounts. What depends on the connection or on a program becomes a trouble of the findings. */
export function sshdSettings(config: SshdConfig, directory: Directory): SshdSettings {
  const relevant = config.lines.filter(line => deciding.has(line.keyword) || line.keyword === 'usepam');
  const settings = new Map<LoginAccount, AccountSettings>();
  const groupNames = groupNamesOf(directory);
  const uncertain = new Map<SshdLine, string>();
  for (const account of directory.accounts) {
    const evaluation = new Evaluation(relevant, config.isConfigured, { account, groupNames: groupNames(account) });
    settings.set(account, evaluation.settings());
    for (const [line, message] of evaluation.uncertainLines()) uncertain.set(line, message);
  }
  for (const line of relevant) {
    const message = uncertain.get(line);
    if (message === undefined) continue;
    config.findings.troubles.push({ reason: 'unsupported', subject: line.place, message, harmless: true });
  }
  const everywhere = new Evaluation(relevant, config.isConfigured).settings();
  return { ...config, everywhere, of: account => settings.get(account) ?? everywhere };
}

function groupNamesOf({ gidsOf, groupsWithGid }: Directory) {
  return (account: LoginAccount) =>
    [...gidsOf(account)].flatMap(gid => groupsWithGid(gid).slice(0, 1)).map(group => group.name);
}

/** The lines of the configuration for one account, or for all connections. */
class Evaluation {
  readonly #answers: ReadonlyMap<SshdLine, Answer>;
  readonly #lines: readonly SshdLine[];
  readonly #isConfigured: boolean;
  readonly #subject: MatchSubject | undefined;

  constructor(lines: readonly SshdLine[], isConfigured: boolean, subject?: MatchSubject) {
    const known = new Map<SshdLine['conditions'][number], Answer>();
    const answerOf = (words: readonly string[]) => {
      const isAll = words[0]!.toLowerCase() === 'all';
      if (!known.has(words)) known.set(words, isAll ? 'yes' : subject ? matchAnswer(words, subject) : 'no');
      return known.get(words)!;
    };
    this.#lines = lines;
    this.#isConfigured = isConfigured;
    this.#subject = subject;
    this.#answers = new Map(
      lines.map(line => {
        const answers = line.conditions.map(answerOf);
        return [line, answers.includes('no') ? 'no' : answers.includes('sometimes') ? 'sometimes' : 'yes'];
      }),
    );
  }

  /** The line that counts: sshd reads the Match blocks after the rest, and what they say overrides the rest. */
  #deciding(keyword: string): readonly SshdLine[] {
    const lines = this.#lines.filter(line => line.keyword === keyword && this.#answers.get(line) === 'yes');
    const inBlocks = lines.filter(line => line.conditions.length > 0);
    const counting = inBlocks.length > 0 ? inBlocks : lines;
    return lists.has(keyword) ? counting : counting.slice(0, 1);
  }

  #values(keyword: string): readonly string[] | undefined {
    const lines = this.#deciding(keyword);
    return lines.length === 0 ? undefined : lines.flatMap(line => line.values);
  }

  #path(keyword: string): string | undefined {
    const value = this.#values(keyword)?.[0];
    return value?.toLowerCase() === 'none' ? undefined : value;
  }

  #isYes(keyword: string, otherwise: boolean): boolean {
    const value = this.#values(keyword)?.[0]?.toLowerCase();
    return value === undefined ? otherwise : value === 'yes' || value === 'true';
  }

  settings(): AccountSettings {
    const files = this.#values('authorizedkeysfile') ?? defaults['authorizedkeysfile']!;
    const methods = this.#values('authenticationmethods') ?? [];
    const command = this.#values('forcecommand');
    return {
      authorizedKeysFiles: files.filter(file => file.toLowerCase() !== 'none'),
      passwordAuthentication: this.#isYes('passwordauthentication', true),
      pubkeyAuthentication: this.#isYes('pubkeyauthentication', true),
      keyboardInteractive: this.#isYes(
        'kbdinteractiveauthentication',
        this.#isYes('challengeresponseauthentication', true),
      ),
      usePam: this.#isYes('usepam', !this.#isConfigured),
      permitRootLogin: this.#permitRootLogin(),
      authenticationMethods: methods[0]?.toLowerCase() === 'any' ? [] : methods,
      forceCommand: command === undefined || command[0]?.toLowerCase() === 'none' ? undefined : command.join(' '),
      revokedKeys: this.#path('revokedkeys'),
      trustedUserCaKeys: this.#path('trustedusercakeys'),
      authorizedPrincipalsFile: this.#path('authorizedprincipalsfile'),
      usesPrincipalsCommand: this.#path('authorizedprincipalscommand') !== undefined,
      refusal: this.#subject && this.#refusal(this.#subject),
    };
  }

  #permitRootLogin(): string {
    const value = this.#values('permitrootlogin')?.[0]?.toLowerCase() ?? 'prohibit-password';
    return value === 'without-password' ? 'prohibit-password' : value;
  }

  /** The order of allowed_user in auth.c. A pattern for some clients does not refuse the account as a whole. */
  #refusal({ account, groupNames }: MatchSubject): string | undefined {
    const users = (keyword: string) => {
      const patterns = this.#values(keyword);
      return patterns && userAnswer(account.name, patterns);
    };
    const groups = (keyword: string) => {
      const patterns = this.#values(keyword);
      return patterns && groupsMatch(groupNames, patterns);
    };
    if (users('denyusers') === 'yes') return 'sshd_config: DenyUsers';
    if (users('allowusers') === 'no') return 'sshd_config: AllowUsers does not name the account';
    if (groups('denygroups') === true) return 'sshd_config: DenyGroups';
    if (groups('allowgroups') === false) return 'sshd_config: AllowGroups names no group of the account';
    return undefined;
  }

  /** The lines that would give another answer for this account on some connections, and programs that sshd asks. */
  *uncertainLines(): Generator<[SshdLine, string]> {
    for (const line of this.#lines) {
      const name = deciding.get(line.keyword);
      const answer = this.#answers.get(line);
      if (name === undefined || answer === 'no') continue;
      const isNone = line.values[0]!.toLowerCase() === 'none';
      if (line.keyword.endsWith('command') && line.keyword !== 'forcecommand') {
        const what = line.keyword === 'authorizedkeyscommand' ? 'keys' : 'principals of certificates';
        const isUsed = answer === 'sometimes' || this.#deciding(line.keyword).includes(line);
        if (!isNone && isUsed) yield [line, `${name}: ${what} that the command would print cannot be read from files`];
      } else if (answer === 'sometimes') {
        const current = (this.#values(line.keyword) ?? defaults[line.keyword] ?? ['none']).join(' ');
        if (current.toLowerCase() === line.values.join(' ').toLowerCase()) continue;
        yield [line, `${name} in a Match block that depends on the connection is not considered`];
      } else if (/^(allow|deny)users$/.test(line.keyword) && this.#deciding(line.keyword).includes(line)) {
        if (userAnswer(this.#subject!.account.name, line.values) !== 'sometimes') continue;
        yield [line, `${name} with user@host depends on the client: the host is not considered`];
      }
    }
  }
}

// The content of a sudoers file before aliases are resolved (sudoers(5)).

export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One entry of a list of users, hosts, run-as users or commands. */
export interface Item {
  readonly kind:
    | 'all'
    /** A name in capitals: an alias when one is defined, otherwise a plain name. */
    | 'alias'
    | 'name'
    | 'uid'
    | 'group'
    | 'gid'
    | 'netgroup'
    /** `%:name`, `%:#id`: a group that only a plugin can resolve. */
    | 'foreignGroup'
    | 'command';
  readonly value: string;
  readonly isNegated: boolean;
  /** `sha256:…` and the like, before a command. */
  readonly digests?: readonly string[];
}

export interface RunAs {
  /** Undefined: the parentheses name no user, so the command runs as the caller. */
  readonly users: readonly Item[];
  readonly groups: readonly Item[];
}

export interface CommandSpec {
  /** Undefined: none given, so `runas_default` applies. */
  readonly runAs: RunAs | undefined;
  /** `CWD`, `TIMEOUT`, `NOTBEFORE` and so on. */
  readonly options: Readonly<Record<string, string>>;
  /** `NOPASSWD`, `NOEXEC` and so on; a later tag replaces its opposite. */
  readonly tags: readonly string[];
  readonly command: Item;
}

/** Users, hosts and what they may run there: one part between colons of a user specification. */
export interface UserSpec {
  readonly users: readonly Item[];
  readonly hosts: readonly Item[];
  readonly commands: readonly CommandSpec[];
  /** The rule as written, on one line and without comments. */
  readonly text: string;
  readonly position: Position;
}

export type AliasKind = 'User_Alias' | 'Runas_Alias' | 'Host_Alias' | 'Cmnd_Alias';

export interface Alias {
  readonly kind: AliasKind;
  readonly name: string;
  readonly items: readonly Item[];
  readonly position: Position;
}

export interface Defaults {
  /** `@` host, `:` user, `>` run-as user, `!` command; empty for all. */
  readonly scope: '' | '@' | ':' | '>' | '!';
  readonly items: readonly Item[];
  /** `name`, `!name`, `name=value`, … */
  readonly settings: readonly string[];
  readonly position: Position;
}

export interface Include {
  readonly kind: 'file' | 'folder';
  readonly path: string;
  readonly position: Position;
}

export type SudoersStatement =
  | { readonly type: 'spec'; readonly specs: readonly UserSpec[] }
  | { readonly type: 'alias'; readonly aliases: readonly Alias[] }
  | { readonly type: 'defaults'; readonly defaults: Defaults }
  | { readonly type: 'include'; readonly include: Include };

export class SudoersSyntaxError extends Error {
  readonly position: Position;
  constructor(message: string, position: Position) {
    super(message);
    this.position = position;
  }
}

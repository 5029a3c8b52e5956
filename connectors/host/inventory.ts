// The inventory of a host: everything that the reads need, read once and combined.
import { networkInterfaces } from 'node:os';
import type { ConnectorContext } from '../../src/connector/contract.ts';
import { readLines } from './files/lines.ts';
import { isTrouble, type Root, resolve } from './files/root.ts';
import { type Findings, noFindings } from './findings.ts';
import { type Directory, directoryOf } from './identities/directory.ts';
import { type Group, parseGroup } from './identities/group.ts';
import { type PeopleRange, readPeopleRange } from './identities/login-defs.ts';
import { type NameServices, readNameServices } from './identities/name-services.ts';
import { type LoginAccount, parsePasswd } from './identities/passwd.ts';
import { type PasswordState, passwordStateOf } from './identities/password-state.ts';
import { administrators, type PowerfulGroup, powerfulGroups } from './identities/privileges.ts';
import { parseShadow } from './identities/shadow.ts';
import { maxAccountFileBytes } from './limits.ts';
import { type LastLogins, readLastLogins } from './logins/last-logins.ts';
import { type OsRelease, readOsRelease } from './os-release.ts';
import type { HostSettings } from './settings.ts';
import { type SshdSettings, sshdSettings } from './ssh/account-settings.ts';
import { readSshdConfig } from './ssh/sshd-config.ts';
import { readUserKeys, type UserKeys } from './ssh/user-keys.ts';
import { type CommandFiles, findCommandFiles } from './sudoers/command-files.ts';
import { type CommandNesting, commandNesting } from './sudoers/command-nesting.ts';
import { loadSudoers, type Sudoers } from './sudoers/load.ts';
import { surroundingsOf } from './sudoers/matching.ts';
import { type SudoRule, sudoRules } from './sudoers/rules.ts';
import { type UnitUsers, unitUsersOf } from './systemd/unit-users.ts';
import { readUnits } from './systemd/units.ts';

/** The parts of the machine that are read separately, each with its own gaps. */
export type Part =
  | 'passwd'
  | 'group'
  | 'shadow'
  | 'loginDefs'
  | 'sshd'
  | 'keys'
  | 'sudoers'
  | 'units'
  | 'logins'
  | 'release';

export interface Inventory {
  readonly hostName: string;
  readonly now: Date;
  readonly release: OsRelease;
  readonly people: PeopleRange;
  readonly directory: Directory;
  readonly sshd: SshdSettings;
  readonly keys: UserKeys;
  readonly sudoers: Sudoers;
  readonly rules: readonly SudoRule[];
  readonly nesting: CommandNesting;
  readonly powerfulGroups: readonly PowerfulGroup[];
  /** Accounts that are root or can become it, each with the reasons. */
  readonly administrators: ReadonlyMap<LoginAccount, readonly string[]>;
  readonly units: UnitUsers;
  readonly logins: LastLogins;
  /** Local id → `enabled` as former runs landed it; undefined when shadow can be read, because then it is known from shadow. */
  readonly enabledBefore: ReadonlyMap<string, unknown> | undefined;
  passwordOf(account: LoginAccount): PasswordState;
  readonly findings: Readonly<Record<Part, Findings>>;
}

export interface Machine {
  readonly root: Root;
  readonly hostName: string;
  readonly settings: HostSettings;
  readonly now: Date;
  readonly landedBefore?: NonNullable<ConnectorContext['landedBefore']>;
}

export async function takeInventory({ root, hostName, settings, now, landedBefore }: Machine): Promise<Inventory> {
  const own = { passwd: noFindings(), group: noFindings(), shadow: noFindings(), loginDefs: noFindings() };
  const services = await readNameServices(root, settings.accepted_name_services);
  const { accounts, groups } = await readNames(root, services, own);
  const directory = directoryOf(accounts, groups);
  const shadow = await readShadow(root, own.shadow);
  const enabledBefore = shadow ? undefined : ((await landedBefore?.('Account', 'enabled')) ?? new Map());
  const range = await readPeopleRange(root, own.loginDefs);
  const release = await readOsRelease(root);
  const sshd = sshdSettings(await readSshdConfig(root), directory);
  const keys = await readUserKeys(root, accounts, sshd, settings.authorized_keys_files);
  const sudoers = await loadSudoers(root, settings, hostName);
  const files = await commandFilesOf(root, sudoers);
  const units = await readUnits(root);
  const logins = await readLastLogins(root, accounts, now);

  const powerful = powerfulGroups(directory);
  const addresses = root === '' ? [...settings.host_addresses, ...ownAddresses()] : settings.host_addresses;
  const rules = sudoRules(
    surroundingsOf(directory, { aliases: sudoers.aliases, files }, hostName, addresses),
    sudoers.specs,
    sudoers.defaults,
    { accounts: rootLike(directory, powerful), groups: powerful.map(({ group }) => group) },
    now,
  );
  return {
    hostName,
    now,
    release,
    people: { uidMin: settings.uid_min ?? range.uidMin, uidMax: settings.uid_max ?? range.uidMax },
    directory,
    sshd,
    keys,
    sudoers,
    rules,
    nesting: commandNesting(files, rules, sudoers.findings),
    powerfulGroups: powerful,
    administrators: administrators(directory, powerful, rules),
    units: unitUsersOf(units.services, directory),
    logins,
    enabledBefore,
    passwordOf: account => passwordStateOf(account, shadow, now),
    findings: {
      passwd: joined(own.passwd, services.findings.passwd),
      group: joined(own.group, services.findings.group),
      shadow: joined(own.shadow, services.findings.shadow),
      loginDefs: own.loginDefs,
      sshd: sshd.findings,
      keys: keys.findings,
      sudoers: joined(sudoers.findings, services.findings.sudoers),
      units: units.findings,
      logins: logins.findings,
      release: release.findings,
    },
  };
}

const joined = (one: Findings, other: Findings): Findings => ({
  troubles: [...one.troubles, ...other.troubles],
  rejected: [...one.rejected, ...other.rejected],
});

/** Of accounts with one name, the first file's counts; groups of one name and id are one group with all members. */
async function readNames(
  root: Root,
  { files, hasCompatLines }: NameServices,
  findings: Readonly<Record<'passwd' | 'group', Findings>>,
) {
  const linesOf = (path: string, part: 'passwd' | 'group') =>
    readLines(root, path, maxAccountFileBytes, findings[part]);
  let accounts: LoginAccount[] = [];
  for (const path of files.passwd) {
    const order = { earlier: accounts, hasCompatLines: hasCompatLines.passwd };
    accounts = parsePasswd(path, await linesOf(path, 'passwd'), findings.passwd, order);
  }
  let groups: Group[] = [];
  for (const path of files.group) {
    const order = { earlier: groups, hasCompatLines: hasCompatLines.group };
    groups = parseGroup(path, await linesOf(path, 'group'), findings.group, order);
  }
  return { accounts, groups };
}

/** Undefined when shadow cannot be read: then nothing is known about passwords. Without a shadow file no password matches. */
async function readShadow(root: Root, findings: Findings) {
  const found = await resolve(root, '/etc/shadow');
  if (isTrouble(found)) findings.troubles.push(found);
  else if (!found) return parseShadow('/etc/shadow', [], findings);
  else {
    const lines = await readLines(root, '/etc/shadow', maxAccountFileBytes, findings);
    if (findings.troubles.length === 0) return parseShadow('/etc/shadow', lines, findings);
  }
  return undefined;
}

function commandFilesOf(root: Root, { specs, aliases, defaults, findings }: Sudoers): Promise<CommandFiles> {
  const commands = [
    ...specs.flatMap(spec => spec.commands.map(({ command }) => command)),
    ...[...aliases.values()].filter(({ kind }) => kind === 'Cmnd_Alias').flatMap(({ items }) => items),
    ...defaults.filter(({ scope }) => scope === '!').flatMap(({ items }) => items),
  ];
  return findCommandFiles(root, commands, findings);
}

function rootLike(directory: Directory, powerful: readonly PowerfulGroup[]): LoginAccount[] {
  const members = powerful.flatMap(({ group }) => [...directory.accountsWithGid(group.gid)]);
  return [...new Set([...directory.accountsWithUid(0), ...members])];
}

function ownAddresses(): string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
  return interfaces.filter(address => !address.internal).map(address => address.address.split('%')[0]!);
}

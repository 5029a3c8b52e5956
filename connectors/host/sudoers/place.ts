// Which sudoers file sudo reads: what sudo.conf(5) says, else /etc/sudoers, else the distribution's /usr/etc/sudoers.
import { posix } from 'node:path';
import { readLines } from '../files/lines.ts';
import { placeOf } from '../files/places.ts';
import { isTrouble, listFolder, type Root, resolve } from '../files/root.ts';
import type { Findings } from '../findings.ts';
import { maxSettingsFileBytes } from '../limits.ts';
import type { HostSettings } from '../settings.ts';
import { type SudoersFile, sudoRefusal } from './refusals.ts';

type PlaceSettings = Pick<HostSettings, 'sudoers_file' | 'sudoers_owner'>;

/** @returns undefined: sudo reads no sudoers file. When it reads other rules instead, the findings say so. */
export async function sudoersPlace(
  root: Root,
  settings: PlaceSettings,
  findings: Findings,
): Promise<SudoersFile | undefined> {
  const owner = settings.sudoers_owner ?? 0;
  await reportOtherPrograms(root, findings);
  if (settings.sudoers_file !== undefined) {
    const path = settings.sudoers_file;
    if (!(await resolve(root, path))) {
      const fix = 'name the sudoers file in sudoers_file, or remove the setting';
      findings.troubles.push({ reason: 'failed', subject: path, message: 'There is no such file', fix });
    }
    return { path, owner };
  }
  const choice = await choiceOfSudoConf(root, owner, findings);
  if (choice === 'another plugin') return undefined;
  const ownerOfPlugin = settings.sudoers_owner ?? choice.owner ?? 0;
  if (choice.paths) return { path: await firstOf(root, choice.paths), owner: ownerOfPlugin };
  const path = await placeOf(root, '/etc/sudoers');
  if (await resolve(root, path)) return { path, owner: ownerOfPlugin };
  await reportLonelyFolders(root, findings);
  return undefined;
}

async function firstOf(root: Root, paths: readonly [string, ...string[]]): Promise<string> {
  for (const path of paths) if (await resolve(root, path)) return path;
  return paths[0];
}

/** Rules in sudoers.d without a sudoers file: this sudo has its file at a place of its own. */
async function reportLonelyFolders(root: Root, findings: Findings): Promise<void> {
  for (const folder of ['/etc/sudoers.d', '/usr/etc/sudoers.d']) {
    const names = await listFolder(root, folder);
    if (!names) continue;
    if (isTrouble(names)) findings.troubles.push(names);
    else if (names.content.some(name => !name.includes('.') && !name.endsWith('~'))) {
      const message = 'There are rules, but neither /etc/sudoers nor /usr/etc/sudoers is there to include them';
      const fix = 'name the sudoers file of this machine in sudoers_file';
      findings.troubles.push({ reason: 'unsupported', subject: folder, message, fix });
    }
  }
}

/** Files of programs that give rights like sudo does, and are not read. */
const otherPrograms = {
  '/etc/sudoers-rs': 'sudo-rs reads this file instead of sudoers',
  '/etc/doas.conf': 'doas also lets accounts run commands as others',
  '/etc/doas.d': 'doas also lets accounts run commands as others',
};

async function reportOtherPrograms(root: Root, findings: Findings): Promise<void> {
  for (const [subject, what] of Object.entries(otherPrograms)) {
    if (!(await resolve(root, subject))) continue;
    findings.troubles.push({ reason: 'unsupported', subject, message: `${what}: its rules are not read` });
  }
}

interface Choice {
  /** `sudoers_file`: the first that exists counts. */
  readonly paths?: [string, ...string[]];
  /** `sudoers_uid` */
  readonly owner?: number;
}

/** The `Plugin` lines of sudo.conf(5): sudo takes the first policy plugin, and its own sudoers plugin where there is none. */
async function choiceOfSudoConf(root: Root, owner: number, findings: Findings): Promise<Choice | 'another plugin'> {
  const path = await placeOf(root, '/etc/sudo.conf');
  const file = await resolve(root, path);
  if (!file) return {};
  const refusal = isTrouble(file) ? undefined : await sudoRefusal(root, file.path, owner);
  if (refusal !== undefined) {
    const message = `sudo refuses it, because ${refusal}`;
    findings.troubles.push({ reason: 'unsupported', subject: path, message, harmless: true });
    return {};
  }
  const before = findings.troubles.length;
  const plugins = pluginsIn(path, await readLines(root, path, maxSettingsFileBytes, findings));
  if (findings.troubles.length > before) return {};
  for (const { place, symbol } of plugins.filter(plugin => plugin.kind === 'approval')) {
    const message = `The approval plugin ${symbol} may refuse commands that sudoers allows`;
    findings.troubles.push({ reason: 'unsupported', subject: place, message, harmless: true });
  }
  const policy = plugins.find(plugin => plugin.kind === 'policy');
  if (policy && !policy.isSudoers) {
    const message = `sudo asks the policy plugin ${policy.symbol} instead of sudoers: its rules cannot be read from files`;
    findings.troubles.push({ reason: 'unsupported', subject: policy.place, message });
    return 'another plugin';
  }
  const ofSudoers = plugins.filter(plugin => plugin.isSudoers);
  const words = [...ofSudoers.filter(plugin => plugin.kind === 'audit'), ...ofSudoers].flatMap(plugin => plugin.words);
  const wordOf = (name: string) => words.find(word => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const paths = wordOf('sudoers_file')
    ?.split(':')
    .filter(text => text.startsWith('/'));
  const uid = wordOf('sudoers_uid');
  return {
    ...(paths && paths.length > 0 && { paths: paths as [string, ...string[]] }),
    ...(uid !== undefined && /^\d{1,10}$/.test(uid) && { owner: Number(uid) }),
  };
}

interface Plugin {
  readonly symbol: string;
  readonly kind: 'policy' | 'approval' | 'audit' | 'other';
  readonly isSudoers: boolean;
  /** What follows the path. */
  readonly words: readonly string[];
  readonly place: string;
}

function pluginsIn(path: string, lines: Awaited<ReturnType<typeof readLines>>): Plugin[] {
  const plugins: Plugin[] = [];
  let text = '';
  for (const line of lines) {
    text += line.text.replace(/\\$/, ' ');
    if (line.text.endsWith('\\')) continue;
    const [keyword = '', symbol, file = '', ...words] = text
      .replace(/#.*/, '')
      .trim()
      .split(/[ \t]+/);
    text = '';
    if (keyword.toLowerCase() !== 'plugin' || symbol === undefined) continue;
    const isSudoers = posix.basename(file) === 'sudoers.so' && symbol.startsWith('sudoers_');
    plugins.push({ symbol, kind: kindOf(symbol), isSudoers, words, place: `${path}:${line.number}` });
  }
  return plugins;
}

/** The kind is known to the plugin alone; the symbols of all plugins that come with sudo tell it. */
function kindOf(symbol: string): Plugin['kind'] {
  if (/approval/i.test(symbol)) return 'approval';
  if (/audit/i.test(symbol)) return 'audit';
  return /(^|_)(io|group)(_|$)/i.test(symbol) ? 'other' : 'policy';
}

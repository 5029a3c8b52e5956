// An opened host: its root folder and name, and its inventory, which is read and parsed once, at first use.
import { realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve as resolvePath } from 'node:path';
import { type ConnectorContext, type Problem, SourceError } from '../../src/connector/contract.ts';
import { readLines } from './files/lines.ts';
import { isTrouble, type Root, resolve, rootAt } from './files/root.ts';
import { noFindings } from './findings.ts';
import { type Inventory, takeInventory } from './inventory.ts';
import { maxSettingsFileBytes } from './limits.ts';
import { type HostSettings, hostSettings } from './settings.ts';

export interface HostClient {
  readonly settings: HostSettings;
  readonly root: Root;
  readonly hostName: string;
  inventory(): Promise<Inventory>;
  /** Take the inventory again at its next use, because the machine was changed. */
  forget(): void;
}

export async function openHost(settings: HostSettings, context: ConnectorContext): Promise<HostClient> {
  const folder = resolvePath(context.baseFolder, settings.root);
  const root = rootAt(await realFolder(folder));
  const passwd = await resolve(root, '/etc/passwd');
  if (isTrouble(passwd)) throw refuse(`${folder}/etc/passwd`, passwd.message, 'let the service read the file');
  if (passwd?.kind !== 'file') {
    const fix = 'root must be the folder that holds the machine’s etc, such as / or /mnt/image';
    throw refuse(`${folder}/etc/passwd`, passwd ? 'It is not a regular file' : 'There is no such file', fix);
  }
  const hostName = settings.host_name ?? (await hostNameOf(root, folder));
  let inventory: Promise<Inventory> | undefined;
  const { landedBefore } = context;
  const take = () =>
    takeInventory({ root, hostName, settings, now: new Date(), ...(landedBefore && { landedBefore }) });
  const forget = () => {
    inventory = undefined;
  };
  return { settings, root, hostName, inventory: () => (inventory ??= take()), forget };
}

async function realFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw refuse('root', `There is no folder ${folder}`, 'name the folder that is the machine’s /');
    throw refuse('root', `${folder} cannot be opened (${code})`, 'let the service read the folder');
  }
  throw refuse('root', `${folder} is not a folder`, 'mount the image and name the mount point');
}

/** hostname(5): the first line that is not a comment. */
async function hostNameOf(root: Root, folder: string): Promise<string> {
  const lines = await readLines(root, '/etc/hostname', maxSettingsFileBytes, noFindings());
  const written = lines.map(line => line.text.trim()).find(text => text !== '' && !text.startsWith('#'));
  const name = written ?? (root === '' ? hostname() : undefined);
  if (name === undefined) throw refuse(`${folder}/etc/hostname`, 'The machine does not say its name', 'set host_name');
  if (!hostSettings.shape.host_name.safeParse(name).success) {
    throw refuse(`${folder}/etc/hostname`, 'The first line is not a host name', 'correct it, or set host_name');
  }
  return name;
}

function refuse(place: string, message: string, fix: string): SourceError {
  const problem: Problem = { severity: 'error', place, message, fix };
  return new SourceError([problem]);
}

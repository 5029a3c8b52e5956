// Confines the processes of the sandbox by means of the operating system: no privileges, no files except their own, no network,
// no other processes. A query that exploits a bug of DuckDB then gains nothing. Protections that the machine lacks are left out,
// and `doctor` names them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { canSwitchUser, own, sandboxUser } from './sandbox-user.ts';
import { seccompFilter } from './seccomp.ts';

/** What a process can be kept from. `user`: the rights of the user that the service runs as. */
export const protections = ['user', 'privileges', 'files', 'network', 'processes'] as const;
export type Protection = (typeof protections)[number];

/** What a process may reach. Paths that do not exist are left out. */
export interface Reach {
  /** Its own folder, which is also its working directory. */
  readonly folder: string;
  /** Read only. */
  readonly read: readonly string[];
  readonly write: readonly string[];
}

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** A file that the process gets opened as this descriptor. */
  readonly inherits?: { readonly file: string; readonly descriptor: number };
  /**
   * Set when the command is not the process itself but starts it: the descriptor to which the command writes the id of the process
   * as JSON. Some commands write the id of the parent of the process instead; the process ends with this parent.
   */
  readonly pidDescriptor?: number;
}

export interface Confinement {
  /** The programs that confine the process. */
  readonly means: string;
  readonly inForce: ReadonlySet<Protection>;
  launch(program: readonly string[], reach: Reach): Launch;
}

const root = path.resolve(import.meta.dirname, '../..');
/** The folders of the libraries. Those of an installed package are beside it, in the folder `node_modules` that contains it. */
const libraries = [
  path.join(root, 'node_modules'),
  ...(path.basename(path.dirname(root)) === 'node_modules' ? [path.dirname(root)] : []),
];
/** The files that the program needs to run: libraries and its own source. */
const programFiles = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache', '/usr/bin/mkfifo', '/bin/mkfifo'],
  ...['package.json', 'src', 'sql'].map(name => path.join(root, name)),
  ...libraries,
];
const machineFiles = [
  ...['/proc/self', '/proc/meminfo', '/proc/cpuinfo', '/proc/stat', '/proc/sys/vm/overcommit_memory'],
  ...['/sys/fs/cgroup', '/sys/devices/system/cpu', '/dev/urandom', '/dev/random', '/etc/ssl/openssl.cnf'],
];
/** The name of the filter of system calls in the folder of a process. */
const filterName = 'calls.bpf';
const probeTimeMs = 10_000;

/** Where the programs are searched: only folders that administrators control, never the PATH of the environment. */
const systemFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/run/current-system/sw/bin'];

let found: Confinement | undefined;

/** The best confinement on this machine. Each candidate is tested once by running Node.js in it. */
export function findConfinement(): Confinement {
  found ??= candidatesIn().find(works) ?? unconfined;
  return found;
}

/** The confinements that the installed programs may provide, the best first. */
export function candidatesIn(folders: readonly string[] = systemFolders): Confinement[] {
  const tools = (name: string) => folders.map(folder => path.join(folder, name)).find(file => fs.existsSync(file));
  return [inBubblewrapAsUser(tools), withLandlock(tools), inBubblewrap(tools), ...withNamespaces(tools)].filter(
    each => each !== undefined,
  );
}

const unconfined: Confinement = {
  means: 'nothing',
  inForce: new Set(),
  launch: ([command, ...args]) => ({ command: command!, args }),
};

type Tools = (name: string) => string | undefined;

/** Landlock and seccomp, which need no privilege, by setpriv(1) of util-linux 2.41 or newer. */
function withLandlock(tools: Tools): Confinement | undefined {
  const setpriv = tools('setpriv');
  if (!setpriv) return undefined;
  return {
    means: 'setpriv (Landlock, seccomp)',
    inForce: new Set(protections.filter(each => each !== 'user')),
    launch(program, reach) {
      const allow = (access: string, paths: readonly string[]) =>
        existing(paths).flatMap(file => ['--landlock-rule', `path-beneath:${fitting(access, file)}:${file}`]);
      return {
        command: setpriv,
        args: [
          ...withoutPrivileges(),
          '--landlock-access=fs',
          ...allow('execute,read-file,read-dir', [program[0]!, ...programFiles]),
          ...allow('read-file,read-dir', [...machineFiles, ...reach.read]),
          ...allow('read-file,write-file', ['/dev/null']),
          ...allow(allOfAFolder, [reach.folder, ...reach.write]),
          '--seccomp-filter',
          writeFilter(reach.folder),
          '--',
          ...program,
        ],
      };
    },
  };
}

const allOfAFolder = 'read-file,read-dir,write-file,truncate,make-reg,make-dir,make-fifo,remove-file,remove-dir,refer';

/** The rights that apply to a path. The kernel refuses rights for folders on a file. */
function fitting(access: string, file: string): string {
  if (fs.statSync(file).isDirectory()) return access;
  const ofFiles = ['execute', 'read-file', 'write-file', 'truncate'];
  return access
    .split(',')
    .filter(right => ofFiles.includes(right))
    .join(',');
}

/** Empty namespaces, by bwrap(1). It needs user namespaces, which some systems and most containers do not allow. */
function inBubblewrap(tools: Tools): Confinement | undefined {
  const bwrap = tools('bwrap');
  if (!bwrap) return undefined;
  return {
    means: 'bubblewrap (namespaces, seccomp)',
    inForce: new Set(protections.filter(each => each !== 'user')),
    launch: (program, reach) =>
      bubblewrapped(bwrap, ['--unshare-all', '--cap-drop', 'ALL', '--as-pid-1'], program, reach),
  };
}

/**
 * The same, as a user of its own. Only root can make a process another user; it needs no user namespace. bwrap may not kill a
 * process of another user. So the first process of the namespace is one of bwrap: when it is killed, the kernel ends the others.
 */
function inBubblewrapAsUser(tools: Tools): Confinement | undefined {
  const [bwrap, setpriv] = [tools('bwrap'), tools('setpriv')];
  if (!bwrap || !setpriv || !canSwitchUser()) return undefined;
  const { uid, gid } = sandboxUser;
  const namespaces = ['pid', 'net', 'ipc', 'uts', 'cgroup-try'].map(each => `--unshare-${each}`);
  // The process loses them when it becomes the user.
  const capabilities = ['SETUID', 'SETGID'].flatMap(each => ['--cap-add', `CAP_${each}`]);
  const asUser = [
    setpriv,
    '--reuid',
    String(uid),
    '--regid',
    String(gid),
    '--clear-groups',
    '--pdeathsig',
    'KILL',
    '--',
  ];
  return {
    means: 'bubblewrap as root (own user, namespaces, seccomp)',
    inForce: new Set(protections),
    launch: (program, reach) =>
      bubblewrapped(bwrap, [...namespaces, '--cap-drop', 'ALL', ...capabilities], [...asUser, ...program], {
        ...reach,
        read: [program[0]!, ...reach.read],
      }),
  };
}

function bubblewrapped(bwrap: string, how: readonly string[], program: readonly string[], reach: Reach): Launch {
  const [filterDescriptor, pidDescriptor] = [4, 5];
  const read = existing([...programFiles, program[0]!, '/sys/fs/cgroup', '/sys/devices/system/cpu', ...reach.read]);
  const write = existing([reach.folder, ...reach.write]);
  const bind = (kind: string, paths: readonly string[]) => paths.flatMap(file => [kind, file, file]);
  return {
    command: bwrap,
    args: [
      ...how,
      ...['--die-with-parent', '--new-session', '--proc', '/proc', '--dev', '/dev'],
      // Otherwise the folders that lead to a path belong to the user of bwrap alone.
      ...ancestorsOf([...read, ...write]).flatMap(folder => ['--dir', folder]),
      ...bind('--ro-bind', read),
      ...bind('--bind', write),
      // Read-only, because files written there would use memory without a limit, and because root could change kernel
      // settings in /proc even without capabilities.
      ...['/', '/dev', '/proc'].flatMap(place => ['--remount-ro', place]),
      ...['--chdir', reach.folder, '--seccomp', String(filterDescriptor), '--info-fd', String(pidDescriptor), '--'],
      ...program,
    ],
    inherits: { file: writeFilter(reach.folder), descriptor: filterDescriptor },
    pidDescriptor,
  };
}

/** The folders above these paths, the uppermost first, without the root. */
function ancestorsOf(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of paths) {
    for (let folder = path.dirname(file); folder !== '/'; folder = path.dirname(folder)) found.add(folder);
  }
  return [...found].sort();
}

/** What older versions of util-linux provide: no new privileges, and an empty network namespace. */
function withNamespaces(tools: Tools): (Confinement | undefined)[] {
  const [setpriv, unshare] = [tools('setpriv'), tools('unshare')];
  const privileges = setpriv ? [setpriv, ...withoutPrivileges(), '--'] : undefined;
  const namespaces = ['--net', '--ipc', ...(isRoot() ? [] : ['--user', '--map-current-user'])];
  const network = unshare ? [unshare, ...namespaces, '--'] : undefined;
  const chain = (means: string, inForce: readonly Protection[], ...parts: (readonly string[] | undefined)[]) => {
    if (parts.includes(undefined)) return undefined;
    return {
      means,
      inForce: new Set(inForce),
      launch(program: readonly string[]) {
        const [command, ...args] = [...parts.flatMap(part => part!), ...program];
        return { command: command!, args };
      },
    };
  };
  return [
    chain('unshare and setpriv', ['privileges', 'network'], network, privileges),
    chain('setpriv', ['privileges'], privileges),
    chain('unshare', ['network'], network),
  ];
}

function withoutPrivileges(): string[] {
  // Only root has capabilities to drop.
  return ['--no-new-privs', ...(isRoot() ? ['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all'] : [])];
}

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

function existing(paths: readonly string[]): string[] {
  return paths.filter(file => fs.existsSync(file));
}

function writeFilter(folder: string): string {
  const filter = seccompFilter();
  if (!filter) throw new Error(`the system calls of ${process.arch} are not known`);
  const file = path.join(folder, filterName);
  fs.writeFileSync(file, filter, { mode: 0o600 });
  return file;
}

/** Whether Node.js runs in the confinement, can write to its folder, and sees other files only when `files` is not in force. */
export function works(confinement: Confinement): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rolecall-confinement-'));
  try {
    const program = `const fs = require('fs');
      let sees = true;
      try { fs.closeSync(fs.openSync('/etc/passwd')); } catch { sees = false; }
      fs.readFileSync(${JSON.stringify(import.meta.filename)});
      fs.writeFileSync('probe', sees + ' ' + process.getuid());`;
    if (confinement.inForce.has('user')) own(folder);
    const { command, args, inherits } = confinement.launch([process.execPath, '--eval', program], {
      folder,
      read: [],
      write: [],
    });
    const descriptor = inherits && fs.openSync(inherits.file, 'r');
    try {
      spawnSync(command, args, {
        cwd: folder,
        env: {},
        timeout: probeTimeMs,
        stdio: ['ignore', 'ignore', 'ignore', 'ignore', descriptor ?? 'ignore', 'pipe'],
      });
      const [sees, user] = fs.readFileSync(path.join(folder, 'probe'), 'utf8').split(' ');
      if (confinement.inForce.has('user') && user !== String(sandboxUser.uid)) return false;
      return sees === String(!confinement.inForce.has('files'));
    } finally {
      if (descriptor !== undefined) fs.closeSync(descriptor);
    }
  } catch {
    return false;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

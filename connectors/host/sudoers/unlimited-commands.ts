// Commands of sudo rules that can start any other program, so that the rule gives all that its run-as account can do.
import { pathAndArguments } from './command-files.ts';
import type { Item } from './syntax.ts';
import { fitsPattern, hasWildcard } from './wildcards.ts';

const names =
  'ash bash busybox chroot csh dash doas env fish ksh mksh nsenter perl pkexec python python3 rbash ruby run0 setpriv sh su sudo tcsh unshare zsh'.split(
    ' ',
  );
const folders = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const programs = folders.flatMap(folder => names.map(name => `${folder}/${name}`));
/** Arguments with which these programs start any other, as the superuser. */
const openArguments = ['', '-', '-c x', '-i', '-l', '-s', '--login', 'root', '- root', '-l root', 'sh', '/bin/sh'];

/** Programs that run others: shells, interpreters, `su` and the like, also as one of a folder or pattern, and sudoedit of any file. */
export function isUnlimited({ kind, value }: Item): boolean {
  if (kind === 'all') return true;
  if (kind !== 'command') return false;
  const [path, words] = pathAndArguments(value);
  if (path === 'sudoedit') return words === undefined || fits(words, ['/etc/sudoers', '/etc/shadow']);
  return holdsProgram(path) && (words === undefined || fits(words, openArguments));
}

function holdsProgram(path: string): boolean {
  if (path.startsWith('^')) return expressionHolds(path);
  if (path.endsWith('/')) return folders.some(folder => fitsPattern(`${folder}/`, path, true));
  if (hasWildcard(path)) return programs.some(program => fitsPattern(program, path, true));
  return names.includes(path.slice(path.lastIndexOf('/') + 1));
}

/** Expressions are not run, because a hostile one may take for ever: one with repetitions or sets is taken to match anything. */
function expressionHolds(expression: string): boolean {
  if (/[.*+?[{]/.test(expression)) return true;
  return expression.split(/[/()|^$]/).some(word => names.includes(word));
}

function fits(words: string, examples: readonly string[]): boolean {
  if (words === '""') return examples.includes('');
  if (words.startsWith('^')) return /[.*+?[{]/.test(words) || examples.includes(words.slice(1, -1));
  return examples.some(example => fitsPattern(example, words));
}

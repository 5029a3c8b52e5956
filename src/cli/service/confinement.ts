// Which protections confine the processes of queries and exports on this machine, and how to get the missing ones.
import process from 'node:process';
import { type Confinement, findConfinement, type Protection, protections } from '../../sandbox/confinement.ts';

const inForce: Readonly<Record<Protection, string>> = {
  user: 'have a user of their own',
  privileges: 'gain no privileges',
  files: 'reach no file but their own',
  network: 'have no network',
  processes: 'reach no other process',
};
const missing: Readonly<Record<Exclude<Protection, 'user'>, string>> = {
  privileges: 'may use set-user-ID programs',
  files: 'may read every file that this user may read',
  network: 'may use the network',
  processes: 'may signal and trace processes of this user',
};
const advice =
  'install util-linux 2.41 or newer on a kernel with Landlock (Debian 13, Ubuntu 25.04, Fedora 42 have both), or bubblewrap where ' +
  'user namespaces are allowed';

interface ProtectionState {
  readonly what: string;
  readonly verdict: 'ok' | 'warning';
  readonly message: string;
}

export function confinement(found: Confinement = findConfinement(), user = process.geteuid?.()): ProtectionState[] {
  return protections.map(protection => {
    const what = `confinement: ${protection}`;
    if (found.inForce.has(protection)) {
      return { what, verdict: 'ok', message: `queries and exports ${inForce[protection]}, by ${found.means}` };
    }
    if (protection === 'user') return { what, ...withoutUser(user) };
    return {
      what,
      verdict: 'warning',
      message: `queries and exports ${missing[protection]} if DuckDB has a vulnerability; ${advice}`,
    };
  });
}

function withoutUser(user: number | undefined): Omit<ProtectionState, 'what'> {
  if (user !== 0) {
    const message = `queries and exports run as user ${user}, like the service; only root could give them another user`;
    return { verdict: 'ok', message };
  }
  const message = 'queries and exports run as root; run the service as another user, or install bubblewrap';
  return { verdict: 'warning', message };
}

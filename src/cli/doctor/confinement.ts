// What the processes of queries and exports are kept from on this machine, and what would keep them from the rest.
import { type Confinement, findConfinement, type Protection, protections } from '../../sandbox/confinement.ts';
import type { Diagnosis } from './surroundings.ts';

const meanings: Readonly<Record<Protection, { readonly kept: string; readonly missing: string }>> = {
  privileges: { kept: 'gain no privileges', missing: 'may use set-user-ID programs' },
  files: { kept: 'reach no file but their own', missing: 'may read every file that this user may read' },
  network: { kept: 'have no network', missing: 'may use the network' },
  processes: { kept: 'reach no other process', missing: 'may signal and trace processes of this user' },
};
const advice =
  'install util-linux 2.41 or newer on a kernel with Landlock (Debian 13, Ubuntu 25.04, Fedora 42 have both), or bubblewrap where ' +
  'user namespaces are allowed';

export function confinement(found: Confinement = findConfinement()): Diagnosis[] {
  return protections.map(protection => {
    const what = `confinement: ${protection}`;
    const { kept, missing } = meanings[protection];
    if (found.inForce.has(protection)) {
      return { what, verdict: 'ok', message: `queries and exports ${kept}, by ${found.means}` };
    }
    return { what, verdict: 'warning', message: `queries and exports ${missing} if DuckDB has a hole; ${advice}` };
  });
}

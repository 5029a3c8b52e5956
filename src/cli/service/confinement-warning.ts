// What a service that runs as root says at its start when the processes of queries and exports are not kept from everything.
import process from 'node:process';
import { type Confinement, findConfinement } from '../../sandbox/confinement.ts';
import { confinement } from './confinement.ts';

/** Undefined for every other user: what that user may not do, a query may not do either. `doctor` names what is missing there. */
export function confinementWarning(
  user = process.geteuid?.(),
  find: () => Confinement = findConfinement,
): string | undefined {
  if (user !== 0) return undefined;
  const missing = confinement(find(), user).filter(({ verdict }) => verdict !== 'ok');
  if (missing.length === 0) return undefined;
  const sentences = missing.map(({ message }) => message).join('. ');
  return `the service runs as root, and a vulnerability of DuckDB would open the machine to whoever may send queries: ${sentences}`;
}

// Where a file of the machine is: distributions keep their own below /usr/etc, and the administrator's file in /etc counts instead.
import { type Root, resolve } from './root.ts';

/** The path below /etc, or the one below /usr/etc when nothing is there and the distribution has the file. */
export async function placeOf(root: Root, path: `/etc/${string}`): Promise<string> {
  const vendorPath = `/usr${path}`;
  return !(await resolve(root, path)) && (await resolve(root, vendorPath)) ? vendorPath : path;
}

// The name of the person at this machine, for the session of a browser.
import os from 'node:os';

/** The name of the operating system's user; that of the machine for a user without a name, as in some containers. */
export function personHere(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `operator of ${os.hostname()}`;
  }
}

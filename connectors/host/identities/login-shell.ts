// Whether a login shell allows logins.

const closed = /(^|\/)(nologin|false|true|sync|halt|shutdown)$/;

/** An empty shell field means /bin/sh (passwd(5)). */
export function isLoginShell(shell: string): boolean {
  return !closed.test(shell.trim());
}

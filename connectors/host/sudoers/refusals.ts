// Files and folders of its configuration that sudo refuses, because accounts other than their owner can write to them.
import { permissionsOf, type Root } from '../files/root.ts';

/** Where rules are, and who must own them. */
export interface SudoersFile {
  readonly path: string;
  /** User id that must own the files (`sudoers_uid`). */
  readonly owner: number;
}

/**
 * Why sudo refuses a file or folder (sudo_secure_path(3) of sudo 1.9.13); undefined when it does not. sudo prints a warning and goes on
 * without it.
 * @param resolvedPath with all links resolved
 */
export async function sudoRefusal(root: Root, resolvedPath: string, owner: number): Promise<string | undefined> {
  const permissions = await permissionsOf(root, resolvedPath);
  if (!permissions) return undefined;
  const { uid, gid, mode } = permissions;
  if (uid !== owner) return `it is owned by user id ${uid}, not ${owner}`;
  if ((mode & 0o002) !== 0) return 'everybody may write it';
  return (mode & 0o020) !== 0 && gid !== 0 ? `group id ${gid} may write it` : undefined;
}

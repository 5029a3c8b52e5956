// Changes of one flag: whether an account is in a group, holds a role, or may sign in.
import type { Action } from './actions.ts';

interface Flag<Client, Target> {
  /** The flag in the source. @throws ChangeRefused when the target does not exist, or the flag cannot be changed */
  read(client: Client, target: Target): Promise<boolean>;
  /** Sets the flag; may be repeated. */
  set(client: Client, target: Target, value: boolean): Promise<void>;
}

/**
 * An action whose image is one flag.
 * @param name of the flag in the image
 * @param wanted what the action makes of the flag
 */
export const flagAction = <Client, Target>(
  name: string,
  wanted: boolean,
  { read, set }: Flag<Client, Target>,
): Action<Client, Target> => ({
  observe: async (client, target) => ({ [name]: await read(client, target) }),
  isDone: image => image[name] === wanted,
  apply: (client, target) => set(client, target, wanted),
  restore: (client, target, { before }) => set(client, target, before[name] === true),
});

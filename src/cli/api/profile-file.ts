// The file of a client, with the addresses of its service. Only its user can read it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { OperatorError } from '../../errors.ts';

/** What a profile file holds. `rolecall up` writes the same form to `dev-client.json`. */
export interface Profile {
  readonly base_url: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The path of the profile (XDG Base Directory Specification 0.8, which says to ignore relative folders). */
export function profileFile(tenant: string | undefined, environment: Environment = process.env): string {
  const named = environment['ROLECALL_PROFILE'];
  if (named) return named;
  const given = environment['XDG_CONFIG_HOME'];
  const folder = given !== undefined && path.isAbsolute(given) ? given : path.join(os.homedir(), '.config');
  return path.join(folder, 'rolecall', tenant === undefined ? 'profile.json' : `profile.${tenant}.json`);
}

/** @throws OperatorError when it cannot be read, can be read by others, or is no profile */
export function readProfile(file: string): Profile {
  let text: string;
  try {
    if (fs.statSync(file).mode & 0o077) {
      throw new OperatorError(`${file} holds a secret and can be read by others; chmod 600 it`);
    }
    text = fs.readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  try {
    const { base_url, token_url, client_id, client_secret } = JSON.parse(text) as Profile;
    for (const value of [base_url, token_url, client_id, client_secret]) {
      if (typeof value !== 'string') throw new Error('a value is missing');
    }
    return { base_url, token_url, client_id, client_secret };
  } catch (cause) {
    throw new OperatorError(`${file} is no profile; \`rolecall login URL\` writes one`, { cause });
  }
}

/** Write a profile that only this user can read. It appears whole or not at all. */
export function writeProfile(file: string, profile: Profile): void {
  const unfinished = `${file}.unfinished`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.rmSync(unfinished, { force: true });
    fs.writeFileSync(unfinished, `${JSON.stringify(profile, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    fs.renameSync(unfinished, file);
  } catch (cause) {
    throw new OperatorError(`${file}: cannot be written (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

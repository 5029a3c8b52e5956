// The client as which commands use the API: from environment variables, from `rolecall up` beside the configuration, or from the
// profile that `rolecall login` wrote.
import fs from 'node:fs';
import process from 'node:process';
import { type Config, chosenTenant, loadConfig } from '../../config/config-file.ts';
import { OperatorError } from '../../errors.ts';
import type { CommonOptions } from '../deployment.ts';
import { devClientFile } from './dev-client.ts';
import { type Environment, type Profile, profileFile, readProfile } from './profile-file.ts';
import { tokenAddress } from './token-address.ts';

/** A profile, and where it comes from, for messages. */
export interface ChosenProfile extends Profile {
  readonly origin: string;
  /** What to do when nothing answers at its address. */
  readonly remedy: string;
}

/**
 * The first of: `ROLECALL_URL` with its client, the file that `ROLECALL_PROFILE` names, the client of `rolecall up` in the data
 * directory of the configuration, the profile of `rolecall login`.
 * @throws OperatorError when there is none, or a file cannot be read or can be read by others
 */
export async function findProfile(
  options: CommonOptions,
  environment: Environment = process.env,
): Promise<ChosenProfile> {
  const url = environment['ROLECALL_URL'];
  if (url) {
    const client = { client_id: wanted(environment, 'ROLECALL_CLIENT_ID'), client_secret: secretOf(environment) };
    return { ...(await addressesOf(url)), ...client, origin: 'ROLECALL_URL', remedy: 'check ROLECALL_URL' };
  }
  const named = environment['ROLECALL_PROFILE'];
  if (named) return chosen(named, `check the address in ${named}, which ROLECALL_PROFILE names`);
  const file = profileFile(options.tenant, environment);
  const isSignedIn = fs.existsSync(file);
  const ofService = clientOfService(options, isSignedIn);
  if (ofService) return chosen(ofService, 'is the service running? `rolecall up` starts it');
  if (isSignedIn) return chosen(file, 'is the service running? `rolecall login URL` signs in elsewhere');
  throw new OperatorError(
    'which service? Sign in with `rolecall login URL`, set ROLECALL_URL, ROLECALL_CLIENT_ID and ROLECALL_CLIENT_SECRET, or start one with `rolecall up`',
  );
}

const chosen = (file: string, remedy: string): ChosenProfile => ({ ...readProfile(file), origin: file, remedy });

function wanted(environment: Environment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new OperatorError(
    `ROLECALL_URL is set, but ${name} is not; \`rolecall clients add NAME\` makes a client with id and secret`,
  );
}

const secretOf = (environment: Environment): string => wanted(environment, 'ROLECALL_CLIENT_SECRET');

/**
 * The file of the client that `rolecall up` made; undefined where it has made none.
 * @param isSignedIn whether there is another profile. Then a configuration that cannot be loaded is ignored: its passwords may be only in the
 *   environment of the service
 */
function clientOfService({ config: file, dataDir, tenant }: CommonOptions, isSignedIn: boolean): string | undefined {
  if (!fs.existsSync(file)) return undefined;
  let config: Config;
  try {
    config = loadConfig(file, { dataDir });
  } catch (error) {
    if (isSignedIn) return undefined;
    throw error;
  }
  if (!config.tenants.some(({ name }) => fs.existsSync(devClientFile(config, name)))) return undefined;
  const client = devClientFile(config, chosenTenant(config, tenant).name);
  return fs.existsSync(client) ? client : undefined;
}

/** The base address without a slash at its end, and the address that issues its tokens. */
export async function addressesOf(url: string): Promise<Pick<Profile, 'base_url' | 'token_url'>> {
  const base = url.replace(/\/+$/, '');
  if (!/^https?:\/\/[^\s?#]+$/.test(base)) {
    throw new OperatorError(`${url} is no address of a service; write it like https://rolecall.example.org`);
  }
  return { base_url: base, token_url: await tokenAddress(base) };
}

// The part of rolecall.yaml about people who sign in with a browser.
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../errors.ts';
import { nearestHint } from '../nearest.ts';
import { address, timeLimit } from './setting-types.ts';

const values = z.array(z.string().min(1)).default([]);

const Roles = z
  .strictObject({
    claim: z
      .string()
      .min(1)
      .default('groups')
      .describe(
        'The claim that decides about the role. `realm_access.roles` is the claim `roles` inside `realm_access`',
      ),
    viewer: values.describe('Values of the claim that make a viewer, who may read'),
    analyst: values.describe(
      'Values of the claim that make an analyst, who may also save queries and accept risks, but changes no source',
    ),
    administrator: values.describe('Values of the claim that make an administrator, who may do everything'),
  })
  .refine(
    ({ viewer, analyst, administrator }) => viewer.length + analyst.length + administrator.length > 0,
    'names no value, so nobody could sign in: give values for viewer, analyst or administrator',
  );

const Limits = z.strictObject({
  claim: z.string().min(1).describe('The claim that says which sources a person sees. Without it, a person is refused'),
  values: z
    .record(z.string(), z.array(z.string().min(1)).min(1))
    .optional()
    .describe(
      'Value of the claim → ids of sources, or `*` for all; default: the values of the claim are ids of sources, or `*`',
    ),
});

const OpenIdProvider = z
  .strictObject({
    name: z.string().min(1).max(60).describe('Name of the provider, for the button'),
    issuer: address.describe('The `iss` of its ID tokens; https, or http on this machine'),
    client_id: z.string().min(1).describe('The id that the provider gave this service'),
    client_secret: z
      .string()
      .min(1)
      .optional()
      .describe('The secret that the provider gave this service; default: none, for a public client')
      .meta({ secret: true }),
    client_secret_file: z
      .string()
      .min(1)
      .optional()
      .describe('A file that holds the secret, instead of `client_secret`'),
    client_authentication: z
      .enum(['basic', 'post'])
      .optional()
      .describe('Whether the secret is sent in a header or in the form; default: a header, if the provider takes it'),
    scopes: z
      .array(z.string().regex(/^[!#-[\]-~]+$/, 'must be the name of a scope'))
      .default(['profile', 'email'])
      .describe('Scopes to ask for besides `openid`. Many providers send groups only for a scope such as `groups`'),
    roles: Roles.describe('Who gets which role. Of several roles, a person gets the one that may do the most'),
    limits: Limits.optional().describe('Who sees which application instances; default: everybody sees all'),
    tenant_claim: z
      .string()
      .min(1)
      .optional()
      .describe('The claim that names the tenant; required when there are several tenants'),
  })
  .refine(
    ({ client_secret, client_secret_file }) => client_secret === undefined || client_secret_file === undefined,
    'has both client_secret and client_secret_file; only one of them can be used',
  );

export const SignIn = z.strictObject({
  idle: timeLimit.prefault('2h').describe('How long a session lasts without being used'),
  lifetime: timeLimit.prefault('12h').describe('How long a session lasts in any case'),
  openid: OpenIdProvider.optional().describe('An outside OpenID provider; without it, people sign in with links'),
});

export type SignInSettings = z.output<typeof SignIn>;
export type OpenIdSettings = NonNullable<SignInSettings['openid']>;

/**
 * Check what the settings say about other settings, and read the file of the secret.
 * @param sources the ids of the sources of each tenant
 * @param folder where relative paths start
 * @param file name of the configuration file, for messages
 * @throws OperatorError when something is wrong
 */
export function completeSignIn(
  settings: SignInSettings,
  sources: ReadonlyMap<string, readonly string[]>,
  { folder, file }: { folder: string; file: string },
): SignInSettings {
  const where = `${file}: sign_in`;
  if (settings.idle > settings.lifetime) throw new OperatorError(`${where}.idle: is longer than lifetime`);
  const { openid } = settings;
  if (!openid) return settings;
  const issuer = URL.parse(openid.issuer);
  const isLoopback = issuer && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(issuer.hostname);
  if (!issuer || !(issuer.protocol === 'https:' || isLoopback)) {
    throw new OperatorError(`${where}.openid.issuer: must be an https address (http only on this machine)`);
  }
  if (sources.size > 1 && openid.tenant_claim === undefined) {
    throw new OperatorError(
      `${where}.openid.tenant_claim: is missing; there are several tenants: ${[...sources.keys()].join(', ')}`,
    );
  }
  const known = [...sources.values()].flat();
  for (const [value, named] of Object.entries(openid.limits?.values ?? {})) {
    const unknown = named.find(source => source !== '*' && !known.includes(source));
    if (unknown === undefined) continue;
    throw new OperatorError(
      `${where}.openid.limits.values.${value}: there is no source \`${unknown}\`; ${nearestHint(unknown, known)}`,
    );
  }
  if (openid.client_secret_file === undefined) return settings;
  const secret = secretIn(path.resolve(folder, openid.client_secret_file), `${where}.openid.client_secret_file`);
  return { ...settings, openid: { ...openid, client_secret: secret } };
}

/** The content of a file without the line end that editors add. */
function secretIn(file: string, where: string): string {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new OperatorError(`${where}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  if (text === '') throw new OperatorError(`${where}: ${file} is empty`);
  return text;
}

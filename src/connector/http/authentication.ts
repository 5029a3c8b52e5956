// The credentials of the settings that connectors over HTTP share.
import { clientCredentials } from './access-tokens.ts';
import { basic, bearer, type Credentials } from './credentials.ts';
import type { AuthenticationSettings } from './settings.ts';

/** The credentials that settings give; undefined when they give none. */
export function credentialsOf(settings: AuthenticationSettings | undefined): Credentials | undefined {
  if (settings?.bearer_token !== undefined) return bearer(settings.bearer_token);
  if (settings?.username !== undefined) return basic(settings.username, settings.password ?? '');
  return settings?.oauth && clientCredentials(settings.oauth);
}

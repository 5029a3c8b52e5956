// Where clients reach the service, and how its tokens name it.
import type { AccessSettings } from '../../api/access/access-plugin.ts';
import type { Config } from '../../config/config-file.ts';
import type { Database } from '../../database/database.ts';

/** The public address of the service: `base_url`, or the address at which it listens. */
export function baseUrlOf(config: Pick<Config, 'base_url' | 'listen'>): string {
  const { host, port } = config.listen;
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return config.base_url ?? `http://${shown}:${port}`;
}

export function accessSettings(config: Config, database: Database): AccessSettings {
  const baseUrl = baseUrlOf(config);
  const templateOfBase = config.address_templates.base_url ?? baseUrl;
  return {
    database,
    baseUrl,
    authUrl: config.auth_url ?? baseUrl,
    environment: config.environment,
    templates: { baseUrl: templateOfBase, authUrl: config.address_templates.auth_url ?? templateOfBase },
  };
}

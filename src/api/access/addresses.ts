// The addresses that tokens contain. `{environment}` in an address or scope is replaced by the name of the deployment.
import { OperatorError } from '../../errors.ts';
import type { Scope } from '../../state/clients/clients.ts';

export interface AddressSettings {
  /** Base address of the API; may hold `{environment}`. */
  readonly baseUrl: string;
  /** Issuer of tokens: the token endpoint is `{authUrl}/oauth2/token`. May hold `{environment}`. */
  readonly authUrl: string;
  /** Name of the deployment; default `prod`. */
  readonly environment?: string | undefined;
}

/** The path at which assistants use the service. It is a protected resource of its own (RFC 9728). */
export const mcpPath = '/mcp';

export interface Addresses {
  /** Audience of tokens. */
  readonly baseUrl: string;
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  /** Scope → its name in tokens and requests: `{baseUrl}/read`. */
  readonly scopeNames: Readonly<Record<Scope, string>>;
}

/** @throws OperatorError when an address is not valid, or has a query or fragment (RFC 8414 section 2) */
export function resolveAddresses(settings: AddressSettings): Addresses {
  const baseUrl = resolveAddress('base_url', settings.baseUrl, settings.environment);
  const issuer = resolveAddress('auth_url', settings.authUrl, settings.environment);
  return {
    baseUrl,
    issuer,
    tokenEndpoint: `${issuer}/oauth2/token`,
    jwksUri: `${issuer}/.well-known/jwks.json`,
    scopeNames: {
      read: `${baseUrl}/read`,
      annotate: `${baseUrl}/annotate`,
      write: `${baseUrl}/write`,
      admin: `${baseUrl}/admin`,
    },
  };
}

function resolveAddress(setting: string, value: string, environment = 'prod'): string {
  const address = value.replaceAll('{environment}', environment).replace(/\/+$/, '');
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || /[?#\s{}]/.test(address)) {
    throw new OperatorError(
      `${setting}: ${JSON.stringify(value)} must be an http or https address without query or fragment`,
    );
  }
  return address;
}

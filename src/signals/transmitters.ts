// The transmitters of the configuration, with their keys and metadata (SSF 1.0, section 7).
import type { TransmitterSettings } from '../config/signal-settings.ts';
import { ServiceError } from '../errors.ts';
import { createKeyLookup, fetchIssuerDocument, safeIssuerAddress } from '../issuers/key-set.ts';
import { type ExpectedTokens, type SecurityEvent, verifySecurityEvent } from './security-event-tokens.ts';

/** What the metadata of a transmitter say, as far as it is used. */
export interface TransmitterMetadata {
  readonly jwks_uri?: string;
  readonly configuration_endpoint?: string;
  readonly status_endpoint?: string;
  readonly verification_endpoint?: string;
}

export interface Transmitter {
  readonly settings: TransmitterSettings;
  /** @throws TokenRefused, ServiceError SERVICE_UNAVAILABLE */
  verify(token: string): Promise<SecurityEvent>;
  /** @throws ServiceError SERVICE_UNAVAILABLE */
  metadata(): Promise<TransmitterMetadata>;
}

/** @param now milliseconds since 1970 */
export function createTransmitter(settings: TransmitterSettings, now: () => number = Date.now): Transmitter {
  const { issuer, audience, jwks_url: jwksUrl } = settings;
  const where = `signals.transmitters: ${settings.name}:`;
  const stated = jwksUrl === undefined ? undefined : safeIssuerAddress(jwksUrl, `${where} jwks_url`);
  const described = safeIssuerAddress(settings.metadata_url ?? metadataAddress(issuer), `${where} metadata_url`);
  const metadata = async (): Promise<TransmitterMetadata> => {
    const text = await fetchIssuerDocument(described);
    try {
      const document = JSON.parse(text) as TransmitterMetadata & { issuer?: unknown };
      // Otherwise one transmitter could take the place of another (SSF 1.0, section 7.2.3).
      if (document.issuer === issuer) return document;
    } catch {
      // Said below.
    }
    throw new ServiceError('SERVICE_UNAVAILABLE', `the metadata at ${described.href} are not those of ${issuer}`);
  };
  const keyAddress = async (): Promise<URL> => {
    if (stated) return stated;
    const { jwks_uri: uri } = await metadata();
    return safeIssuerAddress(uri ?? '', `${where} jwks_uri of the metadata`);
  };
  const lookup = createKeyLookup(keyAddress, now);
  const keys: ExpectedTokens['keys'] = newerThanMs =>
    newerThanMs === undefined ? lookup.get('') : lookup.getNewer('', newerThanMs);
  return { settings, metadata, verify: token => verifySecurityEvent(token, { issuer, audience, keys }, now()) };
}

/** The well-known path goes between host and path of the issuer (SSF 1.0, section 7.2). */
function metadataAddress(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/ssf-configuration${pathname.replace(/\/+$/, '')}`;
}

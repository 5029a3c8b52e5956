// Network zones as locations (developer.okta.com/docs/api/openapi/okta-management/management/tag/NetworkZone).
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { at, listOf, present, textOf, textsOf } from './values.ts';

/** Zone id → the zone, for the conditions of rules. */
export type Zones = ReadonlyMap<string, unknown>;

/** The location that a zone describes: addresses, or where on earth, by which network or through which proxies. */
function locationOf(zone: unknown, excluded: boolean) {
  const addresses = listOf(zone, 'gateways').flatMap(gateway => textOf(gateway, 'value') ?? []);
  const countries = listOf(zone, 'locations').flatMap(
    place => textOf(place, 'region') ?? textOf(place, 'country') ?? [],
  );
  return {
    type: textOf(zone, 'type') === 'IP' ? 'Network' : 'DynamicZone',
    typeSpecificData: present({
      name: textOf(zone, 'name'),
      ...(addresses.length > 0 && { [excluded ? 'ipAddressExclusions' : 'ipAddressInclusions']: addresses }),
      ...((countries.length > 0 || excluded) && {
        supplementaryInformation: {
          additionalLocationMetadata: metadataItems('okta', {
            excluded: excluded || undefined,
            countries: countries.length > 0 ? countries : undefined,
            networks: textsOf(zone, 'asns').length > 0 ? textsOf(zone, 'asns') : undefined,
          }),
        },
      }),
    }),
  };
}

/**
 * Where a rule holds. `connection`: ANYWHERE, ZONE with `include` or `exclude`, ON_NETWORK, OFF_NETWORK.
 * @returns undefined when it holds everywhere
 */
export function locationsOf(network: unknown, zones: Zones) {
  const connection = textOf(network, 'connection');
  if (connection === undefined || connection === 'ANYWHERE') return undefined;
  const named = (member: string, excluded: boolean) =>
    textsOf(at(network), member).map(id => locationOf(zones.get(id) ?? { name: id }, excluded));
  return { policy: { allowAll: false, authorizedLocations: [...named('include', false), ...named('exclude', true)] } };
}

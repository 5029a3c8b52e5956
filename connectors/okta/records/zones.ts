// Network zones as locations (developer.okta.com/docs/api/openapi/okta-management/management/tag/NetworkZone).

import { definedMembers, listAt, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';

/** Zone id → the zone, for the conditions of rules. */
export type Zones = ReadonlyMap<string, unknown>;

/** The location that a zone describes: addresses, or where on earth, by which network or through which proxies. */
function locationOf(zone: unknown, excluded: boolean) {
  const addresses = listAt(zone, 'gateways').flatMap(gateway => textAt(gateway, 'value') ?? []);
  const countries = listAt(zone, 'locations').flatMap(
    place => textAt(place, 'region') ?? textAt(place, 'country') ?? [],
  );
  return {
    type: textAt(zone, 'type') === 'IP' ? 'Network' : 'DynamicZone',
    typeSpecificData: definedMembers({
      name: textAt(zone, 'name'),
      ...(addresses.length > 0 && { [excluded ? 'ipAddressExclusions' : 'ipAddressInclusions']: addresses }),
      ...((countries.length > 0 || excluded) && {
        supplementaryInformation: {
          additionalLocationMetadata: metadataItems('okta', {
            excluded: excluded || undefined,
            countries: countries.length > 0 ? countries : undefined,
            networks: textsAt(zone, 'asns').length > 0 ? textsAt(zone, 'asns') : undefined,
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
  const connection = textAt(network, 'connection');
  if (connection === undefined || connection === 'ANYWHERE') return undefined;
  const named = (member: string, excluded: boolean) =>
    textsAt(valueAt(network), member).map(id => locationOf(zones.get(id) ?? { name: id }, excluded));
  return { policy: { allowAll: false, authorizedLocations: [...named('include', false), ...named('exclude', true)] } };
}

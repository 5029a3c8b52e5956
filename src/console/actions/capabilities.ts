// What can be changed in each source, and why something cannot.
import type { Schemas } from '../../../clients/typescript/index.ts';
import { useApi } from '../api/api.ts';
import { may } from '../session/session.ts';
import type { Operation } from './operations.ts';

export type Capabilities = Schemas['CapabilityList']['items'][number];
export type Capability = Capabilities['operations'][number];

export function useCapabilities(applicationInstanceId: string): Capabilities | undefined {
  const { data } = useApi('get', '/v1/capabilities', {}, { enabled: may('write') });
  return data?.items.find(each => each.applicationInstanceId === applicationInstanceId);
}

/** The operations that the source can do and that its configuration allows. */
export function allowed(capabilities: Capabilities, wanted: readonly Operation[]): readonly Capability[] {
  return wanted.flatMap(operation =>
    capabilities.operations.filter(each => each.operation === operation && each.supported && each.code === undefined),
  );
}

/** Why the source refuses what its connector could do; undefined when it does not. */
export function refusalOf(capabilities: Capabilities, wanted: readonly Operation[]): string | undefined {
  return capabilities.operations.find(({ operation, supported, code }) => {
    return wanted.includes(operation) && supported && code !== undefined;
  })?.reason;
}

// What can be changed in each source, and why something cannot.
import type { Schemas } from '../../../clients/typescript/index.ts';
import { apiQuery, useApi } from '../api/api.ts';
import { may } from '../session/session.ts';
import type { Operation } from './operations.ts';

export type Capabilities = Schemas['CapabilityList']['items'][number];
export type Capability = Capabilities['operations'][number];

export const capabilitiesQuery = apiQuery('get', '/v1/capabilities', {});

/** Undefined when they are not known, also while they are awaited. */
export function useCapabilities(applicationInstanceId: string): {
  readonly capabilities: Capabilities | undefined;
  readonly isAwaited: boolean;
} {
  const { data, isLoading } = useApi('get', '/v1/capabilities', {}, { enabled: may('write') });
  const capabilities = data?.items.find(each => each.applicationInstanceId === applicationInstanceId);
  return { capabilities, isAwaited: isLoading };
}

/** The operations that the source can do and that its configuration allows. */
export function allowed(capabilities: Capabilities, wanted: readonly Operation[]): readonly Capability[] {
  return wanted.flatMap(operation =>
    capabilities.operations.filter(each => each.operation === operation && each.supported && each.code === undefined),
  );
}

/**
 * Why the source refuses what its connector could do, or why its connector can do none of it.
 * @returns undefined when nothing is refused
 */
export function refusalOf(capabilities: Capabilities, wanted: readonly Operation[]): string | undefined {
  const asked = capabilities.operations.filter(({ operation }) => wanted.includes(operation));
  const possible = asked.filter(({ supported }) => supported);
  if (possible.length > 0) return possible.find(({ code }) => code !== undefined)?.reason;
  return asked.find(({ reason }) => reason !== undefined)?.reason ?? 'its connector cannot do this';
}

// Resources that policies name one by one, as resource instances.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import { accountOfArn } from '../ids.ts';
import { hasWildcard, literals } from '../policy/patterns.ts';

/** A pattern as policies write it: variables may have put literal wildcards into it. */
export const writtenResource = (pattern: string): string =>
  [...literals].reduce((text, [written, literal]) => text.replaceAll(literal, written), pattern);

interface NamedResource {
  readonly arn: string;
  /** `s3:bucket`, `lambda:function`. */
  readonly resourceClass: string;
}

/** @returns undefined for a pattern. All objects of a bucket are the bucket. */
export function namedResource(pattern: string): NamedResource | undefined {
  const bucket = /^(arn:[\w-]+:s3:::[^/*?]+)\/\*$/.exec(pattern)?.[1];
  const arn = bucket ?? pattern;
  if (hasWildcard(arn)) return undefined;
  const [, service, rest] = /^arn:[\w-]+:([\w-]+):[^:]*:[^:]*:(.+)$/s.exec(arn) ?? [];
  if (service === undefined || rest === undefined) return undefined;
  return { arn: writtenResource(arn), resourceClass: `${service}:${kindOf(service, rest)}` };
}

/** The part before the name: `function:NAME`, `role/NAME`. Buckets, queues and topics have none. */
function kindOf(service: string, rest: string): string {
  if (service === 's3') return rest.includes('/') ? 'object' : 'bucket';
  return /^([a-z][\w-]*)[:/]/i.exec(rest)?.[1] ?? 'resource';
}

/** @param accounts ids of the accounts that land as resource instances */
export function namedResourceRecord(
  { arn, resourceClass }: NamedResource,
  accounts: ReadonlySet<string>,
): SourceRecord {
  const account = accountOfArn(arn);
  const name = arn.split(':').slice(5).join(':').split('/').at(-1) || arn;
  return {
    ...{ id: arn, name: arn, displayName: name, resourceClass },
    ...(account !== undefined && accounts.has(account) && { parentId: account }),
  };
}

export const resourceClassRecord = (resourceClass: string): SourceRecord => ({
  id: resourceClass,
  name: resourceClass,
  displayName: resourceClass.replace(':', ' '),
});

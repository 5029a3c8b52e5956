// Where the services of AWS answer, and how their requests are written (docs.aws.amazon.com/general/latest/gr/aws-service-information.html).
import type { AwsSettings } from './settings.ts';

export type ServiceName = 'iam' | 'sts' | 'organizations' | 'sso' | 'identitystore';

export interface Endpoint {
  readonly url: string;
  /** Name and region that signatures are for. */
  readonly service: string;
  readonly region: string;
}

interface Partition {
  readonly domain: string;
  /** The region of services that have one address for all regions. */
  readonly home: string;
  /** Before the domain: `iam.us-gov`. */
  readonly iam: string;
  readonly organizations: string;
}

function partitionOf(region: string): Partition {
  if (region.startsWith('cn-'))
    return {
      domain: 'amazonaws.com.cn',
      home: region.startsWith('cn-northwest') ? 'cn-northwest-1' : 'cn-north-1',
      iam: 'iam.cn-north-1',
      organizations: 'organizations.cn-northwest-1',
    };
  if (region.startsWith('us-gov-'))
    return {
      ...{ domain: 'amazonaws.com', home: 'us-gov-west-1' },
      ...{ iam: 'iam.us-gov', organizations: 'organizations.us-gov-west-1' },
    };
  return { domain: 'amazonaws.com', home: 'us-east-1', iam: 'iam', organizations: 'organizations.us-east-1' };
}

export function endpointOf(
  service: ServiceName,
  { region, endpoint_url }: Pick<AwsSettings, 'region' | 'endpoint_url'>,
): Endpoint {
  const { domain, home, ...names } = partitionOf(region);
  const isGlobal = service === 'iam' || service === 'organizations';
  const host = isGlobal ? names[service] : `${service}.${region}`;
  const signedRegion = isGlobal ? (/\.([a-z]{2}-[a-z]+-\d)$/.exec(host)?.[1] ?? home) : region;
  return { url: endpoint_url ?? `https://${host}.${domain}`, service, region: signedRegion };
}

/** Version of the query protocol's operations. */
export const queryVersions: Partial<Record<ServiceName, string>> = { iam: '2010-05-08', sts: '2011-06-15' };

/** Name before that of the operation in `X-Amz-Target`. */
export const jsonTargets: Partial<Record<ServiceName, string>> = {
  organizations: 'AWSOrganizationsV20161128',
  sso: 'SWBExternalService',
  identitystore: 'AWSIdentityStore',
};

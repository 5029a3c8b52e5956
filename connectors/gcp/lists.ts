// The lists of Google Cloud: `nextPageToken` of an answer is `pageToken` of the next request (google.aip.dev/158).
import { nextFromBody } from '../../src/connector/http/paging.ts';
import type { HttpRequest } from '../../src/connector/http/request.ts';
import { type PageOfList, pagesOfList, type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { isJsonObject, valueAt } from '../../src/connector/json-values.ts';
import type { Api, GcpClient } from './client.ts';

export interface GcpList {
  readonly api: Api;
  /** Path and version, such as `v3/folders`. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** The member of the answer that has the items. Google leaves it out when there are none. */
  readonly member: string;
  /** The permission that the list needs. */
  readonly permission: string;
  /** The object is the only item. */
  readonly single?: boolean;
  /** Sent as the body of a POST request. */
  readonly json?: object;
}

export const wholeGcpList = (client: GcpClient, list: GcpList) => wholeList(client.apis[list.api], sourceList(list));

export const gcpPages = (client: GcpClient, list: GcpList): AsyncGenerator<PageOfList> =>
  pagesOfList(client.apis[list.api], sourceList(list));

function sourceList({ path, query, member, permission, single, json }: GcpList): SourceList {
  return {
    name: `${json === undefined ? 'GET' : 'POST'} /${path}`,
    request: from => ({
      ...{ url: path, query: { ...query, pageToken: from } },
      // Questions such as getIamPolicy are sent with POST, and change nothing.
      ...(json && { method: 'POST', json, isIdempotent: true }),
    }),
    items(body) {
      const items = valueAt(body, member);
      if (single) return isJsonObject(body) ? [body] : undefined;
      if (Array.isArray(items)) return items;
      return items === undefined && isJsonObject(body) ? [] : undefined;
    },
    next: ({ body }) => (single ? undefined : nextFromBody(body, ['nextPageToken'])),
    remedy: `grant the service account a role with ${permission}, and enable the API in its project`,
  };
}

const pageSize = 300;

export const folderList = (parent: string): GcpList => ({
  ...{ api: 'resources', path: 'v3/folders', query: { parent, pageSize }, member: 'folders' },
  permission: 'resourcemanager.folders.list',
});

export const projectList = (parent: string): GcpList => ({
  ...{ api: 'resources', path: 'v3/projects', query: { parent, pageSize }, member: 'projects' },
  permission: 'resourcemanager.projects.list',
});

export const serviceAccountList = (project: string): GcpList => ({
  ...{ api: 'iam', path: `v1/projects/${project}/serviceAccounts`, query: { pageSize: 100 }, member: 'accounts' },
  permission: 'iam.serviceAccounts.list',
});

/** Keys that somebody made. Google's own are renewed within days, and nobody can export them. */
export const keyList = (project: string, email: string): GcpList => ({
  ...{ api: 'iam', path: `v1/projects/${project}/serviceAccounts/${encodeURIComponent(email)}/keys`, member: 'keys' },
  ...{ query: { keyTypes: 'USER_MANAGED' }, permission: 'iam.serviceAccountKeys.list' },
});

export const apiKeyList = (project: string): GcpList => ({
  ...{ api: 'keys', path: `v2/projects/${project}/locations/global/keys`, query: { pageSize }, member: 'keys' },
  permission: 'apikeys.keys.list',
});

export const workloadPoolList = (project: string): GcpList => ({
  ...{ api: 'iam', path: `v1/projects/${project}/locations/global/workloadIdentityPools`, query: { pageSize: 1000 } },
  ...{ member: 'workloadIdentityPools', permission: 'iam.workloadIdentityPools.list' },
});

/** @param pool name of a pool that may have providers; the API refuses the list of others */
export const workloadProviderList = (pool: string): GcpList => ({
  ...{ api: 'iam', path: `v1/${pool}/providers`, query: { pageSize: 100 }, member: 'workloadIdentityPoolProviders' },
  permission: 'iam.workloadIdentityPoolProviders.list',
});

/** The clusters of all locations, in one answer. */
export const clusterList = (project: string): GcpList => ({
  ...{ api: 'clusters', path: `v1/projects/${project}/locations/-/clusters`, member: '', single: true },
  permission: 'container.clusters.list',
});

/** @param parent an organisation or a project; undefined: Google's own roles */
export const roleList = (parent?: string): GcpList => ({
  ...{ api: 'iam', path: 'v1/roles', query: { parent, view: 'FULL', pageSize: 1000 }, member: 'roles' },
  permission: parent === undefined ? 'iam.roles.list' : `iam.roles.list on ${parent}`,
});

/** Every policy below an organisation or project, in one list. */
export const policySearch = (scope: string): GcpList => ({
  ...{ api: 'assets', path: `v1/${scope}:searchAllIamPolicies`, query: { pageSize: 500 }, member: 'results' },
  permission: 'cloudasset.assets.searchAllIamPolicies',
});

/** Conditions are shown to whom asks for version 3 only. */
const requestedPolicyVersion = 3;

/** The policy of an organisation, folder or project. */
export const policyOf = (path: string): GcpList => ({
  ...{ api: 'resources', path: `v3/${path}:getIamPolicy`, member: '', single: true },
  ...{
    json: { options: { requestedPolicyVersion } },
    permission: `resourcemanager.${path.split('/')[0]}.getIamPolicy`,
  },
});

export const policyOfServiceAccount = (project: string, email: string): GcpList => ({
  ...{ api: 'iam', path: `v1/projects/${project}/serviceAccounts/${encodeURIComponent(email)}:getIamPolicy` },
  ...{ query: { 'options.requestedPolicyVersion': requestedPolicyVersion }, member: '', single: true },
  ...{ json: {}, permission: 'iam.serviceAccounts.getIamPolicy' },
});

export const bucketList = (project: string): GcpList => ({
  ...{ api: 'storage', path: 'storage/v1/b', query: { project, maxResults: 1000 }, member: 'items' },
  permission: 'storage.buckets.list',
});

export const policyOfBucket = (bucket: string): GcpList => ({
  ...{ api: 'storage', path: `storage/v1/b/${encodeURIComponent(bucket)}/iam`, member: '', single: true },
  ...{ query: { optionsRequestedPolicyVersion: requestedPolicyVersion }, permission: 'storage.buckets.getIamPolicy' },
});

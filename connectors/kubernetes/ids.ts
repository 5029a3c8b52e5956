// Local ids in a cluster. Kubernetes refers to everything by its name, so a name that is used again means the same right.

/** The resource that stands for the cluster. */
export const clusterId = 'cluster';

export const namespaceId = (name: string): string => `namespace:${name}`;

/** The user name with which a service account is authenticated (kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin). */
export const serviceAccountId = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

/** A token of a service account that is stored in a Secret. */
export const tokenId = (namespace: string, secret: string): string => `secret:${namespace}/${secret}`;

/** Links a token to its service account. */
export const tokenIdentifier = (namespace: string, name: string): string =>
  `kubernetes-service-account:${namespace}/${name}`;

/** @param namespace undefined: a ClusterRole */
export const roleId = (name: string, namespace?: string): string =>
  namespace === undefined ? `ClusterRole/${name}` : `Role/${namespace}/${name}`;

/** Groups that the API server itself gives (kubernetes.io/docs/reference/access-authn-authz/authentication, and rbac: default roles). */
export const systemGroups = {
  everybody: 'system:authenticated',
  nobody: 'system:unauthenticated',
  serviceAccounts: 'system:serviceaccounts',
} as const;

export const serviceAccountsOf = (namespace: string): string => `${systemGroups.serviceAccounts}:${namespace}`;

/** The user of requests without credentials. */
export const anonymous = 'system:anonymous';

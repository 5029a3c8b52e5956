// Local ids in Google Cloud.

/** Policies name accounts by their addresses. @param email in any case */
export const userId = (email: string): string => `user:${email.toLowerCase()}`;

export const serviceAccountId = (email: string): string => `serviceAccount:${email.toLowerCase()}`;

export const keyId = (email: string, key: string): string => `key:${email.toLowerCase()}/${key}`;

/** Links a key to its service account. */
export const keyIdentifier = (email: string): string => `gcp-service-account:${email.toLowerCase()}`;

/** The last part of a resource's name. */
export const lastPart = (name: string): string => name.split('/').at(-1) ?? name;

// What the templates of OAA have in common: times, custom properties, permissions.

import { flagOfValue } from '../../src/connector/flags.ts';
import { definedMembers, isJsonObject, listAt, textAt, timeAt, valueAt } from '../../src/connector/json-values.ts';
import { metadataItems } from '../../src/connector/metadata-items.ts';

/** Custom properties as metadata, without those that are no scalar or list of texts. */
export function customProperties(item: unknown, more: Parameters<typeof metadataItems>[1] = {}) {
  const given = valueAt(item, 'custom_properties');
  const custom = Object.entries(isJsonObject(given) ? given : {}).flatMap(([name, value]) => {
    const isList = Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string');
    return isList || ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value as string] as const] : [];
  });
  return metadataItems('oaa', { ...more, ...Object.fromEntries(custom) });
}

export const emailOf = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.find(text => text !== undefined && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text));

export const timeFields = (item: unknown) =>
  definedMembers({
    createdDate: timeAt(item, 'created_at'),
    lastActivityDate: timeAt(item, 'last_login_at'),
    lastPasswordChangedDate: timeAt(item, 'password_last_changed_at'),
  });

export const isActive = (item: unknown): boolean | undefined => flagOfValue(valueAt(item, 'is_active'));

export interface OaaPermission {
  readonly name: string;
  /** Of a permission for some classes of resources; none: for all. */
  readonly resourceTypes: readonly string[];
  readonly reachesSubResources: boolean;
  readonly permissions: Readonly<Record<string, unknown>>;
}

/** The words of Veza for what a permission allows (OAAPermission of oaaclient). `Uncategorized` says nothing. */
const flags: Readonly<Record<string, string>> = {
  DataRead: 'isRead',
  DataWrite: 'isUpdate',
  DataCreate: 'isCreate',
  DataDelete: 'isDelete',
  MetadataRead: 'isRead',
  MetadataWrite: 'isUpdate',
  MetadataCreate: 'isCreate',
  MetadataDelete: 'isDelete',
  NonData: 'isExecute',
};

/** By their names in lower case: payloads refer to them without regard to case. */
export function permissionsOf(payload: unknown): Map<string, OaaPermission> {
  return new Map(
    listAt(payload, 'permissions').flatMap(item => {
      const name = textAt(item, 'name');
      if (name === undefined) return [];
      const types = listAt(item, 'permission_type').map(String);
      const allowed = types.flatMap(type => (Object.hasOwn(flags, type) ? [[flags[type]!, true] as const] : []));
      const permission: OaaPermission = {
        name,
        resourceTypes: listAt(item, 'resource_types').map(String),
        reachesSubResources: flagOfValue(valueAt(item, 'apply_to_sub_resources')) === true,
        permissions: {
          ...Object.fromEntries(allowed),
          fineGrainedSpecifiers: [name],
          specificationMetadata: metadataItems('oaa', { permissionTypes: types.length > 0 ? types : undefined }),
        },
      };
      return [[name.toLowerCase(), permission] as const];
    }),
  );
}

// What the permissions of a role permit, on the place of a binding and on what the place contains (cloud.google.com/iam/docs/roles-overview).

/** What makes more rights out of one (cloud.google.com/iam/docs/best-practices-service-accounts, and the reference of permissions). */
const escalating = [
  /\.setIamPolicy$/,
  /^iam\.roles\.(create|update)$/,
  /^iam\.serviceAccountKeys\.create$/,
  /^iam\.serviceAccounts\.(actAs|getAccessToken|getOpenIdToken|implicitDelegation|signBlob|signJwt)$/,
  /^orgpolicy\.policy\.set$/,
  /^deploymentmanager\.deployments\.create$/,
  /^cloudbuild\.builds\.create$/,
  /^secretmanager\.versions\.access$/,
  /^apikeys\.keys\.(create|getKeyString)$/,
  /^storage\.hmacKeys\.create$/,
];

/** By which somebody gets credentials of a service account, or has it do what they want. */
const actingAs =
  /^iam\.(serviceAccounts\.(actAs|getAccessToken|getOpenIdToken|implicitDelegation|signBlob|signJwt)|serviceAccountKeys\.create)$/;

/** Beyond this many, only the permissions that give further rights are listed, beside the role: `roles/owner` has some ten thousand. */
const listedPermissions = 60;

const verbOf = (permission: string) => permission.slice(permission.lastIndexOf('.') + 1);

const flags: readonly (readonly [flag: string, verb: RegExp])[] = [
  ['isRead', /^(get|list|search|query|read|export|access|download|view|watch|fetch|lookup|monitor)/],
  ['isCreate', /^(create|insert|add|import|deploy|publish|write|append|copy|submit)/],
  [
    'isUpdate',
    /^(update|set|patch|modify|enable|disable|move|attach|detach|resize|write|rotate|restore|undelete|cancel|stop|reset)/,
  ],
  ['isDelete', /^(delete|remove|purge|destroy)/],
  [
    'isExecute',
    /^(invoke|run|execute|use|call|actAs|start|connect|login|osLogin|osAdminLogin|sign|encrypt|decrypt|consume|subscribe|getAccessToken|getOpenIdToken)/i,
  ],
];

function permissionsOf(role: string, permissions: readonly string[]) {
  const verbs = new Set(permissions.map(verbOf));
  const escalates = permissions.filter(permission => escalating.some(pattern => pattern.test(permission)));
  const listed = permissions.length <= listedPermissions ? permissions : escalates;
  return {
    ...Object.fromEntries(flags.map(([flag, pattern]) => [flag, [...verbs].some(verb => pattern.test(verb))])),
    isPrivileged: escalates.length > 0,
    fineGrainedSpecifiers: [role, ...listed.toSorted()],
  };
}

/** Words that say that the holder can act as the service accounts in the object of the entitlement, or as the object itself. */
const impersonates = 'impersonate service accounts';

function permissionsOnServiceAccounts(role: string, permissions: readonly string[]) {
  const about = permissions.filter(permission => permission.startsWith('iam.serviceAccount'));
  if (about.length === 0) return undefined;
  const found = permissionsOf(role, about);
  if (!about.some(permission => actingAs.test(permission))) return found;
  return { ...found, fineGrainedSpecifiers: [...found.fineGrainedSpecifiers, impersonates] };
}

export const serviceAccountClass = 'iam.googleapis.com/ServiceAccount';

/** Classes of what contains other resources: a role that is granted there is granted on everything below. */
export const placeClasses = ['organization', 'folder', 'project'];

/**
 * What a role permits where it is granted.
 * @param objectClass class of the resource that has the policy
 * @param permissions of the role
 * @param classes of the resources that were read: below a place, a permission reaches those that its service has
 * @returns members of `reasonSpecificData`
 */
export function permittedBy(
  role: string,
  objectClass: string,
  permissions: readonly string[],
  classes: readonly string[],
) {
  if (objectClass === serviceAccountClass)
    return { permissions: permissionsOnServiceAccounts(role, permissions) ?? permissionsOf(role, permissions) };
  const everything = permissionsOf(role, permissions);
  if (!placeClasses.includes(objectClass)) return { permissions: everything };
  const services = Map.groupBy(
    classes.filter(each => !placeClasses.includes(each) && each !== serviceAccountClass),
    serviceOfClass,
  );
  const onAccounts = permissionsOnServiceAccounts(role, permissions);
  const elements = [...services].flatMap(([service, ofService]) => {
    const about = permissions.filter(permission => permission.startsWith(`${service}.`));
    return about.length === 0 ? [] : [{ resourceClasses: ofService, permissions: permissionsOf(role, about) }];
  });
  return {
    permissions: everything,
    contentPermissions: [
      { resourceClasses: placeClasses, permissions: everything },
      ...(onAccounts ? [{ resourceClasses: [serviceAccountClass], permissions: onAccounts }] : []),
      ...elements,
    ],
  };
}

/** The service of an asset type is the first part of its permissions, such as `run` of `run.googleapis.com/Service`. */
const serviceOfClass = (assetType: string) => assetType.split('.')[0]!;

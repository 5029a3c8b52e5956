// Locations and policies of the identity provider, as JSON in the form in which it exports them.

const office = {
  type: 'Network',
  typeSpecificData: {
    name: 'Office Utrecht',
    ipAddressInclusions: ['203.0.113.0/25', '2001:db8:1::/48'],
    ipAddressExclusions: ['203.0.113.96/28'],
    supplementaryInformation: {
      geoLocation: { latitude: 52.0907, longtitude: 5.1214 },
      additionalLocationMetadata: [
        { id: 'zone-1', name: 'zone', namespace: 'idp', type: 'string', value: 'office-utrecht' },
      ],
    },
  },
};

/** Where somebody may sign in from: only from the office. */
export const officeOnly = JSON.stringify({
  isInherited: true,
  policy: { allowAll: false, authorizedLocations: [office] },
});

/** Where somebody works. */
export const atTheOffice = JSON.stringify([office]);

/** Where a sign-in came from. */
export const signedInAtTheOffice = JSON.stringify(office);

const condition = (name: string, type: string, values: readonly string[]) => ({
  context: [{ id: 'c-1', name: 'subject', namespace: 'idp', type: 'string', value: name }],
  overrides: ['AllowAdmin'],
  rootOperator: {
    type: 'Array',
    operator: {
      isArrayGeneratingDynamicValue: false,
      arrayOpKey: {
        type: 'Function',
        value: name,
        keySpecification: { parameters: [{ name: 'depth', type: 'number', value: 1 }] },
      },
      arrayOpType: 'In',
      arrayOpValue: {
        values: values.map(value => ({ staticConditionValueType: type, staticConditionValueData: value })),
      },
    },
  },
});

const strong = {
  accountConditions: condition('groupsOf', 'group', ['platform-tools', 'finance']),
  assignedApplicationConditions: condition('labelsOf', 'label', ['sensitive']),
  authorizedLocations: { isInherited: false, policy: { allowAll: false, authorizedLocations: [office] } },
  includedAuthenticationMethods: [{ type: 'webauthn', description: 'Security key' }],
  excludedAuthenticationMethods: [{ type: 'sms', description: 'Text message' }],
};

/** Which methods may be used: security keys, and never text messages. */
export const strongMethods = JSON.stringify(strong);

/** The same by the risk that the identity provider sees in a sign-in. */
export const strongWhenRisky = JSON.stringify([
  { riskLevel: 'Critical', policy: strong },
  { riskLevel: 'Low', policy: { includedAuthenticationMethods: [{ type: 'push', description: 'Push notification' }] } },
]);

/** What somebody has allowed an application to do in their name. */
export const consent = JSON.stringify([
  {
    id: 'consent-1',
    name: 'Calendar reader',
    description: 'Reads the calendar to plan meetings',
    fineGrainedResourceClass: 'calendar',
    fineGrainedSpecifiers: ['calendar.read'],
    formattedScopes: { type: 'OAuth', specifiers: ['openid', 'calendar.read'] },
    isCreate: false,
    isRead: true,
    isUpdate: false,
    isDelete: false,
    isExecute: false,
    isShare: false,
    isPrivileged: false,
    ownershipLevel: 'None',
    owners: [{ objectType: 'Account', objectId: 'u10000', federationInformation: { isFederated: false } }],
    permissionGroupId: 'calendar',
    specificationMetadata: [{ name: 'publisher', type: 'string', value: 'Portcullis Example' }],
  },
]);

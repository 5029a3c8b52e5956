// Types that several resources share, field for field as the interface names them.
import { z } from 'zod';
import {
  EntitlementReason,
  EntitlementType,
  MetadataItemType,
  ObjectType,
  OwnershipLevel,
  Requirement,
} from './enumerations.ts';

export const text = z.string();
export const flag = z.boolean();
export const number = z.number();
export const count = z.int().nonnegative();
/** ISO 8601 with an offset or `Z`; stored and served in UTC. */
export const timestamp = z.iso.datetime({ offset: true });
/** Any address that mail systems use, `root@host` and international ones (RFC 6531) included. */
export const email = z.email({ pattern: z.regexes.unicodeEmail });
export const globalId = z.uuid();
/** Any JSON value. */
export const anyValue = z.json();
// In JSON Schema any value is the empty schema; spelled out as a recursive union it would only cost validation time.
anyValue._zod.toJSONSchema = () => ({});
export const texts = z.array(z.string());

/** An object whose fields may each be absent, as nested types are everywhere in the interface. */
export const sparse = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial();

export const MetadataItem = sparse({
  id: text,
  name: text,
  namespace: text,
  type: MetadataItemType,
  value: anyValue,
}).meta({ title: 'MetadataItem' });

export const ObjectMetadata = z
  .strictObject({
    ApplicationInstanceId: globalId.describe('The application instance (configured source) that the object came from'),
    GeneratedTime: timestamp.describe('When the connector read the object from its source'),
    Profile: text.describe('Profile under which the connector landed the object, normally its type'),
    ObjectOrRelationshipType: text.describe('Object or relationship type'),
  })
  .meta({ title: 'ObjectMetadata' });

export const EnrichmentMetadata = z
  .strictObject({
    enrichmentVersion: text.describe('Version of the enrichment SQL that made the row'),
    generatedTime: timestamp.describe('When the row was made'),
  })
  .meta({ title: 'EnrichmentMetadata' });

export const AuthenticationMethod = sparse({ type: text, description: text }).meta({ title: 'AuthenticationMethod' });

export const FederationInformation = sparse({ isFederated: flag, authenticationKey: text }).meta({
  title: 'FederationInformation',
});

export const FederationSpecification = sparse({
  isFederated: flag,
  connectionType: text.describe('For example `Source`'),
  sourceAuthenticationKey: text,
  targetAuthenticationKey: text,
}).meta({ title: 'FederationSpecification' });

export const FederationId = sparse({ type: text, value: text, authenticationKey: text }).meta({
  title: 'FederationId',
});

export const LocationSpecification = sparse({
  type: text.describe('For example `Network`'),
  typeSpecificData: sparse({
    ipAddressExclusions: texts,
    ipAddressInclusions: texts,
    name: text,
    supplementaryInformation: sparse({
      geoLocation: sparse({ latitude: number, longtitude: number }),
      additionalLocationMetadata: z.array(MetadataItem),
    }),
  }),
}).meta({ title: 'LocationSpecification' });

export const AuthorizedLocationPolicy = sparse({
  isInherited: flag,
  policy: sparse({ allowAll: flag, authorizedLocations: z.array(LocationSpecification) }),
}).meta({ title: 'AuthorizedLocationPolicy' });

export const Conditions = sparse({
  context: z.array(MetadataItem),
  overrides: texts.describe('For example `AllowAdmin`'),
  rootOperator: sparse({
    type: text.describe('For example `Array`'),
    operator: sparse({
      isArrayGeneratingDynamicValue: flag,
      arrayOpKey: sparse({
        type: text.describe('For example `Function`'),
        value: text,
        keySpecification: sparse({ parameters: z.array(MetadataItem) }),
      }),
      arrayOpType: text.describe('For example `In`'),
      arrayOpValue: sparse({
        values: z.array(sparse({ staticConditionValueType: text, staticConditionValueData: anyValue })),
      }),
    }),
  }),
}).meta({ title: 'Conditions' });

export const AuthenticationMethodSelectionPolicy = sparse({
  accountConditions: Conditions,
  assignedApplicationConditions: Conditions,
  authorizedLocations: AuthorizedLocationPolicy,
  excludedAuthenticationMethods: z.array(AuthenticationMethod),
  includedAuthenticationMethods: z.array(AuthenticationMethod),
}).meta({ title: 'AuthenticationMethodSelectionPolicy' });

export const Owner = sparse({
  federationInformation: FederationInformation,
  objectId: text.describe('Local id of the owner'),
  objectType: ObjectType,
}).meta({ title: 'Owner' });

const permissionFields = {
  fineGrainedResourceClass: text,
  fineGrainedSpecifiers: texts.describe('The application’s own names of what is permitted'),
  formattedScopes: sparse({ specifiers: texts, type: text.describe('For example `OAuth`') }),
  isCreate: flag,
  isDelete: flag,
  isExecute: flag,
  isPrivileged: flag,
  isRead: flag,
  isShare: flag,
  isUpdate: flag,
  ownershipLevel: OwnershipLevel,
  owners: z.array(Owner),
  permissionGroupId: text,
  specificationMetadata: z.array(MetadataItem),
};

export const Permissions = sparse(permissionFields).meta({ title: 'Permissions' });

export const PermissionSetSpecification = sparse({ id: text, name: text, description: text, ...permissionFields }).meta(
  {
    title: 'PermissionSetSpecification',
  },
);

export const EntitlementSpecification = sparse({
  inferenceConfidence: number,
  isInferred: flag,
  reason: EntitlementReason,
  reasonSpecificData: sparse({
    enabled: flag,
    accessControlMetadata: z.array(MetadataItem),
    conditions: Conditions,
    description: text,
    name: text,
    permissions: Permissions,
    shareableUri: text,
    shareableUriLabel: text,
    sourceTag: text,
    type: EntitlementType,
  }),
}).meta({ title: 'EntitlementSpecification' });

export const AuthenticationRequirements = sparse({
  isMFAAuthority: flag,
  isSSOBasedMFARequired: flag,
  authenticationKeys: texts.describe('Base64 SHA-256 hashes of authentication configuration properties'),
  adaptiveAuthenticationMethodSelectionPolicy: z.array(
    sparse({ policy: AuthenticationMethodSelectionPolicy, riskLevel: text.describe('For example `Critical`') }),
  ),
  authenticationMethodSelectionPolicy: AuthenticationMethodSelectionPolicy,
  availableAuthenticationMethods: z.array(AuthenticationMethod),
  enforcedAuthenticationMethods: z.array(AuthenticationMethod),
  passwordPolicy: sparse({
    expirationLengthInDays: number,
    length: number,
    reuseDisallowed: flag,
    resetViaSelfServiceAllowed: flag,
    characters: texts.describe('For example `AlphaUppercase`'),
    mfaRequirements: Requirement,
    policyMetadata: z.array(MetadataItem),
  }),
  secondaryFactorRequirements: Requirement,
  ssoExclusions: texts.describe('Account ids that sign in without SSO'),
}).meta({ title: 'AuthenticationRequirements' });

/** The fields that every resource carries besides its own. */
export const commonFields = {
  objectMetadata: ObjectMetadata.describe('Where and when the object was read'),
  globalId: globalId.describe('Tenant-wide id: UUIDv5 over tenant, application instance, type and local id'),
  serviceObjectMetadata: EnrichmentMetadata.describe('Which enrichment made the row, and when'),
};

/** The e-mail of the person answerable for the object, from the system of record. */
export const steward = {
  sorPrimaryStewardEmail: email.describe('Primary steward, from the system of record'),
};

export const commonRequired = ['id', 'globalId', 'objectMetadata', 'serviceObjectMetadata'] as const;

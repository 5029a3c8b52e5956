// Types for how, from where and under which conditions accounts sign in, and for federation between applications.
import { z } from 'zod';
import { Requirement } from './enumerations.ts';
import { anyValue, flag, MetadataItem, number, sparse, text, texts } from './scalars.ts';

export const AuthenticationMethod = sparse({
  type: text.describe('Kind of method, for example `password`, `totp` or `webauthn`'),
  description: text.describe('The method in the source’s words'),
}).meta({ title: 'AuthenticationMethod' });

export const FederationInformation = sparse({
  isFederated: flag.describe('True when the referenced object belongs to another application instance'),
  authenticationKey: text.describe('Authentication key that names that instance'),
}).meta({ title: 'FederationInformation' });

export const FederationSpecification = sparse({
  isFederated: flag.describe('True when the two sides belong to different application instances'),
  connectionType: text.describe('Which side is elsewhere, for example `Source`'),
  sourceAuthenticationKey: text.describe('Authentication key of the instance that the relationship starts in'),
  targetAuthenticationKey: text.describe('Authentication key of the instance that the relationship ends in'),
}).meta({ title: 'FederationSpecification' });

export const FederationId = sparse({
  type: text.describe('Kind of identifier, for example `email` or `NameID`'),
  value: text.describe('The identifier'),
  authenticationKey: text.describe('Authentication key of the instance that gave the identifier'),
}).meta({ title: 'FederationId' });

export const LocationSpecification = sparse({
  type: text.describe('Kind of location, for example `Network`'),
  typeSpecificData: sparse({
    ipAddressExclusions: texts.describe('Addresses or CIDR ranges that are not part of the location'),
    ipAddressInclusions: texts.describe('Addresses or CIDR ranges that are part of the location'),
    name: text.describe('Name of the location'),
    supplementaryInformation: sparse({
      geoLocation: sparse({
        latitude: number.describe('Degrees, north positive'),
        longtitude: number.describe('Degrees, east positive; spelled like this in the interface'),
      }).describe('Where on earth'),
      additionalLocationMetadata: z.array(MetadataItem).describe('Further facts about the location'),
    }).describe('Further facts about the location'),
  }).describe('What the location consists of'),
}).meta({ title: 'LocationSpecification' });

export const AuthorizedLocationPolicy = sparse({
  isInherited: flag.describe('True when the policy is inherited from a parent, not set on the object itself'),
  policy: sparse({
    allowAll: flag.describe('True when every location is allowed'),
    authorizedLocations: z.array(LocationSpecification).describe('The allowed locations'),
  }).describe('The policy in force'),
}).meta({ title: 'AuthorizedLocationPolicy' });

export const Conditions = sparse({
  context: z.array(MetadataItem).describe('Facts that the condition is evaluated with'),
  overrides: texts.describe('Who is exempt, for example `AllowAdmin`'),
  rootOperator: sparse({
    type: text.describe('Kind of operator, for example `Array`'),
    operator: sparse({
      isArrayGeneratingDynamicValue: flag.describe('True when the value is known only once the condition is evaluated'),
      arrayOpKey: sparse({
        type: text.describe('Kind of key, for example `Function`'),
        value: text.describe('The key, for example the name of the function'),
        keySpecification: sparse({
          parameters: z.array(MetadataItem).describe('Parameters of the function'),
        }).describe('How the key is computed'),
      }).describe('What is compared'),
      arrayOpType: text.describe('How it is compared, for example `In`'),
      arrayOpValue: sparse({
        values: z
          .array(
            sparse({
              staticConditionValueType: text.describe('Kind of value, for example `activity_type`'),
              staticConditionValueData: anyValue.describe('The value'),
            }),
          )
          .describe('The values'),
      }).describe('What it is compared with'),
    }).describe('The comparison'),
  }).describe('The condition itself'),
}).meta({ title: 'Conditions' });

export const AuthenticationMethodSelectionPolicy = sparse({
  accountConditions: Conditions.describe('Accounts that the policy applies to'),
  assignedApplicationConditions: Conditions.describe('Applications that the policy applies to'),
  authorizedLocations: AuthorizedLocationPolicy.describe('Locations that the policy applies in'),
  excludedAuthenticationMethods: z.array(AuthenticationMethod).describe('Methods that may not be used'),
  includedAuthenticationMethods: z.array(AuthenticationMethod).describe('Methods that may be used'),
}).meta({ title: 'AuthenticationMethodSelectionPolicy' });

export const AuthenticationRequirements = sparse({
  isMFAAuthority: flag.describe('True when the application decides over second factors itself'),
  isSSOBasedMFARequired: flag.describe('True when signing in through SSO requires a second factor'),
  authenticationKeys: texts.describe('Base64 SHA-256 hashes of authentication configuration properties'),
  adaptiveAuthenticationMethodSelectionPolicy: z
    .array(
      sparse({
        policy: AuthenticationMethodSelectionPolicy.describe('Policy at that level'),
        riskLevel: text.describe('Risk level, for example `Critical`'),
      }),
    )
    .describe('Policies by risk level of the sign-in'),
  authenticationMethodSelectionPolicy: AuthenticationMethodSelectionPolicy.describe('Policy at every risk level'),
  availableAuthenticationMethods: z.array(AuthenticationMethod).describe('Methods that may be used'),
  enforcedAuthenticationMethods: z.array(AuthenticationMethod).describe('Methods that must be used'),
  passwordPolicy: sparse({
    expirationLengthInDays: number.describe('Days after which a password must be changed'),
    length: number.describe('Least number of characters'),
    reuseDisallowed: flag.describe('True when an earlier password is refused'),
    resetViaSelfServiceAllowed: flag.describe('True when holders may reset their password themselves'),
    characters: texts.describe('Kinds of characters that must occur, for example `AlphaUppercase`'),
    mfaRequirements: Requirement.describe('Whether a password must go with a second factor'),
    policyMetadata: z.array(MetadataItem).describe('Further rules of the policy'),
  }).describe('What passwords must be like'),
  secondaryFactorRequirements: Requirement.describe('Whether a second factor is asked for'),
  ssoExclusions: texts.describe('Account ids that sign in without SSO'),
}).meta({ title: 'AuthenticationRequirements' });

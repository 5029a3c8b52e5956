import { z } from 'zod';
import { defineResource } from './define.ts';
import { ObjectType, RiskSeverity, RiskType } from './types/enumerations.ts';
import { commonFields, commonRequired, count, flag, text, texts, timestamp } from './types/shared-types.ts';
import { ofTenant } from './visibility/origin.ts';

export const riskDefinition = defineResource({
  type: 'RiskDefinition',
  title: 'Risk definition',
  kind: 'object',
  madeBy: 'connectors',
  description:
    'A rule that defines which state of identities or access is a risk. The service has its own rules; sources may add theirs.',
  collections: [
    {
      path: '/v1/risk-definitions',
      title: 'Risk definitions',
      description: 'All rules by which risks are found.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'name', 'severity', 'type'],
  fields: {
    id: text.min(1).describe('Local id of the rule'),
    name: text.min(1).describe('Name'),
    description: text.describe('Which state is a risk, and why'),
    severity: RiskSeverity.describe('How bad a violation is'),
    type: RiskType.describe('What the risk is about'),
    isEnabled: flag.describe('True when the rule is checked'),
    entityTypes: z.array(ObjectType).describe('Types of objects that can violate the rule'),
    remediation: text.describe('What to do about a violation'),
    references: texts.describe(
      'Controls of standards to which the rule belongs, for example `ISO/IEC 27001:2022 A.5.18`',
    ),
    createdDate: timestamp.describe('When the rule was made'),
    lastModifiedDate: timestamp.describe('When the rule was last changed'),
    sourceTag: text.describe('Data source tag'),
    ...commonFields,
    analyticsOpenViolationCount: ofTenant(count.describe('Open violations of the rule')),
  },
});

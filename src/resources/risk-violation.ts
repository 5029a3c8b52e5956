import { z } from 'zod';
import { defineResource, localId } from './define.ts';
import { GlobalObjectType, ObjectType, RiskSeverity, RiskType, RiskViolationStatus } from './types/enumerations.ts';
import {
  commonFields,
  commonRequired,
  count,
  globalId,
  MetadataItem,
  text,
  texts,
  timestamp,
} from './types/shared-types.ts';
import { ofInstance, ofObjects } from './visibility/origin.ts';

export const riskViolation = defineResource({
  type: 'RiskViolation',
  title: 'Risk violation',
  kind: 'object',
  madeBy: 'connectors',
  dataDate: { typeField: 'entityType' },
  description: 'An object that violates a risk definition. Found by the service, or reported by a source.',
  collections: [
    {
      path: '/v1/risk-violations',
      title: 'Risk violations',
      description: 'All violations, open ones and past ones.',
      order: 'instance',
    },
  ],
  required: [...commonRequired, 'riskDefinitionId', 'entityId', 'entityType', 'severity', 'status', 'detectedAt'],
  defaults: { status: 'Unknown' },
  fields: {
    id: text.min(1).describe('Local id of the violation'),
    riskDefinitionId: localId('RiskDefinition').describe('Local id of the violated rule'),
    entityId: localId({ typeField: 'entityType' }).describe('Local id of the object at risk'),
    entityType: ObjectType.describe('Type of the object at risk'),
    severity: RiskSeverity.describe('How bad the violation is'),
    type: RiskType.describe('What the risk is about'),
    status: RiskViolationStatus.describe('Whether the violation is open; Suppressed means that somebody accepted it'),
    detectedAt: timestamp.describe('When the violation was first seen'),
    lastObservedAt: timestamp.describe(
      'When the violation was last seen; while it is open, the service changes this once a day',
    ),
    resolvedAt: timestamp.describe('When the violation was first found to be gone'),
    description: text.describe('What is wrong with this object, in a sentence'),
    evidence: z.array(MetadataItem).describe('The facts that make it a violation'),
    references: texts.describe(
      'Controls of standards to which the violated rule belongs, for example `OWASP NHI1:2025`',
    ),
    suppressionReason: text.describe('Why somebody accepted the violation'),
    suppressedUntil: timestamp.describe('When the acceptance ends; then the violation is open again'),
    sourceTag: text.describe('Data source tag'),
    globalRiskDefinitionId: ofObjects(['RiskDefinition'], globalId.describe('Global id of the violated rule')),
    globalEntityId: globalId.describe('Global id of the object at risk'),
    globalEntityType: GlobalObjectType.describe('`entityType` in global form'),
    ...commonFields,
    enrichedPersonId: ofObjects(['Person'], globalId.describe('Global id of the person responsible for the object')),
    analyticsDaysOpen: ofInstance(count.describe('Days from detection to resolution, or to the date of the data')),
  },
});

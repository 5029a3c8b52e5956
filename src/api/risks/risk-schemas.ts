// Bodies of the acceptance of risk violations.
import { z } from 'zod';
import { lastMomentOf } from '../../iso-time.ts';
import { RiskSeverity } from '../../resources/types/enumerations.ts';
import { characters, count, globalId, text, texts, timestamp } from '../../resources/types/shared-types.ts';

export const riskAcceptanceCreationSchema = z.strictObject({
  reason: characters(1, 1000)
    .refine(reason => reason.trim() !== '', 'must say why the violation is accepted')
    .refine(reason => !reason.includes('\0'), 'must not hold the character NUL')
    .describe('Why the violation is accepted'),
  until: text
    .refine(until => lastMomentOf(until) !== undefined, 'must be a date such as 2027-03-31, or an ISO 8601 time')
    .describe('When the acceptance ends: a time, or the last day in UTC'),
});

export const riskAcceptanceSchema = z.object({
  violationId: z.uuid().describe('Global id of the violation'),
  reason: text.describe('Why the violation is accepted'),
  until: timestamp.describe('When the violation is open again'),
  acceptedBy: text.describe('Id of the client or user that accepted it'),
  acceptedAt: timestamp.describe('When it was accepted'),
  shownFromVersion: count.describe('The first version that shows it has at least this number'),
});

export const riskCountsSchema = z.object({
  points: z
    .array(
      z.object({
        version: count.describe('Number of the version'),
        generatedAt: timestamp.describe('When the version was made'),
      }),
    )
    .describe('The versions that are counted, oldest first; the last one is in service'),
  items: z
    .array(
      z.object({
        riskDefinitionId: text.describe('Local id of the rule'),
        globalRiskDefinitionId: globalId.describe('Global id of the rule').optional(),
        name: text.describe('Name of the rule, where the client may see it').optional(),
        references: texts.describe('Controls of standards to which the rule belongs').optional(),
        severity: RiskSeverity.describe('How bad a violation of the rule is'),
        open: count.describe('Violations that nobody has resolved or accepted'),
        accepted: count.describe('Violations that somebody accepted (Suppressed)'),
        resolved: count.describe('Violations that were detected before and are no longer there'),
        unknown: count.describe('Violations whose source does not say whether they are open'),
        unresolved: z.array(count).describe('For each point: violations that were detected and not resolved then'),
      }),
    )
    .describe('One for each rule'),
});

// The part of rolecall.yaml that switches and tunes the service's own risk rules.
import { z } from 'zod';
import { duration } from './setting-types.ts';

/** The name of a rule, in words of small letters. Whether there is such a rule is checked when the service opens. */
const ruleName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be the name of a rule, for example dormant_administrator');
const patterns = z.array(z.string().min(1)).min(1);

export const RiskRuleSettings = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether the rule is checked'),
  severity: z
    .enum(['Critical', 'High', 'Medium', 'Low'])
    .optional()
    .describe('How bad a violation is; default: what the rule says'),
  thresholds: z
    .record(z.string(), z.union([z.number().min(0), z.string().min(1)]))
    .default({})
    .describe('Values of the rule’s thresholds; docs/reference/risks.md lists them with their defaults'),
});

const RiskPair = z.strictObject({
  name: z.string().min(1).max(200).describe('Name of the pair, which its violations show'),
  first: patterns.describe(
    'Names of roles, groups and permission sets of one side, in any case; `*` stands for any text',
  ),
  second: patterns.describe('The same for the other side'),
});

/** A day, which is included, or a moment with an offset. */
const end = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'must be a date such as 2027-03-31, or an ISO 8601 time',
);

const RiskExclusion = z
  .strictObject({
    rule: ruleName.optional().describe('Only violations of this rule; default: of every rule'),
    object: z.uuid().optional().describe('Only of the object with this global id'),
    alias: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Only of accounts with this alias, or of other objects with this name, in any case; `*` stands for any text',
      ),
    source: z.string().optional().describe('Only of objects of this source'),
    reason: z.string().min(1).max(1000).describe('Why the risk is accepted; shown with the violation'),
    until: end.describe(
      'When the exclusion ends: a time, or the last day in UTC. Afterwards the violations are open again',
    ),
  })
  .refine(
    ({ object, alias, source }) => (object ?? alias ?? source) !== undefined,
    'names nothing: give object, alias or source',
  );

export const Risks = z.strictObject({
  keep: duration.prefault('90d').describe('How long a violation is kept after it was resolved'),
  rules: z
    .record(ruleName, RiskRuleSettings)
    .default({})
    .describe('Rules by name that differ from their defaults; docs/reference/risks.md lists them'),
  pairs: z
    .array(RiskPair)
    .default([])
    .describe(
      'Pairs of roles, groups or permission sets that nobody should hold together, for the rule toxic_combination',
    ),
  exclusions: z.array(RiskExclusion).default([]).describe('Violations that are accepted for a time'),
});

export type RiskSettings = z.output<typeof Risks>;

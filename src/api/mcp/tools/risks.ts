// The tools of risks and of changes over time.
import { z } from 'zod';
import { resources } from '../../../resources/registry.ts';
import { RiskSeverity, RiskViolationStatus } from '../../../resources/types/enumerations.ts';
import { changeKinds } from '../../history/history-operations.ts';
import { fittedPage } from '../framed-answer.ts';
import type { Body } from '../service-requests.ts';
import { defineTool, defineVersionTool, globalIdInput, instanceInput, pageSizeOf, token } from './tool.ts';

const shownFields =
  'globalId,riskDefinitionId,severity,status,description,entityType,entityId,globalEntityId,enrichedPersonId,detectedAt,analyticsDaysOpen,evidence';

export const risksTool = defineVersionTool({
  name: 'risks',
  title: 'Risks',
  description:
    'Violations of risk rules, with a sentence and evidence for each, and how many there are. `byRule` counts them by rule, whatever the filters; the resource `rolecall://rules` explains each rule.',
  input: z.strictObject({
    severity: RiskSeverity.optional().describe('Only violations of this severity'),
    status: RiskViolationStatus.default('Open').describe(
      'Only violations with this status; Suppressed: somebody accepted it',
    ),
    rule: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Only violations of this rule: its local id, such as `leaver_with_enabled_account`'),
    objectId: globalIdInput('one object at risk').optional(),
    personId: globalIdInput('one person').optional(),
    applicationInstanceId: instanceInput,
    pageSize: pageSizeOf(20),
    token,
  }),
  example: { severity: 'Critical' },
  async answer(service, { pageSize, token: pageToken, applicationInstanceId: instance, ...chosen }) {
    const fields = {
      ...{ severity: 'severity', status: 'status', rule: 'riskDefinitionId' },
      ...{ objectId: 'globalEntityId', personId: 'enrichedPersonId' },
    };
    const filters = Object.entries(fields).flatMap(([name, field]) => {
      const value = chosen[name as keyof typeof fields];
      return value === undefined ? [] : [{ field, filterType: 'eq', values: [value] }];
    });
    const common = { filter: JSON.stringify(filters), fields: shownFields, applicationInstanceId: instance };
    const page = await fittedPage(pageSize, async size => {
      // Only the first page counts; `skip` does not go with a token.
      const place = pageToken === undefined ? { skip: 0 } : { pageToken };
      const list = await service.send({ path: '/v1/risk-violations', query: { ...common, ...place, pageSize: size } });
      return { ...list, about: { totalCount: list.totalCount } };
    });
    const counts =
      pageToken === undefined
        ? await service.send({ path: '/v1/risk-counts', query: { applicationInstanceId: instance } })
        : undefined;
    const byRule = counts?.items.map(({ riskDefinitionId, name, severity, open, accepted, unknown }: Body) => {
      return { rule: riskDefinitionId, name, severity, open, accepted, ...(unknown > 0 && { unknown }) };
    });
    return { data: { ...page.about, violations: page.items, ...(byRule && { byRule }) }, next: page.next };
  },
});

export const changesTool = defineTool({
  name: 'changes',
  title: 'What has changed',
  description:
    'What appeared, vanished and changed since a version or a time, or between two of them: accounts, memberships, grants and every other type, with the fields before and after. `since` and `until` in the answer say which versions were compared; what happened before the oldest known version is not known.',
  input: z.strictObject({
    since: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe('Number of a version, or a date or time of ISO 8601; left out: as far back as is known'),
    until: z.string().min(1).max(40).optional().describe('The same; left out: the version in service'),
    objectType: z
      .enum(resources.map(({ type }) => type))
      .optional()
      .describe('Only objects of this type'),
    change: z.enum(changeKinds).optional().describe('Only this kind of change'),
    applicationInstanceId: instanceInput,
    pageSize: pageSizeOf(30),
    token,
  }),
  example: { since: '2026-10-01', objectType: 'EntityAssignedAccessToObject' },
  async answer(service, { pageSize, token: pageToken, ...query }) {
    const page = await fittedPage(pageSize, async size => {
      const { items, nextPageToken, ...about } = await service.send({
        path: '/v1/changes',
        query: { ...query, pageSize: size, pageToken },
      });
      return { items, nextPageToken, about };
    });
    return { data: { ...page.about, changes: page.items }, next: page.next };
  },
});

// rolecall risks: the violations and the rules of the version in service, and the acceptance of violations.
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import { type ApiClient, connectApi, type Json } from '../api/api-client.ts';
import { type AsOfOption, asOfBody } from '../as-of.ts';
import { instanceOfSource } from '../changes/named-objects.ts';
import type { CommonOptions } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal, printLine, printRows } from '../output.ts';
import { terminalOutput, usualFormat } from '../queries/query.ts';
import { runQuery } from '../queries/query-run.ts';
import { isShortId, wholeId } from '../short-id.ts';

export interface RiskListOptions extends AsOfOption {
  readonly rule?: string;
  readonly severity?: string;
  readonly source?: string;
  /** Also violations that are not open. */
  readonly all: boolean;
  readonly format?: Format;
  readonly limit?: number;
}

const severities = ['Critical', 'High', 'Medium', 'Low'];

const violations = `
SELECT violation.severity, definition.name AS rule, source.source_id AS source, violation.entity_type AS type,
  entity.object_name AS object, violation.description,
  CASE WHEN violation.status = 'Suppressed' THEN 'Accepted until ' || coalesce(strftime(violation.suppressed_until, '%Y-%m-%d'), '?')
    ELSE violation.status END AS status,
  strftime(violation.detected_at, '%Y-%m-%d') AS since, violation.global_id AS id
FROM risk_violations AS violation
LEFT JOIN application_instances AS source USING (application_instance_id)
LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
LEFT JOIN objects AS entity ON entity.object_id = violation.global_entity_id
WHERE (violation.status = 'Open' OR :everything)
  AND (:rule IS NULL OR violation.risk_definition_id = :rule)
  AND (:severity IS NULL OR violation.severity = :severity)
  AND (:source IS NULL OR source.source_id = :source)
ORDER BY list_position(['Critical', 'High', 'Medium', 'Low'], violation.severity), definition.name, source.source_id,
  entity.object_name, violation.global_id`;

const rules = `
SELECT definition.id AS rule, definition.severity, definition.type, definition.entity_types[1] AS object, definition.name AS title,
  definition.is_enabled AS enabled, definition.analytics_open_violation_count AS open, source.source_id AS source,
  definition.description AS why, definition.remediation AS fix, definition."references" AS "references"
FROM risk_definitions AS definition
LEFT JOIN application_instances AS source USING (application_instance_id)
WHERE :rule IS NULL OR definition.id = :rule
ORDER BY definition.analytics_open_violation_count DESC NULLS LAST,
  list_position(['Critical', 'High', 'Medium', 'Low'], definition.severity), definition.id`;

/** The violations, the worst first. */
export async function listRisks(common: CommonOptions, options: RiskListOptions): Promise<void> {
  const { rule = null, severity: asked, source = null, all, limit } = options;
  const severity = asked === undefined ? null : severities.find(name => name.toLowerCase() === asked.toLowerCase());
  if (severity === undefined) {
    throw new OperatorError(`--severity ${asked} is not a severity; ${nearestHint(asked!, severities)}`);
  }
  const { format = usualFormat() } = options;
  const api = await connectApi(common);
  if (rule !== null) await requireRule(api, rule, '--rule');
  if (source !== null) await instanceOfSource(api, source);
  const query = {
    query_string: violations,
    parameters: { everything: all, rule, severity, source },
    ...asOfBody(options),
  };
  const essential = ['severity', 'rule', 'object', 'source', 'id'];
  await runQuery(api, { query, format, limit, essential }, terminalOutput());
}

/**
 * The rules, those with the most open violations first.
 * @param rule only this one, on a terminal one value a line: why it matters and how to mend it
 */
export async function listRiskRules(
  common: CommonOptions,
  rule: string | undefined,
  options: { readonly format?: Format },
): Promise<void> {
  const { format = usualFormat() } = options;
  const api = await connectApi(common);
  if (rule !== undefined) await requireRule(api, rule, 'rule');
  const query = { query_string: rules, parameters: { rule: rule ?? null } };
  const essential = ['rule', 'severity', 'open', 'why'];
  await runQuery(api, { query, format, essential, expanded: rule !== undefined }, terminalOutput());
  if (rule === undefined && isTerminal() && format === 'table')
    printLine('`rolecall risks rules RULE` shows a rule whole: why it matters, and how to mend it', process.stderr);
}

export async function acceptRisk(
  common: CommonOptions,
  id: string,
  body: { readonly reason: string; readonly until: string },
): Promise<void> {
  const api = await connectApi(common);
  const violation = await violationOf(api, id);
  const accepted = await api.send('POST', `/v1/risk-violations/${violation}/accept`, { ...body });
  printRows([accepted], ({ until, acceptedBy, shownFromVersion }) => ({
    'accepted until': until,
    by: acceptedBy,
    'shown from version': shownFromVersion,
  }));
}

export async function withdrawRisk(common: CommonOptions, id: string): Promise<void> {
  const api = await connectApi(common);
  await api.send('DELETE', `/v1/risk-violations/${await violationOf(api, id)}/accept`);
  printLine(`${id} is open again in the next version`, process.stderr);
}

/** The global id of a violation of which the text is the beginning, as a part of a path. @throws OperatorError when it is not of one */
async function violationOf(api: ApiClient, text: string): Promise<string> {
  if (!isShortId(text)) return encodeURIComponent(text);
  const { rows } = await api.send('POST', '/v1/query/execute', {
    query_string: 'SELECT global_id::VARCHAR FROM risk_violations WHERE starts_with(global_id::VARCHAR, lower(:begin))',
    parameters: { begin: text },
  } satisfies Json);
  return wholeId('violation', text, (rows as [string][]).flat(), '`rolecall risks` shows them');
}

/** @returns its title @throws OperatorError with the nearest rule that there is */
export async function requireRule(api: ApiClient, rule: string, given: string): Promise<string> {
  const { rows } = await api.send('POST', '/v1/query/execute', {
    query_string: 'SELECT id, min(name) FROM risk_definitions GROUP BY id ORDER BY id',
    page_size: 10_000,
  } satisfies Json);
  const titles = new Map(rows as [string, string][]);
  const title = titles.get(rule);
  if (title !== undefined) return title;
  throw new OperatorError(`${given} ${rule}: there is no such rule; ${nearestHint(rule, [...titles.keys()])}`);
}

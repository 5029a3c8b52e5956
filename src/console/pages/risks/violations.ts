// The violations that fit the filters, the worst first.
import { api } from '../../api/api.ts';
import type { RowPage } from '../../objects/paged-list/pages.ts';
import { nhiReference, type Order, type RisksSearch, type Severity, type Status } from './risks-search.ts';

export interface Violation {
  /** Global id. */
  readonly id: string;
  readonly severity: Severity;
  readonly status: Status;
  /** What is wrong with the object. */
  readonly description: string | null;
  readonly rule: string;
  readonly object_type: string;
  readonly object_id: string | null;
  readonly object_name: string | null;
  readonly source: string;
  readonly detected_at: string;
  readonly resolved_at: string | null;
  readonly accepted_until: string | null;
  readonly accepted_because: string | null;
  /** Of an account: when it was last used; null when that is not known. */
  readonly last_used: string | null;
  /** Its source reported it, by a rule of its own: it cannot be accepted here. */
  readonly is_reported: boolean;
}

const sql = `SELECT violation.global_id AS id, violation.severity, violation.status, violation.description,
    coalesce(definition.name, violation.risk_definition_id) AS rule, violation.entity_type AS object_type,
    violation.global_entity_id AS object_id, coalesce(object.object_name, person.display_name, violation.entity_id) AS object_name,
    violation.source_id AS source, violation.detected_at, violation.resolved_at,
    violation.suppressed_until AS accepted_until, violation.suppression_reason AS accepted_because,
    account.last_activity_date AS last_used,
    coalesce(definition.application_instance_id = violation.application_instance_id, false) AS is_reported
  FROM risk_violations AS violation
  LEFT JOIN risk_definitions AS definition ON definition.global_id = violation.global_risk_definition_id
  LEFT JOIN objects AS object ON object.object_id = violation.global_entity_id
  LEFT JOIN persons AS person ON person.global_id = violation.global_entity_id
  LEFT JOIN accounts AS account ON account.global_id = violation.global_entity_id
  WHERE (:status = 'all' OR violation.status = :status)
    AND (:severity = '' OR violation.severity = :severity)
    AND (:rule = '' OR coalesce(violation.global_risk_definition_id::VARCHAR, violation.risk_definition_id) = :rule)
    AND (:reference = '' OR list_contains(violation."references", :reference))
    AND (:source = '' OR violation.application_instance_id::VARCHAR = :source)
  ORDER BY `;

const worstFirst = `array_position(['Critical', 'High', 'Medium', 'Low'], violation.severity), violation.detected_at DESC, violation.global_id`;

/** The rows whose last use is not known come last. */
const orders: Readonly<Record<Order, string>> = {
  used: `account.last_activity_date NULLS LAST, ${worstFirst}`,
  '-used': `account.last_activity_date DESC NULLS LAST, ${worstFirst}`,
};

const rowsPerPage = 500;

/** A page of the violations. @throws ApiError */
export async function fetchViolations(
  { status = 'Open', severity, rule, source, nhi, sort }: RisksSearch,
  pageToken: string | undefined,
  signal: AbortSignal,
): Promise<RowPage<Violation>> {
  const { data } = await api.POST('/v1/query/execute', {
    body: {
      query_string: sql + (sort === undefined ? worstFirst : orders[sort]),
      parameters: {
        status,
        severity: severity ?? '',
        rule: rule ?? '',
        source: source ?? '',
        reference: nhi === undefined ? '' : nhiReference(nhi),
      },
      page_size: rowsPerPage,
      ...(pageToken !== undefined && { page_token: pageToken }),
    },
    signal,
  });
  const { columns, rows, nextPageToken } = data!;
  const items = rows.map(row => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])) as never);
  return { items, nextPageToken };
}

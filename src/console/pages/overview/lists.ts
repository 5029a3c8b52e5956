// The lists behind the numbers of the overview that no collection has.
import { saidOfAccount } from '../../objects/assumed-fields.ts';
import { isComputedSql } from '../../objects/computed-changes.ts';
import { violationNames } from '../../objects/object-names.ts';
import type { ColumnFields } from '../../objects/sql-list.tsx';

export interface OverviewList {
  readonly title: string;
  readonly about: string;
  /** `object_type`, `object_id` and `object_name` make a link; the other columns are shown as they are. */
  readonly sql: string;
  /** Column → what it shows of the interface. */
  readonly fields: ColumnFields;
  /** The accounts of the listed people, to disable all of them: `id`, `name` and `source`. */
  readonly accountsSql?: string;
  /** What an empty list means. */
  readonly empty: string;
}

/** The changes of a week end at the newest version, so that the list stays the same until the next one. */
const lastWeek = `changed_at >= (SELECT max(changed_at) FROM changes) - INTERVAL 7 DAY`;

/**
 * SQL: the sources that were read for the first time in that week, and the version that showed it. What a source had then is no change of it.
 * All that is known of such a source has appeared since, and nothing was there before.
 */
const firstReads = `SELECT application_instance_id, version
  FROM (
    SELECT application_instance_id, min(version) AS version, bool_and(${lastWeek}) AS is_new FROM changes
    GROUP BY application_instance_id
  ) AS oldest
  WHERE is_new AND application_instance_id IN (
    SELECT application_instance_id FROM (
      SELECT application_instance_id, object_id FROM objects UNION ALL SELECT application_instance_id, global_id FROM employees
    ) AS present LEFT JOIN (
      SELECT object_id, bool_or(change = 'Appeared') AS has_appeared FROM changes GROUP BY object_id
    ) AS known USING (object_id)
    GROUP BY application_instance_id HAVING bool_and(coalesce(has_appeared, false))
  )`;

/**
 * SQL: what is different between both ends of that week, an object per row, by the rule of `GET /v1/changes`: an object that vanished and is
 * there again is no row, unless its fields differ. Of an object with several changes, `fields` has what it was first and what it was last.
 */
export const changesOfWeek = `SELECT object_type, object_id, object_name, application_instance_id, version, changed_at, change,
    CASE WHEN entries = 1 THEN only_fields ELSE net_fields END AS fields,
    change = 'Appeared' AND (application_instance_id, first_version) IN (${firstReads}) AS is_first_read
  FROM (
    SELECT object_type, object_id, arg_max(object_name, version) AS object_name,
      any_value(application_instance_id) AS application_instance_id, min(version) AS first_version, max(version) AS version,
      max(changed_at) AS changed_at,
      count(*) AS entries, any_value(fields) AS only_fields,
      CASE WHEN arg_min(change, version) = 'Appeared' THEN 'Appeared' WHEN arg_max(change, version) = 'Vanished' THEN 'Vanished'
        ELSE 'Changed' END AS change
    FROM changes WHERE ${lastWeek} GROUP BY object_type, object_id
    HAVING arg_min(change, version) <> 'Appeared' OR arg_max(change, version) <> 'Vanished'
  ) AS net
  LEFT JOIN (
    SELECT object_type, object_id, list({'field': name, 'before': "before", 'after': "after"} ORDER BY name) AS net_fields
    FROM (
      SELECT object_type, object_id, field.field AS name,
        first(field."before" ORDER BY version) AS "before", last(field."after" ORDER BY version) AS "after"
      FROM (
        SELECT object_type, object_id, version, unnest(fields) AS field FROM changes WHERE ${lastWeek}
        QUALIFY count(*) OVER (PARTITION BY object_type, object_id) > 1
      ) GROUP BY object_type, object_id, name
    ) WHERE "before" IS DISTINCT FROM "after" GROUP BY object_type, object_id
  ) AS differing USING (object_type, object_id)
  WHERE entries = 1 OR change <> 'Changed' OR net_fields IS NOT NULL`;

const accountsOfLeavers = `FROM person_accounts WHERE employment_status = 'Terminated' AND account_enabled`;
const isUsedAfterLeaving = 'coalesce(used_after_last_day, false)';

function leavers(where: string): string {
  return `SELECT 'Account' AS object_type, account_id AS object_id, account_alias AS object_name, source_id AS source,
      person_name AS person, ${saidOfAccount('enabled', 'account_enabled')} AS enabled,
      ${saidOfAccount('isAdmin', 'is_admin')} AS admin, termination_date AS "left",
      date_trunc('day', last_activity_date) AS "last used", used_after_last_day AS "used since"
    ${accountsOfLeavers} AND ${where} ORDER BY ${isUsedAfterLeaving} DESC, "left", person, source`;
}

const ofLeaver: ColumnFields = {
  person: ['Person.displayName'],
  enabled: ['Account.enabled'],
  admin: ['Account.isAdmin'],
  left: ['Person.terminationDate'],
  'last used': ['Account.lastActivityDate'],
  'used since': ['person_accounts.used_after_last_day'],
};

/** SQL: what a field was before the change, of an object that vanished. */
const before = (field: string) => `list_filter(fields, lambda one: one.field = '${field}')[1]."before"->>'$'`;

/** SQL: `id` and `name` of memberships and grants that are there, or that a change says what they were. Their own names are ids. */
const relationNames = `SELECT relation.id, entity.object_name || ' → ' || target.object_name AS name
  FROM (
    SELECT global_id AS id, global_entity_id AS entity, global_managed_via_object_id AS target FROM managed_via
    UNION
    SELECT global_id, global_entity_id, global_assigned_object_id FROM access_assignments
    UNION
    SELECT object_id, (${before('globalEntityId')})::UUID,
      (coalesce(${before('globalManagedViaObjectId')}, ${before('globalAssignedObjectId')}))::UUID
    FROM changes WHERE change = 'Vanished' AND object_type IN ('EntityManagedViaObject', 'EntityAssignedAccessToObject')
  ) AS relation
  JOIN objects AS entity ON entity.object_id = relation.entity
  JOIN objects AS target ON target.object_id = relation.target`;

const ofChange: ColumnFields = {
  object_name: ['changes.object_name'],
  seen: ['changes.changed_at'],
  version: ['changes.version'],
  fields: ['changes.fields'],
};

function changes(change: string, isFirstRead = false): string {
  return `SELECT object_type, changes.object_id, coalesce(violation.name, relation.name, object_name) AS object_name, changed_at AS "seen", version,
      [field.field FOR field IN fields] AS fields
    FROM (${changesOfWeek}) AS changes LEFT JOIN (${violationNames}) AS violation ON violation.id = object_id
    LEFT JOIN (SELECT id, any_value(name) AS name FROM (${relationNames}) GROUP BY id) AS relation ON relation.id = changes.object_id
    WHERE change = '${change}' AND is_first_read = ${isFirstRead} AND NOT ${isComputedSql} ORDER BY changed_at DESC, object_type, 3, changes.object_id`;
}

export const overviewLists: Readonly<Record<string, OverviewList>> = {
  leavers: {
    title: 'Leavers with access',
    about: 'People whose employment has ended and who still have an enabled account, and whether it was used since.',
    sql: leavers('true'),
    fields: ofLeaver,
    empty: 'Nobody who left has an enabled account, as far as the sources say who left.',
  },
  'used-after-leaving': {
    title: 'Accounts used after the last day of work',
    about: 'Enabled accounts of people whose employment has ended, with a sign-in or another use after it ended.',
    sql: leavers(isUsedAfterLeaving),
    fields: ofLeaver,
    empty: 'No account of a leaver was used after the last day of work, as far as the sources say.',
  },
  'people-who-left': {
    title: 'People who left and can still sign in',
    about: 'People whose employment has ended and who still have an enabled account, and in which sources.',
    sql: `SELECT 'Person' AS object_type, person_id AS object_id, any_value(person_name) AS object_name,
        any_value(termination_date) AS "left", max(last_activity_date) AS "last used", count(*) AS accounts,
        list(DISTINCT source_id ORDER BY source_id) AS sources
      ${accountsOfLeavers} GROUP BY person_id ORDER BY "left", object_name, object_id`,
    fields: {
      ...ofLeaver,
      accounts: ['person_accounts.account_id'],
      sources: ['Account.objectMetadata.ApplicationInstanceId'],
    },
    accountsSql: `SELECT account_id AS id, 
        coalesce(person_name || ': ', '') || account_alias || ' in ' || source_id AS name, source_id AS source
      ${accountsOfLeavers} ORDER BY person_name, source_id, account_alias, account_id`,
    empty: 'Nobody who left has an enabled account, as far as the sources say who left.',
  },
  caveats: {
    title: 'What the data do not show',
    about: 'Reads that were not complete, rejected records, and sources that are held back.',
    sql: `SELECT source_id AS source, type, status, rows, rejected, kept, read_at AS "read", held_back AS "held back",
        [gap.subject || ': ' || gap.message FOR gap IN gaps] AS gaps
      FROM source_completeness
      WHERE status NOT IN ('Complete', 'Unsupported') OR rejected > 0 OR len(gaps) > 0 OR held_back IS NOT NULL
      ORDER BY source, type`,
    fields: {
      source: ['source_completeness.source_id'],
      type: ['source_completeness.type'],
      status: ['source_completeness.status'],
      rows: ['source_completeness.rows'],
      rejected: ['source_completeness.rejected'],
      kept: ['source_completeness.kept'],
      read: ['source_completeness.read_at'],
      'held back': ['source_completeness.held_back'],
      gaps: ['source_completeness.gaps'],
    },
    empty: 'Every source was read completely.',
  },
  appeared: {
    title: 'Appeared since last week',
    about:
      'Objects that appeared in the seven days before the newest version, and are still there. What a source had when it was read for the first time is left out.',
    sql: changes('Appeared'),
    fields: ofChange,
    empty: 'Nothing has appeared.',
  },
  'first-read': {
    title: 'First read since last week',
    about: 'What sources had that were read for the first time in the seven days before the newest version.',
    sql: changes('Appeared', true),
    fields: ofChange,
    empty: 'No source was read for the first time.',
  },
  changed: {
    title: 'Changed since last week',
    about:
      'Objects that changed in the seven days before the newest version, and which of their fields. Counts and flags that only follow from other changes are left out.',
    sql: changes('Changed'),
    fields: ofChange,
    empty: 'Nothing has changed.',
  },
  vanished: {
    title: 'Vanished since last week',
    about: 'Objects that vanished in the seven days before the newest version, and are not there again.',
    sql: changes('Vanished'),
    fields: ofChange,
    empty: 'Nothing has vanished.',
  },
};

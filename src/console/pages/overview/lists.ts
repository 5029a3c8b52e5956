// The lists behind the numbers of the overview that no collection has.

export interface OverviewList {
  readonly title: string;
  readonly about: string;
  /** `object_type`, `object_id` and `object_name` make a link; the other columns are shown as they are. */
  readonly sql: string;
  /** What it means that there is nothing. */
  readonly empty: string;
}

/** The changes of a week end at the newest version, so that the list stays the same until the next one. */
export const lastWeek = `changed_at >= (SELECT max(changed_at) FROM changes) - INTERVAL 7 DAY`;

export const overviewLists: Readonly<Record<string, OverviewList>> = {
  leavers: {
    title: 'Leavers with access',
    about: 'People whose employment has ended and who still have an enabled account, and whether it was used since.',
    sql: `SELECT 'Account' AS object_type, account_id AS object_id, account_alias AS object_name, source_id AS source,
        person_name AS person, termination_date AS "left", last_activity_date AS "last used",
        coalesce(last_activity_date > termination_date, false) AS "used after leaving", is_admin AS administrator
      FROM person_accounts WHERE employment_status = 'Terminated' AND account_enabled
      ORDER BY "used after leaving" DESC, "left", person, source`,
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
    empty: 'Every source was read completely.',
  },
  changes: {
    title: 'Changed since last week',
    about: 'What appeared, vanished and changed in the seven days before the newest version.',
    sql: `SELECT object_type, object_id, object_name, change, changed_at AS "seen", version,
        [field.field FOR field IN fields] AS fields
      FROM changes WHERE ${lastWeek} ORDER BY changed_at DESC, object_type, object_name, object_id`,
    empty: 'Nothing has changed.',
  },
};

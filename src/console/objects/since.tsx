// Since when access, a membership or a grant exists: the date of the source, or the version in which it appeared. Otherwise it is at least
// as old as the first read of it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../clients/typescript/index.ts';
import { sqlQuery } from '../api/sql.ts';
import { Unknown } from '../components/text/number.tsx';
import { Time } from '../components/text/time.tsx';
import styles from './since.module.css';

export type Since = NonNullable<Schemas['ReachedObject']['since']>;

const relations = `SELECT global_id AS id, application_instance_id AS instance, object_or_relationship_type AS type,
    global_entity_id AS entity, global_managed_via_object_id AS object, generated_time AS read_at, NULL::VARCHAR AS created
  FROM managed_via
  UNION ALL
  SELECT global_id, application_instance_id, object_or_relationship_type, global_entity_id, global_assigned_object_id, generated_time,
    [item."value"->>'$' FOR item IN entitlement_specification.reasonSpecificData.accessControlMetadata IF item."name" = 'created'][1]
  FROM access_assignments`;

/**
 * When all relations of a type and source appeared together, the source was read for the first time: that says nothing about their age.
 * @param which condition for the relations to date
 */
const dated = (which: string) => `WITH relations AS (${relations}), wanted AS MATERIALIZED (
    SELECT * FROM relations WHERE ${which}
  ), appeared AS MATERIALIZED (
    SELECT object_id AS id, object_type AS type, application_instance_id AS instance, version, changed_at FROM changes
    WHERE change = 'Appeared' AND object_type IN ('EntityManagedViaObject', 'EntityAssignedAccessToObject')
  ), firsts AS (
    SELECT instance, type, CASE WHEN bool_and(version IS NOT NULL) THEN min(version) END AS version
    FROM relations LEFT JOIN (SELECT id, max(version) AS version FROM appeared GROUP BY id) USING (id)
    WHERE instance IN (SELECT instance FROM wanted SEMI JOIN appeared USING (id)) GROUP BY ALL
  ), seen AS (
    SELECT appeared.id, max(appeared.changed_at) AS changed_at FROM appeared LEFT JOIN firsts USING (instance, type)
    WHERE appeared.id IN (SELECT id FROM wanted) AND appeared.version IS DISTINCT FROM firsts.version GROUP BY appeared.id
  )
  SELECT id, entity, object, CASE WHEN created IS NOT NULL THEN 'Source' WHEN changed_at IS NOT NULL THEN 'History' ELSE 'Read' END AS "knownBy",
    coalesce(created, strftime(coalesce(changed_at, read_at), '%Y-%m-%dT%H:%M:%S.%gZ')) AS "at"
  FROM wanted LEFT JOIN seen USING (id)`;

/** SQL: `entity`, `object` and `since`, in words, of the direct memberships that begin or end at `:id`. */
export const sinceOfMemberships = `SELECT entity, object,
    min(left("at", 10) || CASE "knownBy" WHEN 'Read' THEN ' or earlier' ELSE '' END) AS since
  FROM (${dated(`type = 'EntityManagedViaObject' AND (entity = :id::UUID OR object = :id::UUID)`)}) GROUP BY ALL`;

const mostRows = 10_000;

const byIds = dated(`id IN (SELECT unnest(string_split(:ids, ',')::UUID[]))`);

/** The age of some memberships and grants. @param ids their global ids @returns global id → since when; absent until it is known */
export function useSince(ids: readonly string[]): ReadonlyMap<string, Since> {
  const asked = [...new Set(ids)].sort();
  const query = useQuery({
    ...sqlQuery<Since & { id: string }>(byIds, { ids: asked.join(',') }, mostRows),
    enabled: asked.length > 0,
  });
  return new Map(query.data?.rows.map(row => [row.id, row]));
}

const isExact = ({ knownBy }: Since) => knownBy !== 'Read';

/** As a cell of a CSV file: a date, or "2026-03-03 or earlier". */
export const sinceCsv = (since: Since | undefined): string | undefined =>
  since && `${since.at.slice(0, 10)}${isExact(since) ? '' : ' or earlier'}`;

const reasons: Readonly<Record<Since['knownBy'], string>> = {
  Source: 'The source gives this date',
  History: 'It appeared then: the data before did not show it',
  Read: 'The source gives no date, and it was there when it was first read',
};

interface SinceProps {
  readonly since: Since | undefined;
  /** `cell`: "Mar 3, 2026" or "Mar 3, 2026 or earlier", below a header that says "since". `line`: "since …", "since … or earlier". `whole`: with the reason. */
  readonly form: 'cell' | 'line' | 'whole';
}

/** The words of {@link sinceCsv} or a time, as a day. @param children "2026-03-03 or earlier" */
export function SinceWords({ children }: { readonly children: string }): ReactNode {
  const [at, ...words] = children.split(' ');
  return (
    // "Mar 3, 2026 or earlier" would say something else when it is cut.
    <span data-unbroken>
      <Time at={at!} day />
      {words.length > 0 && ` ${words.join(' ')}`}
    </span>
  );
}

/** Since when something exists, as far as that is known. */
export function SinceText({ since, form }: SinceProps): ReactNode {
  if (!since) return form === 'cell' ? <Unknown /> : null;
  const title = reasons[since.knownBy];
  if (form === 'cell') {
    return (
      <span data-unbroken title={title}>
        <Time at={since.at} day />
        {!isExact(since) && ' or earlier'}
      </span>
    );
  }
  return (
    <span className={styles.since} title={title}>
      since <Time at={since.at} day />
      {!isExact(since) && ' or earlier'}
      {form === 'whole' && !isExact(since) && ': the source gives no date'}
    </span>
  );
}

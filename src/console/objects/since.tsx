// Since when a membership or grant exists: the date of the source, or the version in which it appeared. Otherwise it is at least as old as
// the first read of it.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { sqlQuery } from '../api/sql.ts';
import { Unknown } from '../components/text/number.tsx';
import { Time } from '../components/text/time.tsx';
import styles from './since.module.css';

export interface Since {
  /** ISO 8601. */
  readonly at: string;
  /** `Source`: the source says so. `History`: a version showed it for the first time. `Read`: it is older, or as old. */
  readonly known: 'Source' | 'History' | 'Read';
}

/** A membership or grant with its ends, by global ids. */
interface DatedRelation extends Since {
  readonly id: string;
  readonly entity: string;
  readonly object: string;
}

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
  SELECT id, entity, object, CASE WHEN created IS NOT NULL THEN 'Source' WHEN changed_at IS NOT NULL THEN 'History' ELSE 'Read' END AS known,
    coalesce(created, strftime(coalesce(changed_at, read_at), '%Y-%m-%dT%H:%M:%S.%gZ')) AS "at"
  FROM wanted LEFT JOIN seen USING (id)`;

/** SQL: `entity`, `object` and `since`, in words, of the direct memberships that begin or end at `:id`. */
export const sinceOfMemberships = `SELECT entity, object,
    min(left("at", 10) || CASE known WHEN 'Read' THEN ' or earlier' ELSE '' END) AS since
  FROM (${dated(`type = 'EntityManagedViaObject' AND (entity = :id::UUID OR object = :id::UUID)`)}) GROUP BY ALL`;

const mostRows = 10_000;

const ids = `(SELECT unnest(string_split(:ids, ',')::UUID[]))`;
const byIds = dated(`id IN ${ids}`);
const byEnds = dated(`entity IN ${ids} OR object IN ${ids}`);

/** The age of some memberships and grants. @param ids their global ids @returns global id → since when; absent until it is known */
export function useSince(ids: readonly string[]): ReadonlyMap<string, Since> {
  const asked = [...new Set(ids)].sort();
  const query = useQuery({
    ...sqlQuery<DatedRelation>(byIds, { ids: asked.join(',') }, mostRows),
    enabled: asked.length > 0,
  });
  return new Map(query.data?.rows.map(row => [row.id, row]));
}

/**
 * The age of the memberships and grants that begin or end at some objects.
 * @param ids global ids
 * @returns a function from the two ends of a relation, in any order, to since when; undefined until it is known
 */
export function useDirectSince(ids: readonly string[]): (id: string, other: string) => Since | undefined {
  const query = useQuery({
    ...sqlQuery<DatedRelation>(byEnds, { ids: ids.toSorted().join(',') }, mostRows),
    enabled: ids.length > 0,
  });
  const found = useMemo(() => {
    const ages = new Map<string, Since>();
    for (const row of query.data?.rows ?? []) {
      const ends = `${row.entity} ${row.object}`;
      const known = ages.get(ends);
      ages.set(ends, known ? firstOf([known, row])! : row);
    }
    return ages;
  }, [query.data]);
  return (id, other) => found.get(`${id} ${other}`) ?? found.get(`${other} ${id}`);
}

const isExact = ({ known }: Since) => known !== 'Read';

/** Since when a chain of steps has been whole: since its last step came. A step without a date may be older than another one, not newer. */
export function lastOf(steps: readonly (Since | undefined)[]): Since | undefined {
  const known = steps.filter(step => step !== undefined);
  if (known.length === 0 || known.length < steps.length) return undefined;
  // Of steps with the same time, one without a date would make the answer less certain than it is.
  return known.toSorted((left, right) => later(right, left) || Number(isExact(right)) - Number(isExact(left)))[0];
}

/** Since when one of several ways has existed. The oldest one may be older than it is known to be. */
export function firstOf(ways: readonly (Since | undefined)[]): Since | undefined {
  const known = ways.filter(way => way !== undefined);
  if (known.length === 0 || known.length < ways.length) return undefined;
  const [first] = known.toSorted(later);
  return known.every(isExact) ? first : { ...first!, known: 'Read' };
}

const later = (left: Since, right: Since) => new Date(left.at).getTime() - new Date(right.at).getTime();

/** As a cell of a CSV file: a date, or "2026-03-03 or earlier". */
export const sinceCsv = (since: Since | undefined): string | undefined =>
  since && `${since.at.slice(0, 10)}${isExact(since) ? '' : ' or earlier'}`;

const reasons: Readonly<Record<Since['known'], string>> = {
  Source: 'The source gives this date',
  History: 'It appeared then: the data before did not show it',
  Read: 'The source gives no date, and it was there when it was first read',
};

interface SinceProps {
  readonly since: Since | undefined;
  /** `cell`: "Mar 3, 2026" or "Mar 3, 2026 or earlier", below a header that says "since". `line`: "since …", "at least since …". `whole`: with the reason. */
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
  const title = reasons[since.known];
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
      {isExact(since) ? 'since ' : 'at least since '}
      <Time at={since.at} day />
      {form === 'whole' && !isExact(since) && ': the source gives no date'}
    </span>
  );
}

// The names of memberships and grants in changes. Their own names are ids; readers know them by their two ends.
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { sqlQuery } from '../../api/sql.ts';
import { useAreNamesAwaited, useObjectNames } from '../../objects/object-names.ts';

type Change = Schemas['Change'];

/** The ends of a relation, by global ids. */
interface Ends {
  readonly entity: string;
  readonly object: string;
}

const objectFields: Readonly<Record<string, string>> = {
  EntityManagedViaObject: 'globalManagedViaObjectId',
  EntityAssignedAccessToObject: 'globalAssignedObjectId',
};

const wanted = `(SELECT unnest(string_split(:ids, ',')::UUID[]))`;
const present = `SELECT global_id AS id, global_entity_id AS entity, global_managed_via_object_id AS object
    FROM managed_via WHERE global_id IN ${wanted}
  UNION ALL
  SELECT global_id, global_entity_id, global_assigned_object_id FROM access_assignments WHERE global_id IN ${wanted}`;

/**
 * Names the memberships and grants among changes: "ntanaka → Administrator".
 * @returns `relationNameOf` gives undefined for other changes, and until the names of both ends are known; `isAwaited`: some are still to come
 */
export function useRelationNames(changes: readonly Change[]): {
  readonly relationNameOf: (change: Change) => string | undefined;
  readonly isAwaited: boolean;
} {
  const relations = changes.filter(({ objectType }) => objectType in objectFields);
  const ids = relations.filter(change => !endsBefore(change)).map(({ objectId }) => objectId);
  const query = useQuery({
    ...sqlQuery<Ends & { readonly id: string }>(present, { ids: ids.toSorted().join(',') }),
    enabled: ids.length > 0,
  });
  const endsOf = (change: Change) => endsBefore(change) ?? query.data?.rows.find(({ id }) => id === change.objectId);
  const named = relations.flatMap(change => {
    const ends = endsOf(change);
    return ends ? [ends.entity, ends.object] : [];
  });
  const nameOf = useObjectNames(named);
  const areNamesAwaited = useAreNamesAwaited(named);
  const relationNameOf = (change: Change) => {
    const ends = change.objectType in objectFields ? endsOf(change) : undefined;
    const [entity, object] = [ends && nameOf(ends.entity), ends && nameOf(ends.object)];
    return entity === undefined || object === undefined ? undefined : `${entity} → ${object}`;
  };
  return { relationNameOf, isAwaited: query.isLoading || areNamesAwaited };
}

/** The ends of a relation that has vanished: the version in service does not have it any more. */
function endsBefore({ objectType, fields = [] }: Change): Ends | undefined {
  const before = (name: string | undefined) => fields.find(({ field }) => field === name)?.before;
  const [entity, object] = [before('globalEntityId'), before(objectFields[objectType])];
  return typeof entity === 'string' && typeof object === 'string' ? { entity, object } : undefined;
}

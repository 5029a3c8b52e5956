// What is lost with a step of a path: what else the account has through it alone, who else uses it, and who may end it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api.ts';
import { sqlQuery } from '../../api/sql.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { formatCount, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { knownType } from '../../objects/object-types.ts';
import { objectQuery } from '../../objects/served-object.ts';
import styles from './access.module.css';
import type { GraphNode, GraphStep } from './graph/access-graph.ts';

interface LostWithProps {
  /** Global id of the account at the beginning of the path. */
  readonly account: string;
  readonly step: GraphStep & { readonly id: string };
  readonly from: GraphNode;
  readonly to: GraphNode;
}

export function LostWith({ account, step, from, to }: LostWithProps): ReactNode {
  const isContainer = from.type === 'UserGroup' || from.type === 'Role';
  // Who leads a group or role decides who is in it, and what it may do.
  const decided = step.kind === 'Membership' || !isContainer ? to : from;
  return (
    <dl className={styles.evidence}>
      <div>
        <dt>Lost without this step</dt>
        <dd>
          <Lost account={account} relationship={step.id} />
        </dd>
      </div>
      <div>
        <dt>Others who use this step</dt>
        <dd>{from.type === 'Account' ? 'nobody: it is of this account only' : <Others of={from} />}</dd>
      </div>
      <div>
        <dt>Who may end it</dt>
        <dd>
          <Deciders of={decided} />
        </dd>
      </div>
    </dl>
  );
}

const mostListed = 10;
const mostCounted = 200;

function Lost({ account, relationship }: { readonly account: string; readonly relationship: string }): ReactNode {
  const query = useApi('get', '/v1/accounts/{id}/access', {
    params: { path: { id: account }, query: { onlyThrough: relationship, pageSize: mostCounted } },
  });
  return (
    <QueryView query={query} awaited="what is lost with it">
      {({ items, nextPageToken }) => {
        if (items.length === 0) return 'nothing: the account has all of it in other ways, too';
        return (
          <>
            {formatCount(items.length)}
            {nextPageToken !== undefined && ' or more'} {items.length === 1 ? 'object' : 'objects'}:{' '}
            <span className={styles.named}>
              {items.slice(0, mostListed).map(({ objectType, objectId, objectName }) => (
                <ObjectLink key={objectId} type={objectType} id={objectId} name={objectName} />
              ))}
              {items.length > mostListed && <span>and {formatCount(items.length - mostListed)} more</span>}
            </span>
          </>
        );
      }}
    </QueryView>
  );
}

/** The other accounts in the group or role from which the step leads on. */
function Others({ of: { type, objectId, name } }: { readonly of: GraphNode }): ReactNode {
  const known = knownType(type);
  const query = useQuery({ ...objectQuery(known!, objectId!), enabled: known !== undefined && objectId !== undefined });
  const count = query.data?.['analyticsMemberAccountsCount'];
  if (query.isLoading) return '…';
  if (typeof count !== 'number') return <Unknown />;
  const others = Math.max(count - 1, 0);
  return (
    <>
      {formatCount(others)} other {others === 1 ? 'account' : 'accounts'} in <Text line>{name}</Text>
    </>
  );
}

interface Decider {
  readonly type: string | null;
  readonly id: string | null;
  readonly name: string;
}

/** The owners of a group or role, and the steward that the system of record names. */
const deciders = `WITH owned AS (
    SELECT application_instance_id, unnest(from_json(owners, '[{"objectType": "VARCHAR", "objectId": "VARCHAR"}]')) AS owner
    FROM user_groups WHERE global_id = :id::UUID
  ), owners AS (
    SELECT unnest(analytics_owners)::UUID AS id FROM roles WHERE global_id = :id::UUID
    UNION
    SELECT account.global_id FROM owned JOIN accounts AS account USING (application_instance_id)
    WHERE owned.owner."objectType" = 'Account' AND account.id = owned.owner."objectId"
    UNION
    SELECT owner_group.global_id FROM owned JOIN user_groups AS owner_group USING (application_instance_id)
    WHERE owned.owner."objectType" = 'UserGroup' AND owner_group.id = owned.owner."objectId"
  )
  SELECT object_type AS type, object_id AS id, object_name AS name FROM owners JOIN objects ON object_id = owners.id
  UNION ALL
  SELECT NULL, NULL, sor_primary_steward_email FROM roles
  WHERE global_id = :id::UUID AND sor_primary_steward_email IS NOT NULL`;

function Deciders({ of: { type, objectId, name } }: { readonly of: GraphNode }): ReactNode {
  const query = useQuery(sqlQuery<Decider>(deciders, { id: objectId }, mostListed));
  return (
    <QueryView query={query} awaited="who may end it">
      {({ rows, hasMore }) =>
        rows.length === 0 ? (
          <>
            Not known: no source names an owner of the {knownType(type)?.one.toLowerCase()} <Text line>{name}</Text>
          </>
        ) : (
          <span className={styles.named}>
            {rows.map(row =>
              row.id === null || row.type === null ? (
                <span key={row.name}>
                  <Text line>{row.name}</Text> (steward)
                </span>
              ) : (
                <ObjectLink key={row.id} type={row.type} id={row.id} name={row.name} />
              ),
            )}
            {hasMore && <span>and others</span>}
          </span>
        )
      }
    </QueryView>
  );
}

// What a reader of an account asks first: whose it is, whether it is used, how risky it is, what it reaches, and which other accounts there are.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api.ts';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Count, NotKnown, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { type IsAssumed, useIsAssumed } from '../../objects/assumed-fields.ts';
import { realEmail } from '../../objects/field-text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useObjectNames } from '../../objects/object-names.ts';
import { knownType } from '../../objects/object-types.ts';
import { personAccountsQuery } from '../../objects/person-accounts.ts';
import { reachedObjectsQuery, useReachRows } from '../../objects/reach-lists.ts';
import type { ServedObject } from '../../objects/served-object.ts';
import { severityTone } from '../../objects/severity.ts';
import { Fact, givenText } from './fact.tsx';
import { LastUse } from './last-use.tsx';
import styles from './object.module.css';

interface AccountProps {
  /** Global id. */
  readonly id: string;
  readonly account: ServedObject;
}

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

export function AccountAnswer({ id, account }: AccountProps): ReactNode {
  const person = givenText(account['enrichedPersonId']);
  return (
    <Panel title="At a glance">
      <dl className={styles.facts} data-in-order>
        {person === undefined ? <WithoutPerson account={account} /> : <OfPerson person={person} account={account} />}
        <Fact name="Last used" fields={['Account.lastActivityDate', 'Account.analyticsDaysSinceLastActivity']} isWide>
          <LastUse id={id} account={account} />
        </Fact>
        <Fact
          name="Worst open risk"
          fields={['Account.analyticsAccessRiskPosture', 'Account.analyticsRiskViolationCount']}
        >
          <Risk account={account} />
        </Fact>
        <Fact name="Reaches as itself" fields={reachCounts.map(field => `Account.${field}` as const)}>
          <Reach id={id} account={account} />
        </Fact>
        <Fact name="Can act as" fields={['Account.analyticsImpersonatableAccountsCount']}>
          <ActsAs id={id} account={account} />
        </Fact>
        {person !== undefined && <OtherAccounts id={id} person={person} />}
      </dl>
    </Panel>
  );
}

/** Whose account it is, who leads that person, and whether the person still works here. */
function OfPerson({ person, account }: { readonly person: string; readonly account: ServedObject }): ReactNode {
  const { data, isLoading } = useApi('get', '/v1/persons/{id}', { params: { path: { id: person } } });
  const manager = data?.globalManagerPersonId;
  const nameOf = useObjectNames(manager === undefined ? [] : [manager]);
  const managerEmail = realEmail(data?.managerEmail ?? givenText(account['sorManagerEmail']));
  const status = data?.employmentStatus ?? givenText(account['sorEmploymentStatus']);
  return (
    <>
      <Fact name="Person" fields={['Account.enrichedPersonId']}>
        {isLoading && <Awaited />}
        <strong>
          <ObjectLink type="Person" id={person} name={data?.displayName} />
        </strong>
        {status === 'Terminated' ? (
          <Tag tone={account['enabled'] === true ? 'bad' : 'warning'}>left</Tag>
        ) : (
          status !== undefined && status !== 'Unknown' && <Tag tone="good">{status}</Tag>
        )}
        {data?.department !== undefined && <Text>{data.department}</Text>}
      </Fact>
      {data?.terminationDate !== undefined && (
        <Fact name="Last day of work" fields={['Person.terminationDate']}>
          <Time at={data.terminationDate} />
        </Fact>
      )}
      <Fact name="Manager" fields={['Person.globalManagerPersonId', 'Person.managerEmail']}>
        {manager !== undefined ? (
          <ObjectLink type="Person" id={manager} name={nameOf(manager) ?? managerEmail} />
        ) : managerEmail === undefined ? (
          <Unknown />
        ) : (
          <Text>{managerEmail}</Text>
        )}
      </Fact>
    </>
  );
}

/** A machine or token has owners; of a user account, no person is known. */
function WithoutPerson({ account }: { readonly account: ServedObject }): ReactNode {
  const owners = account['enrichedOwnerAccountIds'];
  const ids = Array.isArray(owners) ? owners.map(String) : [];
  const nameOf = useObjectNames(ids);
  if (account['type'] === 'User') {
    return (
      <Fact name="Person" fields={['Account.enrichedPersonId']}>
        <NotKnown why="no record of a person fits its e-mail address or employee number" />
      </Fact>
    );
  }
  return (
    <Fact name="Belongs to" fields={['Account.enrichedOwnerAccountIds']}>
      {ids.length === 0 ? (
        <>
          <Tag tone="bad">nobody</Tag> No source names an owner.
        </>
      ) : (
        ids.map(owner => <ObjectLink key={owner} type="Account" id={owner} name={nameOf(owner)} />)
      )}
    </Fact>
  );
}

function Risk({ account }: { readonly account: ServedObject }): ReactNode {
  const posture = givenText(account['analyticsAccessRiskPosture']);
  const count = number(account['analyticsRiskViolationCount']);
  if (posture === undefined) return <NotKnown why="the rules have not been decided" />;
  return (
    <>
      {posture === 'None' ? <Tag tone="good">none</Tag> : <Tag tone={severityTone(posture)}>{posture}</Tag>}
      {count !== undefined && count > 0 && (
        <span>
          <Count>{count}</Count> open
        </span>
      )}
    </>
  );
}

/** The same list as below, so that both say the same. */
function Reach({ id, account }: AccountProps): ReactNode {
  const query = useInfiniteQuery(reachedObjectsQuery(id));
  const rows = useReachRows(query);
  if (query.isPending)
    return (
      <>
        … <Awaited />
      </>
    );
  if (query.isSuccess && rows.length === 0 && isReachUnsaid(account)) return <NotKnown />;
  const types = Map.groupBy(rows, ({ objectType }) => objectType);
  const counts = [...types].map(([type, { length }]) => `${length.toLocaleString()} ${countedNoun(type, length)}`);
  return (
    <Link to="/access" search={{ from: `Account:${id}` }}>
      {query.isError ? 'see what it reaches' : counts.length === 0 ? 'nothing' : counts.join(', ')}
      {query.hasNextPage && ', and more'}
    </Link>
  );
}

/** Without any of these counts, its source tells neither of memberships nor of access. */
const reachCounts = [
  'analyticsRoleCount',
  'analyticsUserGroupCount',
  'analyticsAssignedApplicationCount',
  'analyticsResourceInstanceCount',
] as const;
const isReachUnsaid = (account: ServedObject) => reachCounts.every(field => account[field] === undefined);

function countedNoun(type: string, count: number): string {
  const known = knownType(type);
  return (count === 1 ? known?.one : known?.collections[0]?.title)?.toLowerCase() ?? type;
}

function ActsAs({ id, account }: AccountProps): ReactNode {
  const count = number(account['analyticsImpersonatableAccountsCount']);
  const isAssumed = useIsAssumed('Account');
  return (
    <>
      {count === undefined ? (
        <NotKnown />
      ) : count === 0 ? (
        <span>no other account</span>
      ) : (
        <Link to="/access" search={{ from: `Account:${id}` }}>
          {count.toLocaleString()} other {count === 1 ? 'account' : 'accounts'}
        </Link>
      )}
      {account['isAdmin'] === true && <span className={styles.muted}>{administration(account, isAssumed, count)}</span>}
      {isAssumed(account, 'isAdmin') && (
        <span className={styles.muted}>Whether it is an administrator: not known, the source does not say.</span>
      )}
    </>
  );
}

/** Why two administrators with the same role can act as different numbers of accounts. */
function administration(account: ServedObject, isAssumed: IsAssumed, actsAs: number | undefined): string | undefined {
  const { enabled, hasAPIAccess } = account;
  // Then it acts as others for another reason, which its blast radius shows.
  if (hasAPIAccess !== true && actsAs !== undefined && actsAs > 0) return undefined;
  const rule = 'An administrator can act as every account of its source if it is enabled and may call the API';
  if (enabled === false) return `${rule}: this one is disabled.`;
  if (isAssumed(account, 'hasAPIAccess')) return `${rule}: the source does not say whether this one may.`;
  if (hasAPIAccess === true) return `${rule}: this one may.`;
  return `${rule}: ${hasAPIAccess === false ? 'this one may not' : 'whether this one may is not known'}.`;
}

/** The other accounts of the person, with what tells them apart. */
function OtherAccounts({ id, person }: { readonly id: string; readonly person: string }): ReactNode {
  const { data, isLoading } = useQuery(personAccountsQuery(person));
  const others = (data?.rows ?? []).filter(account => account.id !== id);
  if (isLoading) return <Awaited />;
  if (!data) return null;
  return (
    <Fact
      name={`Other accounts of the person: ${others.length.toLocaleString()}${data.hasMore ? ' or more' : ''}`}
      fields={['person_accounts.account_id']}
      isWide
    >
      {others.map(({ id: other, alias, source, enabled, administrator }) => (
        <span key={other} className={styles.account}>
          <ObjectLink type="Account" id={other} name={alias} /> <span className={styles.muted}>{source}</span>
          {enabled === false && <Tag>disabled</Tag>}
          {enabled === null && <Tag>enabled or not: not known</Tag>}
          {administrator === true && <Tag tone="warning">administrator</Tag>}
        </span>
      ))}
    </Fact>
  );
}

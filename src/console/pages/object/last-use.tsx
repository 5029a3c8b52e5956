// When an account was last used, from which evidence that is known, and from how many days without use on that counts.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { schemaQuery } from '../../api/fields.ts';
import { sqlQuery } from '../../api/sql.ts';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Count, NotKnown } from '../../components/text/number.tsx';
import { Time } from '../../components/text/time.tsx';
import type { ServedObject } from '../../objects/served-object.ts';
import { Fact, givenText } from './fact.tsx';

/** The days without use come from the later of two: what the account itself says, and its activities. */
interface UseDays {
  readonly used_on: string | null;
  readonly own_days: number | null;
}

const useDays = `SELECT data_date - analytics_days_since_last_activity::INTEGER AS used_on,
  date_diff('day', last_activity_date::DATE, data_date) AS own_days FROM accounts WHERE global_id = :id::UUID`;

/** Of an account: with what counts as dormant. */
export function LastUse({ id, account }: { readonly id: string; readonly account: ServedObject }): ReactNode {
  const own = givenText(account['lastActivityDate']);
  const days = account['analyticsDaysSinceLastActivity'];
  const isLowerBound = account['analyticsDormantDaysIsLowerBound'] === true;
  const { data, isLoading } = useQuery({
    ...sqlQuery<UseDays>(useDays, { id }),
    enabled: typeof days === 'number' && !isLowerBound,
  });
  const found = data?.rows[0];
  const isOfEvent = found?.used_on != null && (found.own_days === null || found.own_days > Number(days));
  if (typeof days === 'number' && isLowerBound) {
    return (
      <span>
        no use is known, for <Count>{days}</Count> days or more: since its creation, or since the source tells of use.{' '}
        <Dormancy />
      </span>
    );
  }
  if (isLoading) return <Awaited />;
  if (own === undefined && !isOfEvent) return <NotKnown why="the source does not say when it was used" />;
  return (
    <span>
      <Evidence own={own} event={isOfEvent ? found.used_on! : undefined} /> <Dormancy />
    </span>
  );
}

/** Of a violation of a rule about use: with what the rule counts. Nothing when the rule is about something else. */
export function ViolatedUse({ violation }: { readonly violation: ServedObject }): ReactNode {
  const items = violation['evidence'];
  const facts = new Map(
    (Array.isArray(items) ? items : []).map((item: { name?: unknown; value?: unknown }) => [item.name, item.value]),
  );
  const threshold = facts.get('thresholdDays');
  if (typeof threshold !== 'number') return null;
  const [own, event] = [givenText(facts.get('lastActivityDate')), givenText(facts.get('lastEventDate'))];
  return (
    <Fact name="Last used" fields={['RiskViolation.evidence']} isWide>
      <span>
        {own === undefined && event === undefined ? 'No use is known.' : <Evidence own={own} event={event} />} The rule
        counts from <Count>{threshold}</Count> days without known use on.
      </span>
    </Fact>
  );
}

/** @param event when an activity shows a later use than the account itself tells */
function Evidence({ own, event }: { readonly own: string | undefined; readonly event: string | undefined }): ReactNode {
  if (event !== undefined) {
    return (
      <>
        <Time at={event} day /> (<Time at={event} age />
        ), as an activity of the account shows. The account itself {own === undefined ? 'names no date' : 'says '}
        {own !== undefined && <Time at={own} day />}.
      </>
    );
  }
  return (
    <>
      <Time at={own!} day /> (<Time at={own!} age />
      ), as the account itself says.
    </>
  );
}

/** What counts as dormant, as the service describes it. */
function Dormancy(): ReactNode {
  const { data, isLoading } = useQuery(schemaQuery);
  if (isLoading) return <Awaited />;
  const fields = data?.find(({ type }) => type === 'Account')?.fields;
  const description = fields?.find(({ name }) => name === 'analyticsIsDormant')?.description;
  return description === undefined ? null : `${description}.`;
}

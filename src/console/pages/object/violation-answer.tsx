// What a reader of a violation asks first: what is wrong, with what, whether it still is, and what to do about it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { AcceptDialog } from '../../actions/accept-dialog.tsx';
import { type DecidedViolation, useDecisions } from '../../actions/acceptance.ts';
import { TakeBackDialog } from '../../actions/take-back-dialog.tsx';
import { useApi } from '../../api/api.ts';
import { useLive } from '../../api/live.ts';
import { sqlQuery } from '../../api/sql.ts';
import { ActionLink, Button } from '../../components/controls/button.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { lastDayOf, Time } from '../../components/text/time.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useObjectNames } from '../../objects/object-names.ts';
import { applicationInstanceOf, type ServedObject } from '../../objects/served-object.ts';
import { may } from '../../session/session.ts';
import { Fact, givenText } from './fact.tsx';
import { ViolatedUse } from './last-use.tsx';
import styles from './object.module.css';

interface ViolationProps {
  /** Global id. */
  readonly id: string;
  readonly violation: ServedObject;
}

export function ViolationAnswer({ id, violation }: ViolationProps): ReactNode {
  const description = givenText(violation['description']);
  const localRule = givenText(violation['riskDefinitionId']);
  const rule = givenText(violation['globalRiskDefinitionId']) ?? localRule;
  const account = violation['entityType'] === 'Account' ? givenText(violation['globalEntityId']) : undefined;
  const rules = useApi(
    'get',
    '/v1/risk-definitions/{id}',
    { params: { path: { id: rule ?? '' } } },
    { enabled: rule !== undefined },
  );
  const isReported = rules.data !== undefined && applicationInstanceOf(rules.data) === applicationInstanceOf(violation);
  const isFixable = violation['status'] === 'Open' && localRule !== undefined && account !== undefined;
  return (
    <Panel title="At a glance">
      <dl className={styles.facts}>
        <Fact name="Object at risk" fields={['RiskViolation.globalEntityId']}>
          <ObjectAtRisk violation={violation} />
        </Fact>
        <Fact name="State" fields={['RiskViolation.status']}>
          <span>
            <State violation={violation} />
          </span>
        </Fact>
        <Fact name="What is wrong" fields={['RiskViolation.description']} isWide>
          {description === undefined ? <Unknown /> : <Text>{description}</Text>}
        </Fact>
        <ViolatedUse violation={violation} />
        {rule !== undefined && (
          <Fact name="What to do" fields={['RiskViolation.globalRiskDefinitionId']} isWide>
            <Link to="/risks" search={{ rule, status: 'all' }}>
              Why there is this rule, how to fix it, and what else violates it
            </Link>
          </Fact>
        )}
        {isFixable && (
          <Fact name="Action">
            <ActionLink to="/fix" search={{ rule: localRule, accounts: account }}>
              Fix its account
            </ActionLink>
          </Fact>
        )}
        {isReported ? (
          <Fact name="Acceptance" fields={['RiskViolation.suppressionReason']}>
            The source reported it by a rule of its own. Accept it there.
          </Fact>
        ) : (
          <Acceptance
            // The same violation in a newer version: what was decided shows there.
            violation={{
              id,
              rule: rules.data?.name ?? localRule ?? 'The rule',
              description: description ?? null,
              object_name: null,
              accepted_until: givenText(violation['suppressedUntil']) ?? null,
              accepted_because: givenText(violation['suppressionReason']) ?? null,
            }}
            status={violation['status']}
          />
        )}
      </dl>
    </Panel>
  );
}

interface AcceptanceProps {
  readonly violation: DecidedViolation;
  readonly status: unknown;
}

/** Accepts the risk, with a reason and until a day, or takes that back. A decision shows in the next version. */
function Acceptance({ violation, status }: AcceptanceProps): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const version = useQuery(sqlQuery('SELECT 1')).data?.version;
  const decisions = useDecisions(version === undefined ? undefined : Number(version));
  // The page follows the version that shows the decision.
  useLive();
  const pending = decisions.pending.get(violation.id);
  if (!may('annotate') || (status !== 'Open' && status !== 'Suppressed')) return null;
  const isAccepted = pending ? pending.is === 'accepted' : status === 'Suppressed';
  const close = () => setAsked(false);
  return (
    <Fact
      name={isAccepted ? 'Acceptance' : 'Or accept it'}
      fields={['RiskViolation.suppressionReason', 'RiskViolation.suppressedUntil']}
    >
      <Button onClick={() => setAsked(true)}>{isAccepted ? 'Take back' : 'Accept'}</Button>
      <span role="status">
        {pending && <Tag tone="info">{`${pending.is}; shows from version ${pending.fromVersion} on`}</Tag>}
      </span>
      {isAsked && !isAccepted && (
        <AcceptDialog
          violation={violation}
          onAccept={(reason, until) => decisions.accept(violation, reason, until)}
          onClose={close}
        />
      )}
      {isAsked && isAccepted && (
        <TakeBackDialog violation={violation} onTakeBack={() => decisions.takeBack(violation)} onClose={close} />
      )}
    </Fact>
  );
}

function ObjectAtRisk({ violation }: { readonly violation: ServedObject }): ReactNode {
  const id = givenText(violation['globalEntityId']);
  const nameOf = useObjectNames(id === undefined ? [] : [id]);
  const localId = String(violation['entityId']);
  if (id === undefined) return <Text>{localId}</Text>;
  return <ObjectLink type={String(violation['entityType'])} id={id} name={nameOf(id) ?? localId} />;
}

/** In words, with the time since when. */
function State({ violation }: { readonly violation: ServedObject }): ReactNode {
  const time = (field: string) => givenText(violation[field]);
  const [detected, resolved, until] = [time('detectedAt'), time('resolvedAt'), time('suppressedUntil')];
  const because = givenText(violation['suppressionReason']);
  switch (violation['status']) {
    case 'Open':
      return <>open{detected !== undefined && <Since at={detected} />}</>;
    case 'Resolved':
      return <>resolved{resolved !== undefined && <Since at={resolved} />}</>;
    case 'Suppressed':
      return (
        <>
          accepted
          {until !== undefined && (
            <>
              {' until '}
              <Time at={lastDayOf(until)} />
            </>
          )}
          {because !== undefined && (
            <>
              {': '}
              <Text>{because}</Text>
            </>
          )}
        </>
      );
    default:
      return <Unknown />;
  }
}

const Since = ({ at }: { readonly at: string }): ReactNode => (
  <>
    {' since '}
    <Time at={at} />
  </>
);

// What a reader of a violation asks first: what is wrong, with what, whether it still is, and what to do about it.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionLink } from '../../components/controls/button.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { lastDayOf, Time } from '../../components/text/time.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useObjectNames } from '../../objects/object-names.ts';
import type { ServedObject } from '../../objects/served-object.ts';
import { Fact, givenText } from './fact.tsx';
import { ViolatedUse } from './last-use.tsx';
import styles from './object.module.css';

export function ViolationAnswer({ violation }: { readonly violation: ServedObject }): ReactNode {
  const description = givenText(violation['description']);
  const localRule = givenText(violation['riskDefinitionId']);
  const rule = givenText(violation['globalRiskDefinitionId']) ?? localRule;
  const account = violation['entityType'] === 'Account' ? givenText(violation['globalEntityId']) : undefined;
  const isFixable = violation['status'] === 'Open' && localRule !== undefined && account !== undefined;
  return (
    <Panel title="At a glance">
      <dl className={styles.facts}>
        <Fact name="Object at risk">
          <ObjectAtRisk violation={violation} />
        </Fact>
        <Fact name="State">
          <span>
            <State violation={violation} />
          </span>
        </Fact>
        <Fact name="What is wrong" isWide>
          {description === undefined ? <Unknown /> : <Text>{description}</Text>}
        </Fact>
        <ViolatedUse violation={violation} />
        {rule !== undefined && (
          <Fact name="What to do" isWide>
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
      </dl>
    </Panel>
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

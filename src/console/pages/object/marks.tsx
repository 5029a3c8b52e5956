import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { useIsAssumed } from '../../objects/assumed-fields.ts';
import { choiceWords } from '../../objects/field-text.tsx';
import type { KnownType } from '../../objects/object-types.ts';
import { applicationInstanceOf, type ServedObject } from '../../objects/served-object.ts';
import { severityTone } from '../../objects/severity.ts';
import { sourcesQuery, useSourceName } from '../../objects/sources.ts';
import { DormantTag } from './dormant-tag.tsx';
import styles from './object.module.css';

/** The few words that say most about an object, below its name. Of what is not known, only the state of an account is said to be so: readers look for it. */
export function Marks({ type, object }: { readonly type: KnownType; readonly object: ServedObject }): ReactNode {
  const sourceName = useSourceName(type.type);
  const isAssumed = useIsAssumed(type.type);
  const instance = applicationInstanceOf(object);
  const { isLoading: isSourceAwaited } = useQuery(sourcesQuery);
  const posture = object['analyticsAccessRiskPosture'] ?? object['severity'];
  return (
    <span className={styles.marks}>
      {(isAssumed(object, 'enabled') === undefined || isSourceAwaited) && <Awaited />}
      <Tag>{type.one}</Tag>
      {typeof object['type'] === 'string' && <Tag>{choiceWords(object['type'])}</Tag>}
      {instance !== undefined && (
        <Tag>
          <Text line>{sourceName(instance)}</Text>
        </Tag>
      )}
      {object['employmentStatus'] === 'Terminated' && <Left on={object['terminationDate']} />}
      {isAssumed(object, 'enabled') === true && <Tag>enabled or not: not known</Tag>}
      {isAssumed(object, 'enabled') === false && (
        <>
          {object['enabled'] === true && <Tag tone="good">enabled</Tag>}
          {object['enabled'] === false && <Tag tone="warning">disabled</Tag>}
        </>
      )}
      {object['isAdmin'] === true && <Tag tone="warning">administrator</Tag>}
      <DormantTag account={object} />
      {typeof posture === 'string' && posture !== 'None' && <Tag tone={severityTone(posture)}>{posture} risk</Tag>}
    </span>
  );
}

/** A person or employee who has left. @param on the last day of work, ISO 8601 */
function Left({ on }: { readonly on: unknown }): ReactNode {
  return (
    <Tag tone="warning">
      left
      {typeof on === 'string' && (
        <>
          {', last day '}
          <Time at={on} />
        </>
      )}
    </Tag>
  );
}

// What needs attention before the numbers are read: sources whose data are old, broken or not there.
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Awaited } from '../../components/feedback/loading.tsx';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { type SourceAlert, useSourceAlerts } from '../../objects/source-alerts.ts';
import styles from './overview.module.css';

const shownAlerts = 5;

const tones: Readonly<Record<SourceAlert['is'], Tone>> = {
  'held back': 'bad',
  failed: 'bad',
  delayed: 'warning',
  stale: 'warning',
};

export function Alerts(): ReactNode {
  const { alerts, isAwaited } = useSourceAlerts();
  if (isAwaited) return <Awaited />;
  if (alerts.length === 0) return null;
  const more = alerts.length - shownAlerts;
  return (
    <section className={styles.alerts} aria-label="Sources that need attention">
      <TriangleAlert size={18} aria-hidden="true" />
      <ul>
        {alerts.slice(0, shownAlerts).map(alert => (
          <li key={`${alert.sourceId} ${alert.is}`}>
            <Link to="/sources/$sourceId" params={{ sourceId: alert.sourceId }}>
              <Text>{alert.sourceId}</Text>
            </Link>
            <Tag tone={tones[alert.is]}>{alert.is}</Tag>
            <span>
              <Sentence alert={alert} />
            </span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to="/sources">{more} more</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function Sentence({ alert: { is, reason, at } }: { readonly alert: SourceAlert }): ReactNode {
  const age = at !== undefined && <Time at={at} age />;
  if (is === 'stale') return age ? <>It was last read completely {age}.</> : 'It was never read completely.';
  return (
    <>
      {is === 'failed' && <>The last run failed {age}</>}
      {is === 'delayed' && <>It could not be read, and is tried again {age}</>}
      {is === 'held back' && (
        <>
          Its newest data look broken; its last good data are shown
          {at !== undefined && (
            <>
              {' since '}
              <Time at={at} />
            </>
          )}
        </>
      )}
      {reason === undefined ? (
        '.'
      ) : (
        <>
          : <Text>{reason}</Text>
        </>
      )}
    </>
  );
}

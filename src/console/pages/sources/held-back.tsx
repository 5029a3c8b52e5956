// Why data are held back, and the decision to take them nevertheless.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/api.ts';
import { sourcesKey } from '../../api/live.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Count } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { withoutName } from '../../objects/source-alerts.ts';
import type { Source } from '../../objects/source-state.tsx';
import { may } from '../../session/session.ts';
import styles from './sources.module.css';

type Finding = Schemas['Build']['findings'][number];

export function Findings({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="Findings">
      {findings.map(({ check, severity, message, count, source }) => (
        <li key={`${check} ${source} ${message}`}>
          <Tag tone={severity === 'stop' ? 'bad' : 'warning'}>{severity === 'warn' ? 'warning' : severity}</Tag>
          <span>
            {source !== undefined && (
              <>
                <Text>{source}</Text>:{' '}
              </>
            )}
            <Text>{withoutName(message, source)}</Text>{' '}
            <span className={styles.muted}>
              (<Count>{count}</Count>)
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shown while the newest data of the source look broken. */
export function HeldBack({ source }: { readonly source: Source }): ReactNode {
  const { heldBack } = source;
  const [isAsked, setAsked] = useState(false);
  if (!heldBack) return null;
  return (
    <Panel title="Held back">
      <p>
        The newest data look broken, so they are in no version. Since <Time at={heldBack.since} />, the last good data
        are shown.
      </p>
      <Findings findings={heldBack.findings} />
      {may('admin') && (
        <Button look="danger" onClick={() => setAsked(true)}>
          Accept loss …
        </Button>
      )}
      {isAsked && <AcceptLoss source={source} onClose={() => setAsked(false)} />}
    </Panel>
  );
}

function AcceptLoss({ source, onClose }: { readonly source: Source; readonly onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const { sourceId } = source;
  const accept = useMutation({
    mutationFn: () => api.POST('/v1/sources/{sourceId}/accept-loss', { params: { path: { sourceId } } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: sourcesKey });
    },
  });
  return (
    <Dialog
      title={`Accept the loss of ${sourceId}`}
      description="The next version is made of the newest data, with everything that was lost or rejected."
      isOpen
      onClose={onClose}
    >
      <Findings findings={source.heldBack?.findings ?? []} />
      {accept.isError && <ErrorPanel error={accept.error} what="The loss was not accepted" />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Keep the last good data</Button>
        <Button look="danger" disabled={accept.isPending} onClick={() => accept.mutate()}>
          Accept loss
        </Button>
      </div>
    </Dialog>
  );
}

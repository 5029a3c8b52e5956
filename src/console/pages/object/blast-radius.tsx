import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { useApi } from '../../api/api.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { useSourceName } from '../../objects/sources.ts';
import { reasonWords } from '../../objects/step-reasons.ts';
import styles from './object.module.css';

type Step = Schemas['BlastRadius']['chains'][number][number];

const shownChains = 10;

/** The accounts that an account can act as. @param id global id */
export function BlastRadius({ id }: { readonly id: string }): ReactNode {
  const query = useApi('get', '/v1/accounts/{id}/blast-radius', { params: { path: { id } } });
  return (
    <Panel title="Blast radius">
      <QueryView query={query} awaited="the blast radius">
        {({ count, chains }) => (
          <>
            <p>
              {count === undefined ? (
                'How many other accounts it can act as is not known: the pages of the sources say what was not read.'
              ) : (
                <>
                  It can act as <strong>{formatCount(count)}</strong> other {count === 1 ? 'account' : 'accounts'},
                  directly or through others.
                </>
              )}
              {chains.length > 0 && ' For example:'}
            </p>
            <ol className={styles.chains}>
              {chains.slice(0, shownChains).map(chain => (
                <li key={chain.map(({ objectId }) => objectId).join()}>
                  {chain.map(step => (
                    <ChainStep key={step.objectId} step={step} />
                  ))}
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function ChainStep({ step }: { readonly step: Step }): ReactNode {
  const sourceName = useSourceName();
  const { objectType, objectId, objectName, reason, evidence } = step;
  return (
    <span title={evidence}>
      {reasonWords[reason]}{' '}
      {objectType === 'ApplicationInstance' ? (
        <Text line>{sourceName(objectId)}</Text>
      ) : (
        <ObjectLink type={objectType} id={objectId} name={objectName} />
      )}
    </span>
  );
}

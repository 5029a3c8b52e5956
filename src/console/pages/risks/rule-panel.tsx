import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api.ts';
import { ActionLink } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Panel } from '../../components/layout/page.tsx';
import { Term } from '../../components/text/term.tsx';
import { Text } from '../../components/text/text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import styles from './risks.module.css';
import type { RisksSearch } from './risks-search.ts';

interface RulePanelProps {
  /** Global id of the rule; of a rule without one, its local id. */
  readonly rule: string;
  readonly search: RisksSearch;
}

/** Why there is this rule, and how to fix what violates it. */
export function RulePanel({ rule, search: { rule: _, ...everyRule } }: RulePanelProps): ReactNode {
  const { source } = everyRule;
  const query = useApi('get', '/v1/risk-definitions/{id}', { params: { path: { id: rule } } });
  return (
    <Panel
      title="The rule"
      actions={
        <Link to="/risks" search={everyRule} resetScroll={false}>
          Every rule
        </Link>
      }
    >
      <QueryView
        query={query}
        awaited="the rule"
        missing={
          <EmptyState title="The rule is not described">
            It is not known to this version, or belongs to the whole organisation, and you see some sources only.
          </EmptyState>
        }
      >
        {({ id, globalId, name, description, remediation, references = [] }) => (
          <dl className={styles.rule}>
            <Term fields={['RiskDefinition.name']}>Rule</Term>
            <dd>
              <ObjectLink type="RiskDefinition" id={globalId} name={name} />
            </dd>
            {description !== undefined && (
              <>
                <Term fields={['RiskDefinition.description']}>Why</Term>
                <dd>
                  <Prose>{description}</Prose>
                </dd>
              </>
            )}
            {remediation !== undefined && (
              <>
                <Term fields={['RiskDefinition.remediation']}>How to fix it</Term>
                <dd>
                  <Prose>{remediation}</Prose>
                  <p>
                    <ActionLink to="/fix" search={{ rule: id, ...(source !== undefined && { source }) }}>
                      Fix its accounts
                    </ActionLink>
                  </p>
                </dd>
              </>
            )}
            {references.length > 0 && (
              <>
                <Term fields={['RiskDefinition.references']}>Standards</Term>
                <dd>
                  <Text>{references.join('; ')}</Text>
                </dd>
              </>
            )}
          </dl>
        )}
      </QueryView>
    </Panel>
  );
}

const longestProse = 1500;

/** The texts of the service's own rules are shown whole: they are a few sentences. Longer ones are cut. */
function Prose({ children }: { readonly children: string }): ReactNode {
  return children.length > longestProse ? <Text>{children}</Text> : <bdi>{children}</bdi>;
}

// What is wrong, by rule and severity, why, and how to fix it. Every filter is in the address.
import { createLazyRoute, Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useDecisions } from '../../actions/acceptance.ts';
import { useApi } from '../../api/api.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Page, Panel } from '../../components/layout/page.tsx';
import { formatCount } from '../../components/text/number.tsx';
import { CollectionLink } from '../../objects/collection-link.tsx';
import { severityTone } from '../../objects/severity.ts';
import { type CountedRule, countsOf, openBySeverity, type RiskCounts } from './counts.ts';
import { Filters } from './filters.tsx';
import styles from './risks.module.css';
import { type RisksSearch, risksSearch, severities, statuses } from './risks-search.ts';
import { RulePanel } from './rule-panel.tsx';
import { RulesTable } from './rules-table.tsx';
import { TrendChart } from './trend-chart.tsx';
import type { Violation } from './violations.ts';
import { ViolationsTable } from './violations-table.tsx';

export const page = createLazyRoute('/risks')({ component: RisksPage });

/** How often the version in service is asked for while a decision does not show. */
const pollMs = 2000;

function RisksPage(): ReactNode {
  const search = useSearch({ from: '/risks', select: risksSearch });
  const navigate = useNavigate({ from: '/risks' });
  const [isWaiting, setWaiting] = useState(false);
  const params = { query: search.source === undefined ? {} : { applicationInstanceId: search.source } };
  const counts = useApi('get', '/v1/risk-counts', { params }, isWaiting ? { refetchInterval: pollMs } : {});
  const version = counts.data?.points.at(-1)?.version;
  const decisions = useDecisions<Violation>(version);
  if (decisions.pending.size > 0 !== isWaiting) setWaiting(!isWaiting);
  // The counts are of open risks first: who asks for a rule or for another state wants the list.
  const isListFirst = search.rule !== undefined || (search.status !== undefined && search.status !== 'Open');
  const objects = version !== undefined && (
    <Panel title="Objects at risk">
      <ViolationsTable
        search={search}
        version={version}
        decisions={decisions}
        onSort={sort => {
          const { sort: _former, ...others } = search;
          void navigate({ search: sort === undefined ? others : { ...others, sort }, resetScroll: false });
        }}
      />
    </Panel>
  );
  return (
    <Page
      title="Risks"
      about="What is wrong, why, and how to fix it."
      actions={<CollectionLink path="/v1/risk-definitions">All rules</CollectionLink>}
    >
      <Filters search={search} onChange={next => void navigate({ search: next })} />
      {/* A reader who has chosen a rule wants to read it first, and then see what violates it. */}
      {search.rule !== undefined && <RulePanel rule={search.rule} search={search} />}
      {isListFirst && objects}
      <QueryView query={counts} awaited="the risks">
        {found => <Counted counts={found} search={search} />}
      </QueryView>
      {!isListFirst && objects}
    </Page>
  );
}

/** What the trend counts too. Without it, the last point of a line would contradict the number of open violations. */
function OtherUnresolved({
  items,
  search,
}: {
  readonly items: readonly CountedRule[];
  readonly search: RisksSearch;
}): ReactNode {
  const counted = [
    { status: 'Suppressed', count: items.reduce((sum, { accepted }) => sum + accepted, 0) },
    { status: 'Unknown', count: items.reduce((sum, { unknown }) => sum + unknown, 0) },
  ] as const;
  return counted
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => (
      <Link key={status} className={styles.others} to="/risks" search={{ ...search, status }} resetScroll={false}>
        + {formatCount(count)} {statuses[status].toLowerCase()}
      </Link>
    ));
}

/** How many by severity and rule, now and over versions. */
function Counted({ counts, search }: { readonly counts: RiskCounts; readonly search: RisksSearch }): ReactNode {
  const items = countsOf(counts, search);
  const { rule: _, ...everyRule } = search;
  const { status: _status, ...open } = search;
  const rules = countsOf(counts, everyRule);
  return (
    <>
      <div className={styles.columns}>
        <Panel title="Open by severity">
          <dl className={styles.numbers}>
            {severities.map(severity => (
              <div key={severity}>
                <dt>
                  <Tag tone={severityTone(severity)}>{severity}</Tag>
                </dt>
                <dd>
                  <Link to="/risks" search={{ ...open, severity }} resetScroll={false}>
                    {formatCount(openBySeverity(countsOf(counts, { ...search, severity }), severity))}
                  </Link>
                  <OtherUnresolved items={countsOf(counts, { ...search, severity })} search={{ ...open, severity }} />
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title="Unresolved over versions">
          {counts.points.length < 2 || items.length === 0 ? (
            <EmptyState title="There is no trend yet">It begins with the second version that shows a risk.</EmptyState>
          ) : (
            <TrendChart counts={counts} items={items} />
          )}
        </Panel>
      </div>
      <Panel title="Rules">
        {rules.length === 0 ? <EmptyState title="No rule is violated" /> : <RulesTable items={rules} search={search} />}
      </Panel>
    </>
  );
}

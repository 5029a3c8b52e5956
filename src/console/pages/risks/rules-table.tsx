import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tag } from '../../components/feedback/tag.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count, formatCount, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { severityRank, severityTone } from '../../objects/severity.ts';
import { type CountedRule, changeOf, keyOfRule } from './counts.ts';
import type { RisksSearch } from './risks-search.ts';

const statusOf = { open: 'Open', accepted: 'Suppressed', resolved: 'Resolved', unknown: 'Unknown' } as const;

/** The rules that are or were violated. A count leads to what it counts; a rule's name shows it and its objects. */
export function RulesTable({
  items,
  search,
}: {
  readonly items: readonly CountedRule[];
  readonly search: RisksSearch;
}): ReactNode {
  const count = (id: keyof typeof statusOf, header: string): DataColumn<CountedRule> => ({
    id,
    header,
    fields: [`RiskCounts.items.${id}`],
    width: 100,
    align: 'end',
    cell: item =>
      item[id] === 0 ? (
        <Count>{0}</Count>
      ) : (
        <Link to="/risks" search={{ ...search, rule: keyOfRule(item), status: statusOf[id] }}>
          <Count>{item[id]}</Count>
        </Link>
      ),
    sortBy: item => item[id],
  });
  const columns: DataColumn<CountedRule>[] = [
    {
      id: 'rule',
      isKey: true,
      header: 'rule',
      fields: ['RiskDefinition.name'],
      width: 300,
      cell: item => (
        <Link
          to="/risks"
          search={{ ...search, rule: keyOfRule(item) }}
          aria-current={search.rule === keyOfRule(item) ? 'true' : undefined}
        >
          <Text line>{item.name ?? item.riskDefinitionId}</Text>
        </Link>
      ),
      sortBy: item => item.name ?? item.riskDefinitionId,
    },
    {
      id: 'severity',
      header: 'severity',
      fields: ['RiskDefinition.severity'],
      width: 110,
      cell: ({ severity }) => <Tag tone={severityTone(severity)}>{severity}</Tag>,
      sortBy: ({ severity }) => severityRank(severity),
      csv: ({ severity }) => severity,
    },
    count('open', 'open'),
    count('accepted', 'accepted'),
    count('resolved', 'resolved'),
    count('unknown', 'not known'),
    {
      id: 'change',
      header: 'change',
      about: 'How many more are not resolved than at the first version of the trend',
      width: 100,
      align: 'end',
      cell: item => <Change>{changeOf(item)}</Change>,
      sortBy: changeOf,
    },
  ];
  return (
    <DataTable
      label="Rules"
      columns={columns}
      rows={items}
      keyOf={item => `${keyOfRule(item)} ${item.severity}`}
      height="rows"
    />
  );
}

function Change({ children: change }: { readonly children: number | undefined }): ReactNode {
  if (change === undefined) return <Unknown />;
  if (change === 0) return '0';
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}

// The third step where others decide: whom the review asks, until when, and for whom nobody is known.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { reviewReasons } from '../../actions/review-words.ts';
import { api, apiQuery } from '../../api/api.ts';
import { sqlQuery } from '../../api/sql.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ErrorPanel } from '../../components/feedback/error-panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { formatCount, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { may } from '../../session/session.ts';
import styles from './fix.module.css';
import { accountCount, type FoundRule, rulesSql } from './selected-accounts.ts';
import type { TakingChange } from './what-to-do.tsx';

interface ReviewFormProps {
  readonly change: TakingChange;
  /** The rule that found the accounts: its name is the title where none is typed. */
  readonly rule: string | undefined;
}

const usualDays = 14;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export function ReviewForm({ change, rule }: ReviewFormProps): ReactNode {
  const navigate = useNavigate();
  const rules = useQuery({ ...sqlQuery<FoundRule>(rulesSql), enabled: rule !== undefined });
  const [typed, setTitle] = useState<string>();
  const title = typed ?? rules.data?.rows.find(each => each.rule === rule)?.name ?? '';
  const [due, setDue] = useState(() => inDays(usualDays));
  const [substitute, setSubstitute] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const { operation, accountIds } = change;
  const asked = useQuery(apiQuery('post', '/v1/accounts/reviewers', { body: { ids: [...accountIds] } }));
  const create = useMutation({
    mutationFn: async () => {
      const body = {
        ...{ title: title.trim(), ids: [...accountIds], operation, due },
        ...('containerId' in change && { containerId: change.containerId }),
        ...(substitute.trim() !== '' && { substitute: substitute.trim() }),
      };
      // Other words are another request.
      const header = {
        'Idempotency-Key': `${key}-${[title, due, substitute].map(encodeURIComponent).join('.').slice(0, 200)}`,
      };
      return (await api.POST('/v1/reviews', { body, params: { header } })).data!;
    },
    onSuccess: ({ id }) => navigate({ to: '/reviews/$id', params: { id } }),
  });
  return (
    <QueryView query={asked} awaited="whom to ask">
      {({ items, tellsReviewers }) => {
        const addresses = new Set(items.flatMap(({ address }) => address ?? []));
        const unasked = items.filter(({ address }) => address === undefined).length;
        return (
          <>
            <p role="status">
              {formatCount(addresses.size)} {addresses.size === 1 ? 'person is' : 'people are'} asked about{' '}
              {formatCount(items.length - unasked)} of {formatCount(items.length)} accounts.
              {unasked > 0 && ` For ${formatCount(unasked)} nobody is known who can be asked.`}
            </p>
            <Asked items={items} />
            <div className={styles.guard}>
              <Field
                label="Title"
                hint="What is asked, for those who decide"
                maxLength={200}
                autoComplete="off"
                value={title}
                onChange={({ target }) => setTitle(target.value)}
              />
              <Field
                label="Due"
                hint="They may decide until the end of this day (UTC)"
                type="date"
                min={inDays(0)}
                max={inDays(365)}
                value={due}
                onChange={({ target }) => setDue(target.value)}
              />
              <Field
                label="Substitute"
                hint="E-mail address of who is asked where nobody is known; empty: nobody"
                type="email"
                autoComplete="off"
                value={substitute}
                onChange={({ target }) => setSubstitute(target.value)}
              />
            </div>
            {create.isError && <ErrorPanel error={create.error} what="Nobody was asked" />}
            <div className={styles.end}>
              {may('write') ? (
                <Button
                  look="primary"
                  disabled={title.trim() === '' || due === '' || create.isPending || create.isSuccess}
                  onClick={() => create.mutate()}
                >
                  Send the review of {accountCount(items.length)}
                </Button>
              ) : (
                <p className={styles.note}>Your session may look and not ask anybody.</p>
              )}
            </div>
            <p className={styles.note}>
              Each of them decides by a link, in the browser and without an account. Nothing is changed before you
              propose it.
              {!tellsReviewers &&
                ' Nobody is told by this service, which has no mail server: the page of the review then has the links, for an administrator to pass on.'}
            </p>
          </>
        );
      }}
    </QueryView>
  );
}

interface AskedAccount {
  readonly accountId: string;
  readonly account: string;
  readonly sourceId?: string | undefined;
  readonly reviewer?: string | undefined;
  readonly address?: string | undefined;
  readonly reason: keyof typeof reviewReasons;
}

function Asked({ items }: { readonly items: readonly AskedAccount[] }): ReactNode {
  return (
    <DataTable
      label="Whom to ask"
      height="rows"
      rows={items}
      keyOf={({ accountId }) => accountId}
      columns={[
        {
          ...{
            id: 'account',
            header: 'account',
            fields: ['AccountReviewerList.items.account'],
            isKey: true,
            width: 200,
          },
          cell: ({ accountId, account }) => <ObjectLink type="Account" id={accountId} name={account} />,
          sortBy: ({ account }) => account,
        },
        {
          ...{
            id: 'source',
            header: 'source',
            fields: ['AccountReviewerList.items.sourceId'],
            isKey: true,
            width: 160,
          },
          cell: ({ sourceId }) => <Text line>{sourceId ?? ''}</Text>,
          sortBy: ({ sourceId }) => sourceId,
        },
        {
          ...{ id: 'ask', header: 'ask', fields: ['AccountReviewerList.items.reviewer'], width: 180 },
          cell: ({ reviewer, address }) =>
            (reviewer ?? address) === undefined ? <Unknown /> : <Text line>{reviewer ?? address ?? ''}</Text>,
          sortBy: ({ reviewer, address }) => reviewer ?? address,
        },
        {
          ...{ id: 'address', header: 'address', fields: ['AccountReviewerList.items.address'], width: 220 },
          cell: ({ address }) => (address === undefined ? <Unknown /> : <Text line>{address}</Text>),
          sortBy: ({ address }) => address,
        },
        {
          ...{ id: 'because', header: 'because', fields: ['AccountReviewerList.items.reason'], width: 170 },
          cell: ({ reason }) => reviewReasons[reason],
          sortBy: ({ reason }) => reviewReasons[reason],
        },
      ]}
    />
  );
}

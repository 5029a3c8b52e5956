// The tables of a review: who was asked, and what was decided about which account.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../clients/typescript/index.ts';
import { Tag, type Tone } from '../../components/feedback/tag.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { Count, Unknown } from '../../components/text/number.tsx';
import { Text } from '../../components/text/text.tsx';
import { Time } from '../../components/text/time.tsx';
import { ObjectLink } from '../../objects/object-link.tsx';
import { severityRank, severityTone } from '../../objects/severity.ts';
import styles from './reviews.module.css';

type Details = Schemas['ReviewDetails'];
type Reviewer = Details['reviewers'][number];
type Line = Details['lines'][number];

const toldWords: Readonly<Record<Reviewer['told'], readonly [string, Tone]>> = {
  Waiting: ['being sent', 'info'],
  Delivered: ['told', 'good'],
  Abandoned: ['could not be told', 'bad'],
  Nobody: ['not told', 'warning'],
  Unknown: ['not known', 'neutral'],
};

/** Somebody who has answered was told by somebody. */
const toldText = ({ told, undecided }: Reviewer): readonly [string, Tone] =>
  told === 'Nobody' && undecided === 0 ? ['has answered', 'good'] : toldWords[told];

export function Reviewers({ reviewers }: { readonly reviewers: readonly Reviewer[] }): ReactNode {
  return (
    <DataTable
      label="Reviewers"
      height="rows"
      rows={reviewers}
      keyOf={({ address }) => address}
      columns={[
        {
          ...{ id: 'address', header: 'address', fields: ['ReviewDetails.reviewers.address'], isKey: true, width: 240 },
          cell: ({ address }) => <Text line>{address}</Text>,
          sortBy: ({ address }) => address,
        },
        {
          ...{ id: 'name', header: 'name', fields: ['ReviewDetails.reviewers.name'], width: 180 },
          cell: ({ name }) => (name === undefined ? <Unknown /> : <Text line>{name}</Text>),
          sortBy: ({ name }) => name,
        },
        {
          ...{ id: 'told', header: 'told', fields: ['ReviewDetails.reviewers.told'], width: 140 },
          cell: reviewer => (
            <span className={styles.told}>
              <Tag tone={toldText(reviewer)[1]}>{toldText(reviewer)[0]}</Tag>
              {reviewer.toldError !== undefined && <Text line>{reviewer.toldError}</Text>}
            </span>
          ),
          sortBy: ({ told }) => told,
          csv: reviewer => [toldText(reviewer)[0], reviewer.toldError].filter(Boolean).join(' '),
        },
        {
          ...{
            id: 'undecided',
            header: 'undecided',
            fields: ['ReviewDetails.reviewers.undecided'],
            width: 110,
            align: 'end',
          },
          cell: ({ undecided }) => <Count>{undecided}</Count>,
          sortBy: ({ undecided }) => undecided,
        },
        {
          ...{ id: 'lines', header: 'accounts', fields: ['ReviewDetails.reviewers.lines'], width: 100, align: 'end' },
          cell: ({ lines }) => <Count>{lines}</Count>,
          sortBy: ({ lines }) => lines,
        },
      ]}
    />
  );
}

/** Columns that are absent until a line has something to say there. */
const sometimes: Readonly<Record<string, (line: Line) => unknown>> = {
  holder: line => holderText(line),
  comment: ({ comment }) => comment,
  decided: ({ decidedAt }) => decidedAt,
  job: ({ jobId }) => jobId,
};

export function ReviewLines({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const isSaid = ({ id }: { readonly id: string }) =>
    sometimes[id] === undefined || lines.some(line => sometimes[id]!(line) !== undefined);
  return (
    <DataTable
      label="Decisions"
      height="rows"
      rows={lines}
      keyOf={({ accountId }) => accountId}
      columns={lineColumns.filter(isSaid)}
    />
  );
}

const holderWords: Readonly<Record<NonNullable<Line['employmentStatus']>, string | undefined>> = {
  Active: 'works here',
  Leave: 'on leave',
  Terminated: 'has left',
  Unknown: undefined,
};

/** Undefined: it is not known. */
const holderText = ({ employmentStatus }: Line) => employmentStatus && holderWords[employmentStatus];

function Holder({ line }: { readonly line: Line }): ReactNode {
  const text = holderText(line);
  if (text === undefined) return <Unknown />;
  return line.employmentStatus === 'Terminated' ? <Tag tone="warning">{text}</Tag> : text;
}

/** Why somebody is asked, in a word. */
const roleWords: Readonly<Record<Line['reason'], string>> = {
  Owner: 'owner',
  Manager: 'manager',
  Steward: 'steward',
  Substitute: 'substitute',
  Unknown: 'nobody',
};

/** Who is asked, and why; undefined: nobody is. */
const askedText = ({ reviewer, address, reason }: Line) =>
  address === undefined ? undefined : `${reviewer ?? address}, ${roleWords[reason]}`;

/** Whether the account has no open risk is known too. It ranks below every severity; what is not known comes last. */
const riskRank = ({ worstRisk }: Line) => (worstRisk === 'None' ? -1 : severityRank(worstRisk));

function WorstRisk({ line: { worstRisk } }: { readonly line: Line }): ReactNode {
  if (worstRisk === undefined) return <Unknown />;
  return worstRisk === 'None' ? <Tag tone="good">none</Tag> : <Tag tone={severityTone(worstRisk)}>{worstRisk}</Tag>;
}

const lineColumns: readonly DataColumn<Line>[] = [
  {
    ...{ id: 'account', header: 'account', fields: ['ReviewDetails.lines.account'], isKey: true, width: 180 },
    cell: ({ accountId, account }) => <ObjectLink type="Account" id={accountId} name={account} />,
    sortBy: ({ account }) => account,
  },
  {
    ...{ id: 'source', header: 'source', fields: ['ReviewDetails.lines.sourceId'], isKey: true, width: 150 },
    cell: ({ sourceId }) => <Text line>{sourceId}</Text>,
    sortBy: ({ sourceId }) => sourceId,
  },
  {
    ...{ id: 'holder', header: 'holder', fields: ['ReviewDetails.lines.employmentStatus'], width: 100 },
    cell: line => <Holder line={line} />,
    sortBy: line => holderText(line),
  },
  {
    ...{ id: 'used', header: 'last used', fields: ['ReviewDetails.lines.lastUsed'], width: 110 },
    cell: ({ lastUsed }) => (lastUsed === undefined ? <Unknown /> : <Time at={lastUsed} age />),
    sortBy: ({ lastUsed }) => lastUsed,
  },
  {
    ...{ id: 'risk', header: 'worst risk', fields: ['ReviewDetails.lines.worstRisk'], width: 100 },
    cell: line => <WorstRisk line={line} />,
    sortBy: riskRank,
    csv: ({ worstRisk }) => (worstRisk === 'None' ? 'none' : worstRisk),
  },
  {
    ...{ id: 'decision', header: 'decision', fields: ['ReviewDetails.lines.decision'], width: 120 },
    cell: ({ decision }) => <Decision decision={decision} />,
    sortBy: ({ decision }) => decision,
    csv: ({ decision }) => decisionWords[decision ?? 'undecided'][0],
  },
  {
    ...{
      id: 'asked',
      header: 'asked',
      fields: ['ReviewDetails.lines.reviewer', 'ReviewDetails.lines.address', 'ReviewDetails.lines.reason'],
      width: 200,
    },
    cell: line => {
      const asked = askedText(line);
      return asked === undefined ? <Tag tone="warning">nobody</Tag> : <Text line>{asked}</Text>;
    },
    sortBy: ({ reviewer, address }) => address && (reviewer ?? address),
    csv: line => askedText(line) ?? 'nobody',
  },
  {
    ...{ id: 'comment', header: 'comment', fields: ['ReviewDetails.lines.comment'], width: 200 },
    cell: ({ comment }) => comment !== undefined && <Text line>{comment}</Text>,
    sortBy: ({ comment }) => comment,
  },
  {
    ...{ id: 'decided', header: 'decided', fields: ['ReviewDetails.lines.decidedAt'], width: 110 },
    cell: ({ decidedAt }) => decidedAt !== undefined && <Time at={decidedAt} age />,
    sortBy: ({ decidedAt }) => decidedAt,
  },
  {
    ...{ id: 'job', header: 'job', fields: ['ReviewDetails.lines.jobId'], width: 90 },
    cell: ({ jobId }) =>
      jobId !== undefined && (
        <Link to="/jobs/$id" params={{ id: jobId }}>
          the job
        </Link>
      ),
    sortBy: ({ jobId }) => jobId,
  },
];

const decisionWords: Readonly<Record<NonNullable<Line['decision']> | 'undecided', readonly [string, Tone]>> = {
  undecided: ['undecided', 'neutral'],
  Keep: ['keep', 'good'],
  TakeAway: ['take away', 'warning'],
};

function Decision({
  decision = 'undecided',
}: {
  readonly decision: keyof typeof decisionWords | undefined;
}): ReactNode {
  const [words, tone] = decisionWords[decision];
  return <Tag tone={tone}>{words}</Tag>;
}

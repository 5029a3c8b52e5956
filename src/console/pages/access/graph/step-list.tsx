// A graph as text: one line for each step, grouped by the object that the step leads on from. It has all that the drawing has.
import type { ReactNode } from 'react';
import { useEntryState } from '../../../app/entry-state.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Tag } from '../../../components/feedback/tag.tsx';
import { Text } from '../../../components/text/text.tsx';
import { SinceText, useSince } from '../../../objects/since.tsx';
import styles from '../access.module.css';
import type { Graph, GraphNode, GraphStep } from './access-graph.ts';
import { stepWords, typeWords } from './words.ts';

interface StepListProps {
  readonly graph: Graph;
  readonly isBack: boolean;
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
  readonly onExpand: (node: GraphNode) => void;
  /** What is said about what is selected: below the line of a step, otherwise above the list. */
  readonly details: ReactNode;
}

/** Lines before a button asks for more. */
const shownAtFirst = 150;

export function StepList({ graph, isBack, selected, onSelect, onExpand, details }: StepListProps): ReactNode {
  const [shown, setShown] = useEntryState('steps of the list', shownAtFirst);
  const steps = [...graph.steps.values()];
  const ages = useSince(steps.slice(0, shown).flatMap(({ id }) => (id === undefined ? [] : [id])));
  if (steps.length === 0) return null;
  return (
    <>
      {(selected === undefined || !graph.steps.has(selected)) && details}
      <ul className={styles.steps} aria-label="The steps of the graph">
        {steps.slice(0, shown).map(step => (
          <li key={step.key}>
            {step.kind === 'More' ? (
              <MoreLine graph={graph} step={step} isBack={isBack} onExpand={onExpand} />
            ) : (
              <StepLine
                graph={graph}
                step={step}
                isSelected={step.key === selected}
                note={step.id !== undefined && <SinceText since={ages.get(step.id)} form="line" />}
                onSelect={() => onSelect(accountsOf(graph, step) ?? step.key)}
              />
            )}
            {step.key === selected && details}
          </li>
        ))}
      </ul>
      {steps.length > shown && (
        <Button onClick={() => setShown(shown * 4)}>Show more of {steps.length.toLocaleString()} steps</Button>
      )}
    </>
  );
}

/** The key of the node that stands for accounts at an end of a step; it opens when it is chosen. */
const accountsOf = ({ nodes }: Graph, { from, to }: GraphStep) =>
  [from, to].find(key => nodes.get(key)?.type === 'Accounts');

interface StepLineProps {
  readonly graph: Graph;
  readonly step: GraphStep;
  readonly isSelected: boolean;
  /** Below it, in a line that is there before the words are. */
  readonly note?: ReactNode;
  readonly onSelect: () => void;
}

export function StepLine({ graph, step, isSelected, note, onSelect }: StepLineProps): ReactNode {
  const from = graph.nodes.get(step.from)!;
  const to = graph.nodes.get(step.to)!;
  return (
    <button
      type="button"
      className={styles.step}
      style={{ paddingInlineStart: `calc(var(--space-2) + ${Math.min(from.layer, to.layer) * 10}px)` }}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      <NodeName node={from} />{' '}
      <span className={styles.words}>
        {from.type === 'Accounts' && step.kind === 'Membership' ? 'are in' : stepWords(step)}
      </span>{' '}
      <NodeName node={to} />
      {step.isCritical && <Tag tone="bad">taking this away ends the access</Tag>}
      {step.permissions.includes('Privileged') && <Tag tone="warning">Privileged</Tag>}
      {note && <span className={styles.note}>{note}</span>}
    </button>
  );
}

function NodeName({ node }: { readonly node: GraphNode }): ReactNode {
  return (
    <span className={styles.name}>
      <Text line>{node.name}</Text>
      {node.type !== 'Account' && node.type !== 'Accounts' && node.type !== 'ResourceInstance' && (
        <small className={styles.words}> {typeWords(node.type)}</small>
      )}
      {node.isEnabled === false && <small className={styles.words}> disabled</small>}
    </span>
  );
}

function MoreLine({
  graph,
  step,
  isBack,
  onExpand,
}: Pick<StepListProps, 'graph' | 'isBack' | 'onExpand'> & { readonly step: GraphStep }): ReactNode {
  const more = graph.nodes.get(isBack ? step.from : step.to)!;
  const node = graph.nodes.get(isBack ? step.to : step.from)!;
  return (
    <button type="button" className={styles.step} onClick={() => onExpand(node)}>
      Show {more.name} of <NodeName node={node} />
    </button>
  );
}

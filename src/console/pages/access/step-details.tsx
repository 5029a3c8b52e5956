// What a chosen object or step is, the grant behind it, and where to go from there.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode, RefCallback } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Tag } from '../../components/feedback/tag.tsx';
import { Text } from '../../components/text/text.tsx';
import { Value } from '../../components/text/value.tsx';
import { AccessLinks } from '../../objects/access-links.tsx';
import { knownType } from '../../objects/object-types.ts';
import { objectQuery, type ServedObject } from '../../objects/served-object.ts';
import { SinceText, useSince } from '../../objects/since.tsx';
import styles from './access.module.css';
import type { Graph, GraphNode, GraphStep } from './graph/access-graph.ts';
import { stepWords } from './graph/words.ts';
import { LostWith } from './lost-with.tsx';

interface DetailsProps {
  readonly graph: Graph;
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
  /** Global id of the account whose paths are shown; undefined when it is no account, or nothing is taken away here. */
  readonly account?: string | undefined;
  /** What the reader can do with an object of the graph. */
  readonly actionsOf?: ((node: GraphNode) => ReactNode) | undefined;
}

export function Details({ graph, selected, onSelect, account, actionsOf }: DetailsProps): ReactNode {
  const node = selected === undefined ? undefined : graph.nodes.get(selected);
  const step = selected === undefined ? undefined : graph.steps.get(selected);
  if (node?.objectId !== undefined)
    return (
      <NodeDetails key={node.key} node={node}>
        {actionsOf?.(node)}
      </NodeDetails>
    );
  if (step && step.kind !== 'More')
    return <StepDetails key={step.key} step={step} graph={graph} onSelect={onSelect} account={account} />;
  return <p className={styles.hint}>Choose an object or a line to see what it is and which grant is behind it.</p>;
}

/** A choice in the drawing may be about a line that has scrolled away. */
const intoSight: RefCallback<HTMLElement> = element => element?.scrollIntoView({ block: 'nearest' });

function NodeDetails({ node, children }: { readonly node: GraphNode; readonly children: ReactNode }): ReactNode {
  const { type, objectId = '', name, isEnabled } = node;
  return (
    <div ref={intoSight} className={styles.details} aria-live="polite">
      <p>
        <Tag>{knownType(type)?.one ?? type}</Tag> {isEnabled === false && <Tag tone="warning">disabled</Tag>}
      </p>
      <strong>
        <Text>{name}</Text>
      </strong>
      <p className={styles.links}>
        {knownType(type) && (
          <Link to="/objects/$type/$id" params={{ type, id: objectId }}>
            Everything about it
          </Link>
        )}
        <AccessLinks type={type} id={objectId} />
      </p>
      {children}
    </div>
  );
}

interface StepDetailsProps extends Pick<DetailsProps, 'graph' | 'onSelect' | 'account'> {
  readonly step: GraphStep;
}

function StepDetails({ step, graph, onSelect, account }: StepDetailsProps): ReactNode {
  const from = graph.nodes.get(step.from)!;
  const to = graph.nodes.get(step.to)!;
  return (
    <div ref={intoSight} className={styles.details} aria-live="polite">
      <p>
        <Text>{from.name}</Text> <strong>{stepWords(step)}</strong> <Text>{to.name}</Text>
      </p>
      <p className={styles.links}>
        <Button onClick={() => onSelect(from.key)}>
          About <Text line>{from.name}</Text>
        </Button>
        <Button onClick={() => onSelect(to.key)}>
          About <Text line>{to.name}</Text>
        </Button>
      </p>
      {step.isCritical && <p>Taking this one away ends the access: nothing else gives it.</p>}
      {step.kind === 'Containment' && <p>What is granted for the one holds for what it contains, too.</p>}
      {step.id !== undefined && (
        <p className={styles.age}>
          <Age id={step.id} />
        </p>
      )}
      {step.evidence !== undefined && (
        <p>
          Shown by <Text>{step.evidence}</Text>
        </p>
      )}
      {step.id !== undefined && <Evidence type={step.relationship ?? relationshipOf(step)} id={step.id} />}
      {account !== undefined && step.id !== undefined && step.kind !== 'Denial' && (
        <LostWith account={account} step={{ ...step, id: step.id }} from={from} to={to} />
      )}
    </div>
  );
}

function Age({ id }: { readonly id: string }): ReactNode {
  return <SinceText since={useSince([id]).get(id)} form="whole" />;
}

const relationshipOf = ({ kind }: GraphStep) =>
  kind === 'Membership' ? 'EntityManagedViaObject' : 'EntityAssignedAccessToObject';

/** The relationship of the source that is behind a step. */
function Evidence({ type, id }: { readonly type: string; readonly id: string }): ReactNode {
  const known = knownType(type)!;
  const query = useQuery(objectQuery(known, id));
  return (
    <QueryView query={query} awaited="the grant">
      {object => (
        <div ref={intoSight}>
          <dl className={styles.evidence}>
            {evidenceOf(object).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Value>{value}</Value>
                </dd>
              </div>
            ))}
          </dl>
          <Link to="/objects/$type/$id" params={{ type, id }}>
            {type === 'EntityManagedViaObject' ? 'The membership' : 'The grant'} as the source has it
          </Link>
        </div>
      )}
    </QueryView>
  );
}

/** What says best why the access is there. */
function evidenceOf(object: ServedObject): [label: string, value: unknown][] {
  const specification = partOf(object, 'entitlementSpecification');
  const data = partOf(specification, 'reasonSpecificData');
  const permissions = partOf(data, 'permissions');
  const found: [string, unknown][] = [
    ['Description', data['description']],
    ['Name', data['name'] ?? data['displayName']],
    ['Where in the source', data['sourceTag']],
    ['Reason', specification['reason']],
    ['Permissions of the source', permissions['fineGrainedSpecifiers']],
    ['Conditions', data['conditions']],
    ['Id in the source', object['id']],
  ];
  return found.filter(([, value]) => value !== undefined && value !== null);
}

function partOf(object: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const part = object[name];
  return typeof part === 'object' && part !== null ? (part as Readonly<Record<string, unknown>>) : {};
}

/** Buttons that open and close what follows an object in the graph. */
export function ExpandButtons({
  node,
  isCollapsed,
  hasMore,
  onExpand,
  onCollapse,
}: {
  readonly node: GraphNode;
  readonly isCollapsed: boolean;
  readonly hasMore: boolean;
  readonly onExpand: (node: GraphNode) => void;
  readonly onCollapse: (node: GraphNode) => void;
}): ReactNode {
  if (node.stepCount === 0) return <p className={styles.hint}>Nothing leads on from it.</p>;
  return (
    <p className={styles.links}>
      {(isCollapsed || hasMore) && <Button onClick={() => onExpand(node)}>Expand</Button>}
      {!isCollapsed && <Button onClick={() => onCollapse(node)}>Collapse</Button>}
    </p>
  );
}

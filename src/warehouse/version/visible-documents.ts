// What a client that is limited to application instances sees of a document. The same rules as in visible-rows.ts, on JSON.

import { type Resource, referenceOf } from '../../resources/define.ts';
import { collections, resourceOf } from '../../resources/registry.ts';
import { fieldOrigin, type Origin } from '../../resources/visibility/origin.ts';
import type { Visibility } from '../../resources/visibility/visible.ts';
import { isUuid } from '../../uuid.ts';
import { globalIdOf } from '../global-id.ts';
import { tenantRules } from '../risk-rules.ts';
import { collectionName } from './layout.ts';

/** What decides whether an id in a document is visible. */
export interface VisibleObjects {
  /** Whether a collection has an object, and the client may see it. */
  has(collection: string, globalId: string, visible: Visibility): boolean;
}

type Item = Record<string, unknown>;
type Limit = (item: Item, visible: Visibility, objects: VisibleObjects) => void;

const limitsByType = new Map<string, readonly Limit[]>();
/** Type → the first of its collections, which has all of its objects. */
const collectionOf = new Map(collections.toReversed().map(served => [served.resource.type, collectionName(served)]));

/** Whether a client may see the object at all; its application instance is visible. */
export function isVisibleItem(type: string, item: Item, { personData }: Visibility): boolean {
  if (personData || type !== 'RiskViolation') return true;
  const rule = String(item['riskDefinitionId']);
  return !(tenantRules().includes(rule) && String(item['id']).startsWith(`${rule}/`));
}

/** Remove from an object what the client may not see. */
export function limitItem(type: string, item: Item, visible: Visibility, objects: VisibleObjects): void {
  for (const limit of limitsOf(type)) limit(item, visible, objects);
}

function limitsOf(type: string): readonly Limit[] {
  let limits = limitsByType.get(type);
  if (!limits) {
    const resource = resourceOf(type)!;
    limits = Object.keys(resource.fields).flatMap(
      field => limitOf(resource, field, fieldOrigin(resource, field)) ?? [],
    );
    limitsByType.set(type, limits);
  }
  return limits;
}

function limitOf(resource: Resource, field: string, origin: Origin): Limit | undefined {
  switch (origin.kind) {
    case 'own':
      return undefined;
    case 'tenant':
      return (item, { personData }) => {
        if (!personData) delete item[field];
      };
    case 'nested':
      return item => {
        if (JSON.stringify(item[origin.local] ?? null).includes('"isFederated":true')) delete item[field];
      };
    case 'ids':
      return limitOfIds(field, origin.types);
    case 'federated':
      return limitOfReference(resource, field, origin);
  }
}

function limitOfIds(field: string, types: readonly string[]): Limit {
  return (item, visible, { has }) => {
    const value = item[field];
    if (value === undefined) return;
    const isVisible = (id: unknown) =>
      typeof id === 'string' && isUuid(id) && types.some(type => has(collectionOf.get(type)!, id, visible));
    if (!Array.isArray(value)) {
      if (!isVisible(value)) delete item[field];
      return;
    }
    const ids = value.filter(isVisible);
    if (ids.length === 0) delete item[field];
    else item[field] = ids;
  };
}

function limitOfReference(
  resource: Resource,
  field: string,
  { local, federation }: Extract<Origin, { kind: 'federated' }>,
): Limit | undefined {
  const target = referenceOf(resource.fields[local]!)!;
  const mayBePerson = 'typeField' in target;
  if (!federation && !mayBePerson) return undefined;
  return (item, { tenant, instances, personData }) => {
    const id = item[field];
    if (id === undefined) return;
    const type = 'type' in target ? target.type : String(item[target.typeField]);
    const isVisible =
      (type !== 'Person' || personData) &&
      (!isFederated(item, federation) ||
        [...instances].some(instance => globalIdOf(tenant, instance, type, String(item[local])) === id));
    if (!isVisible) delete item[field];
  };
}

function isFederated(item: Item, federation: Extract<Origin, { kind: 'federated' }>['federation']): boolean {
  if (!federation) return false;
  const said = item[federation.field] as { isFederated?: boolean; connectionType?: string } | undefined;
  if (said?.isFederated !== true) return false;
  return federation.side === undefined || [federation.side, 'Both'].includes(said.connectionType ?? '');
}

// A small graph of access with nested groups, a ring, folders, denials and what was not read.
import type { AccessGraph } from '../../support/access/graph.ts';

export const graph: AccessGraph = {
  accounts: ['a-nested', 'a-direct', 'a-denied', 'a-partly', 'a-alone', 'a-lost'],
  containers: ['g-inner', 'g-outer', 'g-ring', 'g-self', 'r-reader'],
  resources: ['x-site', 'x-folder', 'x-page', 'x-other'],
  memberships: [
    ['a-nested', 'g-inner'],
    ['g-inner', 'g-outer'],
    ['g-outer', 'g-ring'],
    ['g-ring', 'g-outer'],
    ['g-outer', 'r-reader'],
    ['a-direct', 'r-reader'],
    ['a-direct', 'g-self'],
    ['g-self', 'g-self'],
    ['a-denied', 'r-reader'],
    ['a-partly', 'r-reader'],
    ['a-lost', 'g-nowhere'],
  ],
  containments: [
    ['x-folder', 'x-site'],
    ['x-page', 'x-folder'],
  ],
  grants: [
    { holder: 'r-reader', object: 'x-site', permissions: ['isRead', 'isUpdate'] },
    { holder: 'a-direct', object: 'x-page', permissions: ['isDelete'] },
    { holder: 'a-denied', object: 'x-folder', permissions: [], isDenial: true },
    { holder: 'a-partly', object: 'x-folder', permissions: ['isUpdate'], isDenial: true },
    { holder: 'a-partly', object: 'x-site', permissions: [], isDenial: true, isConditional: true },
    { holder: 'a-alone', object: 'x-other', permissions: [], isDisabled: true },
    { holder: 'a-lost', object: 'x-nowhere', permissions: ['isRead'] },
  ],
};
/** The same local ids with other edges. */
export const other: AccessGraph = {
  ...graph,
  memberships: [['a-alone', 'r-reader']],
  grants: graph.grants.slice(0, 1),
};

/** Grants with dates, in a group that is in a group. */
export const dated: AccessGraph = {
  accounts: ['a-old', 'a-new'],
  containers: ['g-team', 'g-all'],
  resources: ['x-site', 'x-page'],
  memberships: [
    ['a-old', 'g-team'],
    ['g-team', 'g-all'],
  ],
  containments: [['x-page', 'x-site']],
  grants: [
    { holder: 'g-all', object: 'x-site', permissions: ['isRead'], created: new Date('2024-03-05T10:00:00Z') },
    { holder: 'a-old', object: 'x-page', permissions: ['isRead'], created: new Date('2025-07-01T08:30:00Z') },
  ],
};

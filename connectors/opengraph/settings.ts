// Settings of an `opengraph` source: what the kinds of nodes and edges stand for. Every collector chooses its own.
import { z } from 'zod';

const kinds = (given: readonly string[], what: string) =>
  z
    .array(z.string().min(1))
    .default([...given])
    .describe(what);

export const opengraphSettings = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      'The JSON file of the graph, or a folder or archive with such files, relative to the folder of the configuration file',
    ),
  users: kinds(['User', 'Person'], 'Kinds of nodes that are accounts of people'),
  machines: kinds(['Computer', 'ServiceAccount', 'ServicePrincipal'], 'Kinds of nodes that are accounts of machines'),
  groups: kinds(['Group', 'Team'], 'Kinds of nodes that are groups'),
  roles: kinds(['Role'], 'Kinds of nodes that are roles'),
  memberships: kinds(['MemberOf'], 'Kinds of edges from a member to its group or role'),
  containments: kinds(['Contains'], 'Kinds of edges from a container to what it contains'),
  impersonations: kinds(
    ['AdminTo', 'HasSession', 'Impersonate'],
    'Kinds of edges whose start can act as the account at their end',
  ),
  joins: kinds(['AddMember', 'AddSelf'], 'Kinds of edges whose start can add members to the group at their end'),
});

export type OpengraphSettings = z.output<typeof opengraphSettings>;

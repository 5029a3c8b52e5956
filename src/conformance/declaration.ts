// The rule about what a connector declares. Checking it needs no source.
import { z } from 'zod';
import { type ActionOperation, actionOperations } from '../connector/actions.ts';
import type { Connector } from '../connector/contract.ts';
import { innerSchema, unwrapped } from '../known-keys.ts';
import { resourceOf } from '../resources/registry.ts';

const secretName = /password|passwd|passphrase|secret|token$|private_?key|api_?key/i;

/** One rule, and how the connector breaks it. */
export interface CheckedRule {
  readonly rule: string;
  /** Empty: the rule is kept. */
  readonly faults: readonly string[];
  /** What was looked at, or why nothing was. */
  readonly note?: string;
}

export function declarationRule(connector: Connector): CheckedRule {
  const faults = [
    ...settingFaults(connector.settings, 'settings'),
    ...readFaults(connector),
    ...actionFaults(connector),
  ];
  return { rule: 'declares its settings, reads and changes', faults };
}

/** A setting without a description cannot be documented. An object that takes any key hides typing mistakes. */
function settingFaults(schema: z.ZodType, path: string): string[] {
  const inner = innerSchema(schema);
  if (inner) return settingFaults(inner, path);
  if (schema instanceof z.ZodArray) return settingFaults(schema.element as z.ZodType, `${path}[]`);
  if (!(schema instanceof z.ZodObject)) return path === 'settings' ? ['settings: is no zod object'] : [];
  const isStrict = schema.def.catchall instanceof z.ZodNever;
  return [
    ...(isStrict ? [] : [`${path}: takes any key; declare it with z.strictObject, so that typing mistakes are found`]),
    ...Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, setting]) => {
      const at = `${path}.${name}`;
      const nested = settingFaults(setting, at);
      if (holdsObject(setting)) return nested;
      return [
        ...nested,
        ...(descriptionOf(setting) ? [] : [`${at}: has no description; add .describe('…')`]),
        ...(secretName.test(name) && isText(setting) && setting.meta()?.secret !== true
          ? [`${at}: looks like a secret and is not marked; add .meta({ secret: true })`]
          : []),
      ];
    }),
  ];
}

const isText = (schema: z.ZodType) => unwrapped(schema) instanceof z.ZodString;
const holdsObject = (schema: z.ZodType) => unwrapped(schema) instanceof z.ZodObject;

function descriptionOf(schema: z.ZodType): string | undefined {
  const inner = innerSchema(schema);
  return schema.description ?? (inner && descriptionOf(inner));
}

function readFaults({ declares }: Connector): string[] {
  if (!declares) return ['declares: is missing; say which types are read, and with which rights'];
  const types = declares.flatMap(declared => declared.types);
  return [
    ...types.flatMap(type => typeFaults('declares', type)),
    ...types.filter((type, index) => types.indexOf(type) !== index).map(type => `declares: has ${type} twice`),
    ...declares.filter(({ rights }) => rights.trim() === '').map(({ types }) => `declares: ${types.join()}: no rights`),
  ];
}

/** Each operation has one declaration and one action, or neither. */
function actionFaults({ declaresActions = [], actions = {} }: Connector): string[] {
  const declared = declaresActions.flatMap(({ operations }) => operations);
  const made = Object.keys(actions) as ActionOperation[];
  const isUnknown = (operation: ActionOperation) => !actionOperations.includes(operation);
  return [
    ...declared.filter(isUnknown).map(operation => `declaresActions: ${operation} is no operation`),
    ...made.filter(isUnknown).map(operation => `actions: ${operation} is no operation`),
    ...declared
      .filter((operation, index) => declared.indexOf(operation) !== index)
      .map(operation => `declaresActions: has ${operation} twice`),
    ...[...new Set(declared)]
      .filter(operation => !isUnknown(operation) && !actions[operation])
      .map(operation => `declaresActions: ${operation} has no action`),
    ...made
      .filter(operation => !isUnknown(operation) && !declared.includes(operation))
      .map(operation => `actions: ${operation} is not declared in \`declaresActions\``),
    ...declaresActions.flatMap(({ operations, effect, rights }) => [
      ...(effect.trim() === '' ? [`declaresActions: ${operations.join()}: no effect`] : []),
      ...(rights.trim() === '' ? [`declaresActions: ${operations.join()}: no rights`] : []),
    ]),
  ];
}

/** What is wrong with a type that a connector wants to land. */
export function typeFaults(where: string, type: string): string[] {
  const resource = resourceOf(type);
  if (!resource) return [`${where}: ${type} is no object or relationship type`];
  return resource.madeBy === 'connectors'
    ? []
    : [`${where}: ${type} is made by the service, connectors do not land it`];
}

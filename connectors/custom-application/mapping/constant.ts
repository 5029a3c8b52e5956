// Converts a constant of the mapping to a value of the field's type, once, when the configuration is read.
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { AuthenticationKeyError } from '../../../src/connector/authentication-keys.ts';
import { isExact } from '../../../src/connector/exact-json.ts';
import { type ConfigDocument, childOf, isNull, pairsOf, parseNode } from '../description/config-document.ts';
import { AuthenticationKeyConstantForm } from '../description/config-form.ts';
import { orNearest } from '../description/nearest.ts';
import { authenticationKeyOf } from './authentication-key-source.ts';
import { ConversionError, converter } from './convert.ts';
import { describeType, type FieldType } from './field-type.ts';

/** The value. When the constant does not fit, reports that with its place and returns undefined. */
export function constantOf(document: ConfigDocument, node: Node | undefined, type: FieldType, field: string): unknown {
  if (!node) return undefined;
  if (isNull(node)) {
    document.report(node, `\`${field}\`: null is no constant`, 'leave it out, or put the text `null` into quotes');
    return undefined;
  }
  if (type.kind === 'any') return document.plain(node);
  if (isScalar(node)) return scalarOf(document, node, type, field);
  if (isSeq(node) && type.kind === 'list') {
    const values = node.items.map(item => constantOf(document, document.resolve(item), type.of, field));
    return values.includes(undefined) ? undefined : values;
  }
  if (isMap(node) && type.kind === 'text' && childOf(document, node, 'authenticationKeyOf'))
    return constantKeyOf(document, node, field);
  if (isMap(node) && type.kind === 'object') {
    const entries = pairsOf(document, node).map(({ key, keyNode, value }) => {
      const inner = Object.hasOwn(type.fields, key) ? type.fields[key]! : undefined;
      if (!inner)
        document.report(keyNode, `unknown field \`${field}.${key}\``, orNearest(key, Object.keys(type.fields)));
      return [key, inner && constantOf(document, value, inner, `${field}.${key}`)] as const;
    });
    return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
  }
  document.report(node, `the constant for \`${field}\` is not ${describeType(type)}`);
  return undefined;
}

function scalarOf(document: ConfigDocument, node: Node & { value: unknown }, type: FieldType, field: string): unknown {
  try {
    return converter(type)(textOf(node));
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    document.report(node, `the constant for \`${field}\`: ${error.message}`);
    return undefined;
  }
}

/** YAML has read a long number as a rounded one; its source has all digits. */
function textOf({ value, source }: Node & { value: unknown; source?: string }): string {
  const isRounded = typeof value === 'number' && source !== undefined && /^[+-]?\d+$/.test(source) && !isExact(source);
  return isRounded ? source : String(value);
}

/** An authentication key from its parts: `{authenticationKeyOf: {oidc: {issuer: …, clientId: …}}}`. */
function constantKeyOf(document: ConfigDocument, node: Node, field: string): string | undefined {
  const form = parseNode(document, node, AuthenticationKeyConstantForm);
  if (!form) return undefined;
  try {
    return authenticationKeyOf(form.authenticationKeyOf, part => part);
  } catch (error) {
    if (!(error instanceof AuthenticationKeyError)) throw error;
    document.report(node, `the constant for \`${field}\`: ${error.message}`);
    return undefined;
  }
}

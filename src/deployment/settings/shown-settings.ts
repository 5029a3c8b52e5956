// The configuration file as support may see it: its structure, numbers, choices and the names of environment variables, without secrets.
import { parse } from 'yaml';
import type { z } from 'zod';
import { Settings } from '../../config/settings.ts';
import { isSecretName } from '../../connector/http/redaction.ts';
import { secretSettings } from '../../connector/secret-settings.ts';

export interface ShownOptions {
  /** The tenant whose settings are shown; those of others are left out. */
  readonly tenant: string;
  /** The schema of the settings of a source; undefined: unknown, so no text of it is shown. */
  schemaOf(connector: string): z.ZodType | undefined;
  /** What is shown instead of a text. */
  show(text: string): string;
}

const hidden = '[secret]';
const placeholder = /(\$\{[A-Za-z_][A-Za-z0-9_]*\})/;
const pathOf = (path: readonly (string | number)[]) => path.join('\0');

/** @param text of the file, whose environment variables are not filled in */
export function shownSettings(text: string, { tenant, schemaOf, show }: ShownOptions): unknown {
  const given = ofTenant(parse(text, { maxAliasCount: 100 }), tenant);
  const secrets = new Set(secretSettings(Settings, given).map(({ path }) => pathOf(path)));
  const ofSources = new Set<string>();
  for (const { path, connector, settings } of sourcesIn(given)) {
    ofSources.add(pathOf(path));
    const schema = schemaOf(connector);
    if (!schema) secrets.add(pathOf(path));
    else for (const secret of secretSettings(schema, settings)) secrets.add(pathOf([...path, ...secret.path]));
  }
  return shown(given, [], { isHidden: false, isOfSource: false });

  function shown(value: unknown, path: readonly string[], above: { isHidden: boolean; isOfSource: boolean }): unknown {
    const place = pathOf(path);
    const name = path.at(-1) ?? '';
    const isOfSource = above.isOfSource || ofSources.has(place);
    // Addresses to which something is sent are secrets of those who may send there, and a connector of somebody else may not mark all of its secrets.
    const isByName =
      (isOfSource && isSecretName(name)) || (name === 'url' && /^(webhook|push)$/.test(path.at(-2) ?? ''));
    const isHidden = above.isHidden || secrets.has(place) || isByName;
    if (typeof value === 'string') return isHidden ? hiddenText(value) : shownText(value);
    if (typeof value !== 'object' || value === null) return isHidden && typeof value === 'number' ? hidden : value;
    const inner = (each: unknown, key: string) => shown(each, [...path, key], { isHidden, isOfSource });
    if (Array.isArray(value)) return value.map((each, index) => inner(each, String(index)));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [nameOf(key), inner(each, key)]));
  }

  /** Names of settings are plain words. Other keys are domains, for example. */
  function nameOf(key: string): string {
    return /^[a-z][a-z0-9_-]*$/.test(key) ? key : show(key);
  }

  function shownText(value: string): string {
    const pieces = value.split(placeholder);
    return pieces.map((piece, index) => (index % 2 === 1 ? piece : show(piece))).join('');
  }

  /** The name of an environment variable is no secret. */
  function hiddenText(value: string): string {
    return value.split(placeholder).every((piece, index) => index % 2 === 1 || piece === '') ? value : hidden;
  }
}

function ofTenant(given: unknown, tenant: string): Record<string, unknown> {
  const { tenants, ...rest } = Object(given) as Record<string, unknown>;
  if (tenants === undefined) return rest;
  return { ...rest, tenants: { [tenant]: (Object(tenants) as Record<string, unknown>)[tenant] } };
}

function sourcesIn(given: Readonly<Record<string, unknown>>) {
  const listed = (list: unknown, path: readonly string[]) =>
    (Array.isArray(list) ? list : []).map((source, index) => ({
      path: [...path, 'sources', String(index), 'settings'],
      connector: String(Object(source).connector),
      settings: Object(source).settings as unknown,
    }));
  const ofTenants = Object.entries(Object(given['tenants']) as Record<string, unknown>);
  return [
    ...listed(given['sources'], []),
    ...ofTenants.flatMap(([name, tenant]) => listed(Object(tenant).sources, ['tenants', name])),
  ];
}

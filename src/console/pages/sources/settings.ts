// The settings of a connector as fields of a form, from their JSON Schema, and back from what was typed.

export type FieldKind = 'text' | 'secret' | 'number' | 'choice' | 'yes-no' | 'lines' | 'json';

export interface SettingField {
  /** Where the setting is: `['tls', 'ca']`. */
  readonly path: readonly string[];
  readonly kind: FieldKind;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** For choices. */
  readonly values: readonly string[];
  /** What the connector takes when nothing is typed; undefined: nothing. */
  readonly otherwise: string | undefined;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly secret?: boolean;
  readonly default?: unknown;
}

/** Objects are taken apart into their settings. What is neither text, number, choice nor list of texts is typed as JSON. */
export function settingFields(schema: object, path: readonly string[] = [], isNeeded = true): readonly SettingField[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).flatMap(([name, setting]) => {
    const ownPath = [...path, name];
    const isRequired = isNeeded && required.includes(name);
    if (setting.type === 'object' && setting.properties) return settingFields(setting, ownPath, isRequired);
    return [fieldOf(setting, ownPath, isRequired)];
  });
}

function fieldOf(setting: Schema, path: readonly string[], isRequired: boolean): SettingField {
  const { description, default: otherwise } = setting;
  return {
    path,
    kind: kindOf(setting),
    description,
    isRequired,
    values: (setting.enum ?? []).map(String),
    otherwise: typeof otherwise === 'object' || otherwise === undefined ? undefined : String(otherwise),
  };
}

function kindOf({ type, enum: values, items, secret }: Schema): FieldKind {
  if (secret) return 'secret';
  if (values) return 'choice';
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'yes-no';
  const areTexts = items?.type === 'string' || items?.type === undefined;
  return type === 'array' && areTexts && !items?.properties ? 'lines' : 'json';
}

export const nameOfField = ({ path }: SettingField): string => path.join('.');

/** What was typed, by the name of the field. */
export type Typed = Readonly<Record<string, string>>;

/**
 * The settings that were typed. Fields without a text are left out.
 * @returns also what cannot be a value, by the name of its field
 */
export function settingsOf(fields: readonly SettingField[], typed: Typed) {
  const settings: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = typed[nameOfField(field)] ?? '';
    if (text === '') {
      if (field.isRequired) problems[nameOfField(field)] = 'This setting is required.';
      continue;
    }
    try {
      place(settings, field.path, typedValue(field.kind, text));
    } catch (error) {
      problems[nameOfField(field)] = (error as Error).message;
    }
  }
  return { settings, problems: problems as Readonly<Record<string, string>> };
}

/** @throws Error that says what would be right */
function typedValue(kind: FieldKind, text: string): unknown {
  if (kind === 'yes-no') return text === 'true';
  if (kind === 'lines') {
    return text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '');
  }
  if (kind === 'number') {
    const value = Number(text);
    if (!Number.isFinite(value)) throw new Error('This has to be a number.');
    return value;
  }
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This has to be JSON.');
  }
}

function place(settings: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    settings[name] = value;
    return;
  }
  settings[name] ??= {};
  place(settings[name] as Record<string, unknown>, rest, value);
}

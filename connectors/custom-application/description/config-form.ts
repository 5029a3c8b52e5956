// The form of config/*.yaml, without the names of types and fields: these come from the registry. Every scalar of the
// file is text here: the type of the mapped field decides how it is read.
import { z } from 'zod';
import { WhereForm } from '../mapping/condition.ts';
import { parsePath } from '../mapping/json-path.ts';
import { OperationsForm } from '../operations/operation-form.ts';
import { encodings } from '../rows/csv/csv-rows.ts';
import { takes } from '../rows/files/file-pattern.ts';
import { fileFormats } from '../rows/files/format.ts';
import { RequestForm } from '../rows/http/request-form.ts';
import { QueryForm } from '../rows/sql/query-form.ts';
import { hasOneRowsKey, oneOfRowsKeys, rowsKeys } from './rows-name.ts';

const text = z.string().min(1);
/** `true` or `false`; an editor sees a boolean. */
const flag = z
  .enum(['true', 'false'])
  .meta({ type: 'boolean', enum: undefined })
  .transform(value => value === 'true');
const character = z.string().regex(/^([\x20-\x7e]|\t|tab)$/, 'expected one ASCII character, or `tab`');

/** A path into JSON. */
const jsonPath = text.superRefine((path, context) => {
  const steps = parsePath(path);
  if (typeof steps === 'string') context.addIssue({ code: 'custom', message: `\`${path}\` ${steps}` });
});

/** Texts that stand for no value. */
const nulls = z.union([z.string(), z.array(z.string())]);

export const FileForm = z
  .strictObject({
    format: z
      .enum(fileFormats)
      .optional()
      .describe('Format of the file; default: what the ending of its name says, or csv'),
    items: jsonPath
      .optional()
      .describe('Path to the list of rows in a JSON file, for example `data.users`; default: the file is the list'),
    sheet: text.optional().describe('Sheet of a workbook; default: its first one'),
    delimiter: character.transform(value => (value === 'tab' ? '\t' : value)).default(','),
    quote: character.default('"'),
    encoding: z.enum(encodings).default('utf-8'),
    escape: character
      .optional()
      .describe(
        'A character that escapes the next one, mostly a backslash. The quote itself: quotes are doubled, and a backslash is a text',
      ),
    skipLines: z
      .string()
      .regex(/^\d{1,4}$/, 'expected a number of lines')
      .meta({ type: 'integer', pattern: undefined, minimum: 0 })
      .transform(Number)
      .optional()
      .describe('Lines before the header that are not read, such as a title'),
    footer: z
      .union([text, z.array(text).min(1)])
      .optional()
      .describe(
        'The data ends before the first row whose first filled cell begins with this text, or one of these texts',
      ),
    spreadsheetTexts: flag
      .optional()
      .describe(
        `\`true\`: takes off what makes a spreadsheet keep a text: \`="0001"\`, and ' or a tab before = + - @ or a digit`,
      ),
    columns: z.array(text).min(1).optional(),
    nulls: nulls.optional().describe('Texts that mean nothing: a cell that holds one of them is empty'),
    finalLineBreak: flag
      .optional()
      .describe(
        '`false`: the export ends without a line break. A file that was cut off in its last cell is then not noticed',
      ),
  })
  .refine(file => file.delimiter !== file.quote, 'delimiter and quote are the same character')
  .refine(file => file.delimiter !== file.escape, 'delimiter and escape are the same character');

const LookupForm = z
  .strictObject({
    ...rowsKeys,
    key: text.describe('Column of these rows to find the value of `column` in'),
    column: text.describe('Column of this row'),
    value: text.describe('Column of these rows to take'),
    required: flag
      .optional()
      .describe('`false`: a row without a match is landed without the field; otherwise it is rejected'),
  })
  .refine(hasOneRowsKey, oneOfRowsKeys);

/** Settings that every source of a text accepts. */
const modifiers = {
  nulls: nulls.optional().describe('Texts that mean nothing, as if the cell were empty'),
  map: z.record(z.string(), z.unknown()).optional().describe('Raw text → value of the field; null: none'),
  default: z
    .unknown()
    .optional()
    .describe('Value where the cell is empty or, with `map`, where the map lacks the text; null: none'),
  format: text
    .optional()
    .describe('Of timestamps: `iso`, `epoch-seconds`, `epoch-millis` or a pattern such as dd/MM/yyyy'),
  zone: text
    .optional()
    .describe('Time zone of times that have none; default: UTC. A date without a time is the same day in every zone'),
  separator: text.optional().describe('What separates the elements of a list within the cell'),
  each: z.unknown().optional().describe('Mapping of the fields of each element; column `$item` is the element'),
  json: flag.optional().describe('The text is JSON'),
};

const ConstantForm = z.strictObject({ constant: z.unknown() });
const ColumnForm = z.strictObject({ column: text.describe('Name of the column'), ...modifiers });
const TemplateForm = z.strictObject({
  template: text.describe('Text with column names in braces, for example `{first} {last}`; absent when all are empty'),
  ...modifiers,
});
const LookupMappingForm = z.strictObject({ lookup: LookupForm, ...modifiers });
const CasesForm = z.strictObject({
  cases: z
    .array(z.unknown())
    .min(1)
    .describe(
      'Mappings, each with a `where`; the first whose `where` fits the row counts, and one without `where` fits always',
    ),
});

/** The condition of a case. The rest of the case is a mapping. */
export const CaseForm = z.object({ where: WhereForm.optional() });

/** A part of an authentication key: a column, or a constant. */
const KeyPart = z
  .union([text, z.strictObject({ constant: text })], 'expected the name of a column, or `{constant: …}`')
  .describe('Column, or `{constant: …}`');

/** The protocols of authentication keys with what each key is made of (src/connector/authentication-keys.ts). */
const keyForm = <Part extends z.ZodType>(part: Part) =>
  z.union(
    [
      z.strictObject({ oidc: z.strictObject({ issuer: part, clientId: part }) }),
      z.strictObject({ saml: z.strictObject({ certificate: part }) }),
      z.strictObject({ firstParty: z.strictObject({ applicationType: part, instanceKey: part }) }),
    ],
    'expected `oidc` with issuer and clientId, `saml` with certificate, or `firstParty` with applicationType and instanceKey',
  );

const AuthenticationKeyForm = z.strictObject({
  authenticationKeyOf: keyForm(KeyPart).describe('Key by which applications are recognized at their identity provider'),
});

/** The same in the constants of `application`. */
export const AuthenticationKeyConstantForm = z.strictObject({ authenticationKeyOf: keyForm(text) });

export type KeySettings = z.output<typeof AuthenticationKeyForm>['authenticationKeyOf'];

/** The forms of a mapping, each by the key that identifies it. */
export const mappingForms = {
  constant: ConstantForm,
  column: ColumnForm,
  template: TemplateForm,
  lookup: LookupMappingForm,
  authenticationKeyOf: AuthenticationKeyForm,
  cases: CasesForm,
} as const;

export const EntryForm = z
  .strictObject({
    ...rowsKeys,
    take: z.enum(takes).optional().describe('Which of the files of a pattern are read; default: newest'),
    where: WhereForm.optional().describe(
      'Only rows whose column holds this text, one of these texts, (`not`) none of them, (`contains`) one of them within its text, or (`startsWith`) at its beginning',
    ),
    split: z
      .strictObject({ column: text, separator: text.optional() })
      .optional()
      .describe('One record for each piece of this cell, or element of this list; column `$item` is the piece'),
    distinct: flag.optional().describe('`true`: rows with the same id make one record, from the first of them'),
    fields: z.record(text, z.unknown()).describe('Field → mapping'),
  })
  .refine(hasOneRowsKey, oneOfRowsKeys);

export const ConfigForm = z.strictObject({
  application: z.record(text, z.unknown()).describe('The application itself: one IntegratedApplication'),
  files: z
    .record(text, FileForm)
    .optional()
    .describe(
      'How to read files, where that differs from what their names say and from comma-separated UTF-8 with a header row',
    ),
  requests: z
    .record(text, RequestForm)
    .optional()
    .describe('Name → request for rows of an API, whose address and credentials are in the settings of the source'),
  queries: z
    .record(text, QueryForm)
    .optional()
    .describe('Name → query for rows of a database, whose address and credentials are in the settings of the source'),
  objects: z.record(text, z.unknown()).optional().describe('Object type → where its objects come from'),
  relationships: z.record(text, z.unknown()).optional().describe('Relationship type → where its edges come from'),
  operations: z
    .array(OperationsForm)
    .optional()
    .describe('What can be changed in the API of the source: how each state is seen, and the requests that set it'),
  anchors: z.unknown().optional().describe('Parts for other places, which name them with `*name` or `<<: *name`'),
});

// Bodies of the operations of sources.
import { z } from 'zod';
import { anyValue, characters, count, flag, text, texts } from '../../resources/types/shared-types.ts';
import { mostPushBatches } from '../../state/pushes.ts';
import { ledgerSchema, syncRunSchema } from '../sync-runs/sync-run-schemas.ts';

const utcTime = z.iso.datetime();

const Finding = z.object({
  check: text.describe('What was checked'),
  severity: z.enum(['stop', 'warn']).describe('`stop`: holds back the source, or the whole version'),
  message: text.describe('What was found, in a sentence'),
  count: count.describe('How many objects or records it is about'),
  source: text.describe('The source that it is about; absent: the version as a whole').optional(),
});

export const buildSchema = z.object({
  id: z.uuid().describe('Id of the build'),
  status: z
    .enum(['Queued', 'Running', 'Published', 'HeldBack', 'Failed'])
    .describe(
      '`Published`: its version is in service. `HeldBack`: its version looks broken and is not published; `findings` say why',
    ),
  version: count.describe('The version that it has published').optional(),
  acceptedSources: texts.describe('Sources whose losses are accepted'),
  findings: z.array(Finding).describe('What the checks of the data found'),
  error: text.describe('Why it failed; absent: it did not').optional(),
  queuedAt: utcTime.describe('When it was asked for'),
  startedAt: utcTime.describe('When it began; absent while it waits').optional(),
  endedAt: utcTime.describe('When it ended; absent until then').optional(),
});

const Source = z.object({
  sourceId: text.describe('As the configuration names it'),
  applicationInstanceId: z.uuid().describe('Id of the application instance that the source is'),
  connector: text.describe('Type of the connector that reads it'),
  connectorTitle: text.describe('What people call the connector'),
  schedule: text.describe('A cron expression; absent: it is read on request only').optional(),
  timeZone: text.describe('Of the schedule').optional(),
  writes: flag.describe('Whether action jobs may change it'),
  lastRun: syncRunSchema.describe('Absent: it was never read').optional(),
  reads: ledgerSchema.describe('What the last run has read of each type'),
  heldBack: z
    .object({
      since: utcTime.describe('Since when versions show its last good data'),
      runId: z.uuid().describe('Its newest run that is held back'),
      findings: z.array(Finding).describe('Why it is held back'),
    })
    .describe('Present while its newest data look broken, so that no version shows them')
    .optional(),
  stale: z
    .object({ lastCompleteAt: utcTime.describe('End of its last complete read; absent: there was none').optional() })
    .describe(
      'Present while it has a schedule and its last complete read is longer ago than `notifications.stale_after`',
    )
    .optional(),
});

export const sourceListSchema = z.object({
  items: z.array(Source).describe('The configured sources that the client may see'),
  version: count.describe('The version in service; absent until the first one is published').optional(),
  lastBuild: buildSchema
    .describe('The newest build of a version; only for clients that see the whole tenant')
    .optional(),
});

export const rejectedRecordListSchema = z.object({
  items: z
    .array(
      z.object({
        type: text.describe('Object or relationship type'),
        place: text.describe('Where the source has the record'),
        reasons: texts.describe('Why it was rejected'),
      }),
    )
    .describe('Rejected records of the newest run, up to a limit of each type'),
});

export const sourceSyncSchema = z.strictObject({
  full: flag.describe('Read everything, even where reading only changes is possible; default false').optional(),
});

export const sourcePushSchema = z.strictObject({
  complete: flag.describe(
    '`true`: objects that the push does not bring are gone. `false`: only what it brings has changed',
  ),
  rows: z
    .record(characters(1, 63), z.array(z.unknown().describe('A value of JSON; numbers keep all their digits')))
    .describe('Rows by the name that the description of the source gives them in `pushed`'),
  batch: z
    .strictObject({
      of: characters(1, 100)
        .refine(value => !value.includes('\0'), 'must not hold the character NUL')
        .describe(
          'Name of the push, the same in all of its batches; it can be used again 24 hours after the push was landed',
        ),
      number: z.int().min(1).max(mostPushBatches).describe('From 1'),
      last: flag.describe('Whether the push ends with this batch'),
    })
    .describe('For a push of several batches, of at most 1 MiB each; absent: this batch is the push')
    .optional(),
});

export const pushSchema = z.object({
  pushId: z.uuid().describe('Id of the push'),
  sourceId: text.describe('The source whose rows it brings'),
  batch: count.describe('Number of the batch'),
  complete: flag.describe('True when objects that it does not bring are gone'),
  status: z
    .enum(['Open', 'Waiting', 'Landing', 'Landed', 'Superseded'])
    .describe(
      '`Open`: its last batch has not come. `Waiting`: a run will land it. `Superseded`: a later complete push has brought all of its rows, so that no run lands it',
    ),
  runId: z
    .uuid()
    .describe('The run that lands it. Absent while another run of the source works; runs name the push in `pushId`')
    .optional(),
});

const settings = z
  .record(text, anyValue)
  .describe('As the connector describes them; variables of the environment cannot be named');
const newSource = {
  connector: characters(1, 100).describe('Its `type`, as `/v1/connectors` lists it'),
  settings,
};
const sourceName = characters(1, 63)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'has lowercase letters, digits, "-" and "_"')
  .describe('Name of the source. It never changes, because ids are derived from it');

export const sourceCheckSchema = z.strictObject({ sourceId: sourceName.optional(), ...newSource });
export const sourceCreationSchema = z.strictObject({
  sourceId: sourceName,
  ...newSource,
  schedule: characters(1, 200).describe('When to read it, as a cron expression').optional(),
});
/** The most characters of an uploaded file; the body may have escapes. */
export const uploadLimits = { characters: 16 * 1024 * 1024, bodyBytes: 32 * 1024 * 1024 } as const;

export const sourceUploadSchema = z.strictObject({
  sourceId: sourceName,
  fileName: characters(1, 100)
    .regex(
      /^[\p{L}\p{N}_][\p{L}\p{N} ._()-]*\.(csv|tsv|txt|json|jsonl|ndjson)$/iu,
      'is the name of a file that ends in .csv, .tsv, .txt, .json, .jsonl or .ndjson',
    )
    .describe('Name of the file, which the description refers to'),
  content: characters(1, uploadLimits.characters).describe('The file, a text in UTF-8'),
  description: characters(1, 200_000)
    .describe('The description in YAML: how a row becomes objects. Absent: it is guessed')
    .optional(),
  schedule: characters(1, 200).describe('When to read the folder, as a cron expression').optional(),
  replaces: z
    .boolean()
    .describe(
      '`true`: the file takes the place of that of the source with this name, which was made of a file before. Without a description, the source keeps its own',
    )
    .optional(),
});
export const sourceAddedSchema = z.object({ sourceId: text.describe('Name of the source') });

export const sourceCheckResultSchema = z.object({
  problems: z
    .array(
      z.object({
        severity: z.enum(['error', 'warning']).describe('`error`: the source cannot be added as it is'),
        place: text.describe('File, line and column, setting, or call'),
        message: text.describe('What is wrong'),
        fix: text.describe('The remedy').optional(),
      }),
    )
    .describe('What is wrong or doubtful; empty: nothing'),
  previews: z
    .array(
      z.object({
        type: text.describe('Object or relationship type'),
        rows: z.array(anyValue).describe('The first records, as they would be landed'),
        rejected: z
          .array(
            z.object({
              place: text.describe('Where the source has the record'),
              reasons: texts.describe('Why it would be rejected'),
            }),
          )
          .describe('The first records that would be rejected'),
        gaps: z
          .array(
            z.object({
              subject: text.describe('The failing call or file'),
              message: text.describe('What is wrong with it'),
            }),
          )
          .describe('What could not be seen'),
        from: text
          .describe(
            'Where its rows come from, such as the name of a file; absent when only the first records of the type were read',
          )
          .optional(),
        place: text
          .describe('Where the description says how; absent when only the first records of the type were read')
          .optional(),
        counts: z
          .object({
            mapped: count.describe('Records that would be landed'),
            rejected: count.describe('Records that would be rejected; `problems` say why'),
            leftOut: count.describe('Rows that the description leaves out'),
            repeated: count.describe('Rows that bring a record again'),
          })
          .describe('Of all rows; absent when only the first records of the type were read')
          .optional(),
      }),
    )
    .describe('What the source would bring'),
});

export const sourceUploadPreviewSchema = sourceCheckResultSchema.extend({
  fileName: text.describe('The name under which the description expects the file'),
  description: text.describe('The description, guessed where the request has none'),
  origin: text.describe('Where the description comes from'),
  columns: z
    .array(
      z.object({
        name: text.describe('Name of the column, as the file has it'),
        values: texts.describe('Of the first rows; empty where the cell is'),
        looksLike: z
          .enum(['address', 'date', 'flag', 'id', 'name', 'state'])
          .describe('What all texts of the column are; absent when they are none of these, or too few')
          .optional(),
      }),
    )
    .describe('The columns of the file, read as the description says; absent when it cannot be read')
    .optional(),
  chosenByValues: z
    .array(
      z.object({
        field: text.describe('Name of the field'),
        column: text.describe('Name of the column that was chosen for it'),
      }),
    )
    .describe('Of a guessed description: fields whose columns were chosen by their values, for somebody to confirm'),
});

export const connectorListSchema = z.object({
  items: z
    .array(
      z.object({
        type: text.describe('Type of the connector, as sources name it'),
        title: text.describe('What people call it'),
        description: text.describe('What it reads'),
        types: texts.describe('Object and relationship types that its sources can have'),
        isWritable: flag.describe('Whether action jobs can change its sources'),
        settings: z.record(text, anyValue).describe('JSON Schema of the settings'),
      }),
    )
    .describe('The connectors that a source can have'),
});

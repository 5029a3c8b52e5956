// Bodies of downloads, and their contexts.
import { z } from 'zod';
import { exportFormats } from '../../exports/export-file.ts';
import { filterNames } from '../../exports/filters.ts';
import { characters } from '../../resources/types/scalars.ts';
import { anyValue, count, text, timestamp } from '../../resources/types/shared-types.ts';
import { asOfMember } from '../version-as-of.ts';

export const downloadRequestSchema = z.object({
  id: z.uuid().describe('Id of the download'),
  status: z.enum(['accepted', 'completed', 'failed']).describe('`accepted`: the file is not there yet'),
  url: z.url().describe('Where the file is fetched without a token, for 5 minutes; only when completed').optional(),
  error: z
    .object({ code: text.describe('Stable; branch on it'), message: text.describe('For people') })
    .describe('Why it failed; only when failed')
    .optional(),
});

export const savedFileSchema = z.strictObject({
  name: characters(1, 200)
    .refine(name => !name.includes('\0'), 'must not hold the character NUL')
    .describe('Name of the file'),
  bytes: count.describe('Its size'),
});

export const listedDownloadSchema = downloadRequestSchema.extend({
  context: text.describe('What the file lists'),
  format: text.describe('Format of the file'),
  version: text.describe('Version of the data'),
  createdAt: timestamp.describe('When it was requested'),
  endedAt: timestamp.describe('When it was completed or failed; absent until then').optional(),
  rows: count.describe('Only when completed, as `bytes`').optional(),
  bytes: count.describe('Size of the file').optional(),
});

export const downloadManifestSchema = z.object({
  id: z.uuid().describe('Id of the download'),
  context: text.describe('What the file lists'),
  params: z.record(text, anyValue).describe('Filters, sorts and format, as they were requested'),
  tenant: text.describe('Name of the tenant'),
  applicationInstanceIds: z
    .array(z.uuid())
    .describe('The only application instances whose rows the client may see; absent: all')
    .optional(),
  version: text.describe('Version of the data'),
  since: text.describe('The earlier version that was compared with it').optional(),
  createdAt: timestamp.describe('When the export was requested'),
  completedAt: timestamp.describe('When the file was complete'),
  rows: count.describe('Rows of the file'),
  bytes: count.describe('Size of the file'),
  sha256: text.describe('Digest of the file, hexadecimal'),
  columns: z
    .array(z.object({ name: text.describe('Name of the column'), type: text.describe('Its type in DuckDB') }))
    .describe('In order, with DuckDB types'),
  sources: z
    .array(
      z.object({
        sourceId: text.describe('Name of the source'),
        applicationInstanceId: z.uuid().describe('Id of the application instance that it is'),
        oldestReadAt: timestamp.describe('When the oldest of its objects was read'),
        newestReadAt: timestamp.describe('When the newest of its objects was read'),
      }),
    )
    .describe('When each source was read'),
});

/** The contexts of downloads. */
export const exportContexts = z.enum([
  'accessChanges',
  'accessInventoryIdentitiesV2',
  'accessInventoryEmployeesV2',
  'accessInventoryNhiV2',
  'accessInventoryAccounts',
  'accessInventoryApplicationAccountsV2',
  'accessInventoryApplicationInstancesV2',
  'accessInventoryGroupsV2',
  'accessInventoryRolesV2',
  'accessInventoryResourceInstancesV2',
  'identities',
  'employees',
  'employeeAccessInsights',
  'accountUtilization',
  'groupUtilizationAccounts',
  'risks',
  'risksV2',
  'riskMonitoringDetail',
  'activityAnalysis',
  'identityAssessmentRiskDownload',
  'identityAssessmentEntitlementUtilization',
  'identityAssessmentResourceInstanceUtilization',
  'identityAssessmentSimilarGroups',
  'ilmEmployeeEvents',
  'ilmWorkflowEmployeeEvents',
  'serviceUsers',
]);

/** Contexts that are one document for another program. */
export const documentContexts = z.enum(['openGraph', 'ldif', 'vezaOaa']);

export const downloadCreationSchema = z.strictObject({
  context: z
    .enum([...exportContexts.options, ...documentContexts.options])
    .describe('What is exported; `docs/reference/exports.md` has the columns of each'),
  asOf: text.min(1).describe(asOfMember).optional(),
  since: text
    .min(1)
    .describe(
      'For contexts that compare two versions: the earlier one, named like `asOf`. Default: the oldest that is kept. Other contexts do not take it',
    )
    .optional(),
  params: z
    .strictObject({
      filterBy: z
        .array(
          z.strictObject({
            dataType: z.enum(['string', 'number', 'boolean', 'timestamp', 'enum']).describe('Data type of the column'),
            field: text.min(1).describe('Name of a column of the context'),
            filterType: z.enum(filterNames).describe('Which of them are possible depends on the data type'),
            values: z
              .array(z.union([text, z.number(), z.boolean()]))
              .describe('What the column is compared with: as many values as the filter takes')
              .optional(),
          }),
        )
        .describe('All of them must hold'),
      sortBy: z
        .array(
          z.strictObject({
            field: text.min(1).describe('Name of a column of the context'),
            sortType: z.enum(['asc', 'desc']).describe('Ascending or descending; rows without a value come last'),
          }),
        )
        .describe('Order of the rows: by the first column, where that is equal by the second, and so on'),
      format: z.enum(exportFormats).describe('Format of the file; default csv'),
    })
    .partial()
    .describe('Which rows, in which order and format; left out: all rows as CSV')
    .optional(),
});

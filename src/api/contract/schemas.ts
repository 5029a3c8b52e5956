// Request and response bodies other than those of collections: saved queries, queries, downloads, changes and their jobs. An unknown field
// of a request is an error; responses may gain fields.

import { z } from 'zod';
import { exportFormats } from '../../exports/export-file.ts';
import { filterNames } from '../../exports/filters.ts';
import { defaultModel, defaultPageSize, savedQueryLimits } from '../../queries/limits.ts';
import { anyValue, characters, count, text, timestamp } from '../../resources/types/shared-types.ts';
import { listFilterSchema } from '../collections/list-selection.ts';
import * as decisions from '../decisions/decision-schemas.ts';
import * as iceberg from '../iceberg/iceberg-schemas.ts';
import {
  accessGraphSchema,
  accessPathsSchema,
  reachedObjectSchema,
  reachingAccountSchema,
} from '../reach/reach-schemas.ts';
import * as reviews from '../reviews/review-schemas.ts';
import { scimListSchema, scimResourceSchema } from '../scim/scim-schemas.ts';
import { browserSessionListSchema, sessionSchema, signInMethodsSchema } from '../sessions/session-schemas.ts';
import { signingKeyListSchema, signingKeySchema } from '../signing-keys/signing-key-schemas.ts';
import { asOfMember } from '../version-as-of.ts';
import {
  accountSelectionSchema,
  actionJobChangeSchema,
  actionJobEvidenceSchema,
  actionJobResultSchema,
  actionJobSchema,
  actionJobTargetSchema,
  capabilityListSchema,
  changePreviewSchema,
  jobAcceptedSchema,
  revertSelectionSchema,
  userGroupCreationSchema,
} from './action-schemas.ts';
import { blastRadiusSchema } from './blast-radius-schema.ts';
import * as clients from './client-schemas.ts';
import {
  auditEventSchema,
  facetListSchema,
  queueListSchema,
  signalSchema,
  signalStreamsSchema,
  syncRunDetailsSchema,
  syncRunSchema,
} from './extension-schemas.ts';
import { changeListAbout, changeSchema, searchResultSchema } from './history-schemas.ts';
import { riskAcceptanceCreationSchema, riskAcceptanceSchema, riskCountsSchema } from './risk-schemas.ts';
import { schemaModelListSchema } from './schema-schemas.ts';
import * as sources from './source-schemas.ts';

const nextPageToken = text.describe('Present while more pages remain, even when this page is empty').optional();
const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), nextPageToken });

const withoutNul = (value: string) => !value.includes('\0');
const noNul = 'must not hold the character NUL';

const savedQueryText = {
  name: characters(1, savedQueryLimits.name)
    .refine(withoutNul, noNul)
    .describe('Unique in the tenant whatever the case of its letters'),
  query_string: characters(1, savedQueryLimits.query).describe('Stored as it is; checked when it is executed'),
  model: text.describe('Semantic model that the query targets'),
  description: characters(0, savedQueryLimits.description).refine(withoutNul, noNul).describe('What the query is for'),
};

const Principal = z.object({
  type: text.describe('For example `user`'),
  id: text.describe('Opaque and stable'),
});

const SavedQuery = z.object({
  query_id: z.uuid().describe('Opaque and stable; key on it, never on the name'),
  ...savedQueryText,
  description: savedQueryText.description.optional(),
  created_by: Principal,
  last_modified_by: Principal,
  version: z.int().min(1).describe('1 on creation, one more on each update'),
  created_at: timestamp,
  last_modified_at: timestamp,
});

const DownloadRequest = z.object({
  id: z.uuid(),
  status: z.enum(['accepted', 'completed', 'failed']),
  url: z.url().describe('Where the file is fetched without a token, for 5 minutes; only when completed').optional(),
  error: z.object({ code: text, message: text }).optional(),
});

const ListedDownload = DownloadRequest.extend({
  context: text,
  format: text,
  version: text.describe('Version of the data'),
  createdAt: timestamp.describe('When it was requested'),
  endedAt: timestamp.optional(),
  rows: count.describe('Only when completed, as `bytes`').optional(),
  bytes: count.optional(),
});

const DownloadManifest = z.object({
  id: z.uuid(),
  context: text,
  params: z.record(text, anyValue).describe('Filters, sorts and format, as they were requested'),
  tenant: text,
  applicationInstanceIds: z
    .array(z.uuid())
    .describe('The only application instances whose rows the client may see; absent: all')
    .optional(),
  version: text.describe('Version of the data'),
  since: text.describe('The earlier version that was compared with it').optional(),
  createdAt: timestamp.describe('When the export was requested'),
  completedAt: timestamp,
  rows: count,
  bytes: count,
  sha256: text.describe('Digest of the file, hexadecimal'),
  columns: z.array(z.object({ name: text, type: text })).describe('In order, with DuckDB types'),
  sources: z
    .array(
      z.object({ sourceId: text, applicationInstanceId: z.uuid(), oldestReadAt: timestamp, newestReadAt: timestamp }),
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

/** Component name → body of a request. */
export const requestSchemas = {
  SavedQueryCreation: z.strictObject({
    ...savedQueryText,
    model: savedQueryText.model.default(defaultModel),
    description: savedQueryText.description.optional(),
  }),
  SavedQueryUpdate: z.strictObject({
    ...savedQueryText,
    description: savedQueryText.description.optional(),
    version: z.int().min(1).describe('Version that the update is based on'),
  }),
  QueryExecution: z
    .strictObject({
      query_id: text.min(1).meta({ format: 'uuid' }).describe('A saved query; this or `query_string`'),
      query_string: characters(1, savedQueryLimits.query).describe(
        'SQL, one SELECT in DuckDB’s dialect; this or `query_id`',
      ),
      model: text.describe('Semantic model that the query targets'),
      parameters: z.record(text, anyValue).describe('Values of the query’s `:name` placeholders'),
      page_size: z.int().min(1).max(10_000).describe(`Rows on the page; default ${defaultPageSize}`),
      page_token: text.min(1).describe('`nextPageToken` of the page before'),
      as_of: text.min(1).describe(asOfMember),
    })
    .partial(),
  AccessEvaluation: decisions.accessEvaluationSchema,
  AccessEvaluations: decisions.accessEvaluationsSchema,
  SubjectSearch: decisions.subjectSearchSchema,
  ResourceSearch: decisions.resourceSearchSchema,
  ActionSearch: decisions.actionSearchSchema,
  DownloadCreation: z.strictObject({
    context: z.enum([...exportContexts.options, ...documentContexts.options]),
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
              dataType: z.enum(['string', 'number', 'boolean', 'timestamp', 'enum']),
              field: text.min(1),
              filterType: z.enum(filterNames).describe('Which of them are possible depends on the data type'),
              values: z.array(z.union([text, z.number(), z.boolean()])).optional(),
            }),
          )
          .describe('All of them must hold'),
        sortBy: z.array(z.strictObject({ field: text.min(1), sortType: z.enum(['asc', 'desc']) })),
        format: z.enum(exportFormats).describe('Format of the file; default csv'),
      })
      .partial()
      .optional(),
  }),
  ListFilter: listFilterSchema,
  ClientCreation: clients.clientCreationSchema,
  SourceSync: sources.sourceSyncSchema,
  SourcePush: sources.sourcePushSchema,
  SourceCheck: sources.sourceCheckSchema,
  SourceCreation: sources.sourceCreationSchema,
  SourceUpload: sources.sourceUploadSchema,
  AccountSelection: accountSelectionSchema,
  RevertSelection: revertSelectionSchema,
  UserGroupCreation: userGroupCreationSchema,
  RiskAcceptanceCreation: riskAcceptanceCreationSchema,
  ReviewerSearch: reviews.reviewerSearchSchema,
  ReviewCreation: reviews.reviewCreationSchema,
} satisfies Record<string, z.ZodType>;

/** Component name → body of a response. */
export const responseSchemas = {
  AccessDecision: decisions.accessDecisionSchema,
  AccessDecisions: decisions.accessDecisionsSchema,
  EntitySearchResult: decisions.entitySearchResultSchema,
  ActionSearchResult: decisions.actionSearchResultSchema,
  IcebergConfig: iceberg.icebergConfigSchema,
  IcebergNamespaceList: iceberg.icebergNamespaceListSchema,
  IcebergNamespace: iceberg.icebergNamespaceSchema,
  IcebergTableList: iceberg.icebergTableListSchema,
  IcebergTable: iceberg.icebergTableSchema,
  Principal,
  SavedQuery,
  SavedQueryList: pageOf(SavedQuery),
  QueryResult: z.object({
    columns: z.array(z.object({ name: text, type: text })),
    rows: z.array(z.array(anyValue)).describe('Values in the order of the columns'),
    row_count: count.describe('Rows on this page'),
    nextPageToken,
    elapsed_ms: z.number().nonnegative(),
    warehouse_version: text.describe('Version of the data that the query ran on'),
  }),
  PackedQueryList: z.object({
    items: z.array(
      z.object({
        name: text,
        description: text.describe('What the query answers'),
        tags: z.array(text),
        parameters: z.array(
          z.object({
            name: text,
            example: z.union([z.number(), text]).describe('The value that counts when none is given'),
            description: text,
          }),
        ),
        query_string: text,
      }),
    ),
  }),
  SchemaModelList: schemaModelListSchema,
  FacetList: facetListSchema,
  DownloadRequest,
  DownloadList: pageOf(ListedDownload),
  DownloadManifest,
  ScimResource: scimResourceSchema,
  ScimList: scimListSchema,
  BlastRadius: blastRadiusSchema,
  ReachedObject: reachedObjectSchema,
  ReachedObjectList: pageOf(reachedObjectSchema),
  ReachingAccount: reachingAccountSchema,
  ReachingAccountList: pageOf(reachingAccountSchema),
  AccessPaths: accessPathsSchema,
  AccessGraph: accessGraphSchema,
  SyncRun: syncRunSchema,
  SyncRunList: pageOf(syncRunSchema),
  SyncRunDetails: syncRunDetailsSchema,
  Signal: signalSchema,
  SignalList: pageOf(signalSchema),
  SignalStreams: signalStreamsSchema,
  RiskCounts: riskCountsSchema,
  Client: clients.clientSchema,
  ClientList: clients.clientListSchema,
  CreatedClient: clients.createdClientSchema,
  QueueList: queueListSchema,
  SourceList: sources.sourceListSchema,
  SourceAdded: sources.sourceAddedSchema,
  SourceCheckResult: sources.sourceCheckResultSchema,
  SourceUploadPreview: sources.sourceUploadPreviewSchema,
  ConnectorList: sources.connectorListSchema,
  Build: sources.buildSchema,
  Push: sources.pushSchema,
  RejectedRecordList: sources.rejectedRecordListSchema,
  AuditEvent: auditEventSchema,
  AuditEventList: pageOf(auditEventSchema),
  SearchResult: searchResultSchema,
  Change: changeSchema,
  ChangeList: pageOf(changeSchema).extend(changeListAbout),
  ActionJob: actionJobSchema,
  ActionJobList: pageOf(actionJobSchema),
  ActionJobResult: actionJobResultSchema,
  ActionJobResultList: pageOf(actionJobResultSchema),
  ActionJobTarget: actionJobTargetSchema,
  ActionJobTargetList: pageOf(actionJobTargetSchema).extend({ total: count.describe('On all pages') }),
  ActionJobChange: actionJobChangeSchema,
  ActionJobChangeList: pageOf(actionJobChangeSchema),
  ActionJobEvidence: actionJobEvidenceSchema,
  JobAccepted: jobAcceptedSchema,
  ChangePreview: changePreviewSchema,
  CapabilityList: capabilityListSchema,
  AccountReviewerList: reviews.accountReviewerListSchema,
  ReviewLinkList: reviews.reviewLinkListSchema,
  AssignedReviewList: reviews.assignedReviewListSchema,
  Review: reviews.reviewSchema,
  ReviewList: pageOf(reviews.reviewSchema),
  ReviewDetails: reviews.reviewDetailsSchema,
  RiskAcceptance: riskAcceptanceSchema,
  Session: sessionSchema,
  BrowserSessionList: browserSessionListSchema,
  SigningKey: signingKeySchema,
  SigningKeyList: signingKeyListSchema,
  SignInMethods: signInMethodsSchema,
} satisfies Record<string, z.ZodType>;

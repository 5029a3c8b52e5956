// The bodies of requests and responses other than those of collections, by the names of their components. An unknown field of a request is
// an error; responses may gain fields.

import type { z } from 'zod';
import { count } from '../../resources/types/shared-types.ts';
import { auditEventSchema } from '../audit-events/audit-event-schemas.ts';
import { blastRadiusSchema } from '../blast-radius/blast-radius-schema.ts';
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
} from '../changes/action-schemas.ts';
import * as clients from '../clients/client-schemas.ts';
import { facetListSchema } from '../collections/facet-schemas.ts';
import { listFilterSchema } from '../collections/list-selection.ts';
import { pageOf } from '../contract/body-parts.ts';
import * as decisions from '../decisions/decision-schemas.ts';
import * as exported from '../exports/export-schemas.ts';
import { changeListAbout, changeSchema } from '../history/history-schemas.ts';
import * as iceberg from '../iceberg/iceberg-schemas.ts';
import { schemaModelListSchema } from '../queries/model-schemas.ts';
import * as queries from '../queries/query-schemas.ts';
import { queueListSchema } from '../queues/queue-schemas.ts';
import {
  accessGraphSchema,
  accessPathsSchema,
  reachedObjectSchema,
  reachingAccountSchema,
} from '../reach/reach-schemas.ts';
import * as reviews from '../reviews/review-schemas.ts';
import { riskAcceptanceCreationSchema, riskAcceptanceSchema, riskCountsSchema } from '../risks/risk-schemas.ts';
import { scimListSchema, scimResourceSchema } from '../scim/scim-schemas.ts';
import { searchResultSchema } from '../search/search-schemas.ts';
import { browserSessionListSchema, sessionSchema, signInMethodsSchema } from '../sessions/session-schemas.ts';
import { signalSchema, signalStreamsSchema } from '../signals/signal-schemas.ts';
import { signingKeyListSchema, signingKeySchema } from '../signing-keys/signing-key-schemas.ts';
import * as sources from '../sources/source-schemas.ts';
import { syncRunDetailsSchema, syncRunSchema } from '../sync-runs/sync-run-schemas.ts';

/** Component name → body of a request. */
export const requestSchemas = {
  SavedQueryCreation: queries.savedQueryCreationSchema,
  SavedQueryUpdate: queries.savedQueryUpdateSchema,
  QueryExecution: queries.queryExecutionSchema,
  AccessEvaluation: decisions.accessEvaluationSchema,
  AccessEvaluations: decisions.accessEvaluationsSchema,
  SubjectSearch: decisions.subjectSearchSchema,
  ResourceSearch: decisions.resourceSearchSchema,
  ActionSearch: decisions.actionSearchSchema,
  DownloadCreation: exported.downloadCreationSchema,
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
  IcebergError: iceberg.icebergErrorSchema,
  IcebergNamespaceList: iceberg.icebergNamespaceListSchema,
  IcebergNamespace: iceberg.icebergNamespaceSchema,
  IcebergTableList: iceberg.icebergTableListSchema,
  IcebergTable: iceberg.icebergTableSchema,
  Principal: queries.principalSchema,
  SavedQuery: queries.savedQuerySchema,
  SavedQueryList: pageOf(queries.savedQuerySchema),
  QueryResult: queries.queryResultSchema,
  PackedQueryList: queries.packedQueryListSchema,
  SchemaModelList: schemaModelListSchema,
  FacetList: facetListSchema,
  DownloadRequest: exported.downloadRequestSchema,
  SavedFile: exported.savedFileSchema,
  DownloadList: pageOf(exported.listedDownloadSchema),
  DownloadManifest: exported.downloadManifestSchema,
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

// The operations of the interface, except those of collections. Each group is declared beside its routes.
import { actionJobOperations } from '../action-jobs/action-job-operations.ts';
import { auditEventOperations } from '../audit-events/audit-event-operations.ts';
import { blastRadiusOperations } from '../blast-radius/blast-radius-operations.ts';
import { accountChangeOperations, membershipChangeOperations } from '../changes/change-operations.ts';
import { clientOperations } from '../clients/client-operations.ts';
import type { Operation } from '../contract/operation.ts';
import { decisionOperations } from '../decisions/decision-operations.ts';
import { eventOperations } from '../events/event-operations.ts';
import { exportOperations } from '../exports/export-operations.ts';
import { historyOperations } from '../history/history-operations.ts';
import { icebergOperations } from '../iceberg/iceberg-operations.ts';
import { queryOperations, savedQueryOperations } from '../queries/query-operations.ts';
import { queueOperations } from '../queues/queue-operations.ts';
import { reachOperations } from '../reach/reach-operations.ts';
import { reviewOperations } from '../reviews/review-operations.ts';
import { riskOperations } from '../risks/risk-operations.ts';
import { scimOperations } from '../scim/scim-operations.ts';
import { searchOperations } from '../search/search-operations.ts';
import { sessionOperations } from '../sessions/session-operations.ts';
import { signalOperations } from '../signals/signal-operations.ts';
import { signingKeyOperations } from '../signing-keys/signing-key-operations.ts';
import { sourceOperations, sourceSetupOperations } from '../sources/source-operations.ts';
import { syncRunOperations } from '../sync-runs/sync-run-operations.ts';

/** Every operation of the interface except those of collections, in the order of the documentation. */
export const contractOperations: readonly Operation[] = Object.freeze(
  [
    accountChangeOperations,
    membershipChangeOperations,
    actionJobOperations,
    reviewOperations,
    savedQueryOperations,
    queryOperations,
    exportOperations,
    blastRadiusOperations,
    historyOperations,
    reachOperations,
    searchOperations,
    decisionOperations,
    icebergOperations,
    scimOperations,
    sourceOperations,
    sourceSetupOperations,
    syncRunOperations,
    signalOperations,
    eventOperations,
    riskOperations,
    auditEventOperations,
    clientOperations,
    queueOperations,
    sessionOperations,
    signingKeyOperations,
  ].flatMap(operations => Object.values<Operation>(operations)),
);

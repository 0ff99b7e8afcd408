export { ActivateAgain, refusedTransition, type NewAddress } from './activate-again';
export type { Alongside, ConnectionChange } from './alongside';
export { readConfiguration, saveConfiguration, type SaveOptions } from './configuration';
export { confirmDeletions } from './confirm-deletions';
export { ConnectionRefused } from './connection-refused';
export { createSyncRule } from './create-sync-rule';
export type { ShopExamination } from './doctor/examine-unsaved-shop';
export { finishDoctorRun, forgetDoctorProblem, listDoctorRuns, requestDoctorRun } from './doctor/doctor-runs';
export type { OnFailure } from './each-connection';
export { editConnection, type ConnectionEdit } from './edit-connection';
export { editSystem } from './edit-system';
export { endConnectionsPastGrace, eraseEndedConnections } from './end-grace-period';
export { doctorRunTexts } from './doctor/doctor-run-texts';
export { eraseInactiveCopies } from './erase-inactive-copies';
export { connectionNeeds, findNeeds, type ConnectionNeed, type FoundNeed } from './find-needs';
export { connectionKinds, countImpairedConnections, findConnections, type ConnectionKind, type FoundConnection } from './find-connections';
export type { StartedHandshake } from './handshake/handshake-parts';
export { Handshakes } from './handshake/handshakes';
export { ShopIdentity } from './handshake/shop-identity';
export { prunePendingConnections } from './prune-pending-connections';
export { requestRefetch } from './records/request-refetch';
export { requestSyncs } from './request-syncs';
export { stopConnection, stopConnectionNow, type StopTrigger } from './stop-connection';
export { tellOfLinkLater } from './tell-of-link-later';
export { eraseRetiredConnection, finishUninstallations, uninstallConnection } from './uninstall-connection';
export {
  connectionSorts,
  countFoundConnections,
  findSortedConnections,
  maxSortedConnections,
  type ConnectionSort,
} from './sort-connections';
export { VerifyCredentials } from './verify-credentials';

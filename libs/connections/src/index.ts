export { eachConnection, type OnFailure } from './each-connection';
export { endConnectionsPastGrace, eraseEndedConnections } from './end-grace-period';
export { prunePendingConnections } from './prune-pending-connections';
export { stopConnection } from './stop-connection';
export { finishUninstallations, uninstallConnection } from './uninstall-connection';

export { deleteDependents, hasNoDependents } from './delete-dependents';
export { eachConnection, type OnFailure } from './each-connection';
export { stopConnection } from './stop-connection';
export { finishUninstallations, uninstallConnection } from './uninstall-connection';

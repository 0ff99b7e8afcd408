export { readArguments, runCommand, UnusableArguments } from './command-line';
export { deploymentOf, deploymentOptions, deploymentUsage, type DeploymentAddress } from './deployment-options';
export { shortened, tableLines } from './table';
export { inVerdictColour, type Verdict } from './verdict-colours';

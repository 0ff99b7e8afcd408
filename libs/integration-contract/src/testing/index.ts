export { checksFor, contractSections } from './contract-checks';
export { describeIntegration, describeIntegrationMemory } from './describe-integration';
export type { ContractCheck, IntegrationUnderTest, ShopUnderTest, SpoiledResponse } from './integration-under-test';

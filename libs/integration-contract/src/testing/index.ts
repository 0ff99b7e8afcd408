export { checksFor, contractSections, type ContractSection } from './contract-checks';
export { describeIntegration } from './describe-integration';
export type {
  ChangedRecord,
  ContractCheck,
  IntegrationUnderTest,
  SentWebhook,
  ShopUnderTest,
  SpoiledAnswer,
} from './integration-under-test';

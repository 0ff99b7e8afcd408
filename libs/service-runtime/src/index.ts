export { AsList, ParsedBy } from './configuration/conversions';
export {
  describeVariables,
  InvalidConfiguration,
  loadConfiguration,
  Meaning,
  Variable,
  type VariableDescription,
} from './configuration/load-configuration';
export {
  ContactAddress,
  DatabaseUrl,
  EncryptionKeys,
  IntegerVariable,
  MailFrom,
  PastPoolerUrl,
  Port,
  ServiceConfiguration,
  CallerHostAllowlist,
  StoreHostAllowlist,
} from './configuration/service-configuration';
export { PlatformVariables, platformSettingsOf, ShopServiceConfiguration } from './configuration/shop-service-configuration';
export { defaultTenantMaxBytes, TenantMaxBytes } from './configuration/tenant-quota';
export { HealthModule, type HealthOptions } from './health/health.module';
export { JsonLogger } from './logging/json-logger';
export { countRateLimited } from './metrics/http-metrics';
export { ApiProblems, problemModels, problemResponses, type ProblemResponse } from './problems/api-problems';
export { Problem, type ProblemDetail, type ProblemExtras } from './problems/problem';
export { problemKinds, type ProblemKind } from './problems/problem-kinds';
export { problemSchemas } from './problems/problem-schemas';
export { problemOf } from './problems/problem-of';
export { sendProblem } from './problems/send-problem';
export { connectPath, crossOriginHeaders, isCrossOriginPath, isPreflight, preflightHeaders } from './requests/cross-origin';
export { Verbatim } from './requests/verbatim';
export { sentContentType, type RawBodies } from './requests/raw-body';
export { currentRequestId } from './requests/request-context';
export { RefuseUnknownParameters } from './requests/unknown-parameters';
export { validated } from './requests/validation';
export { createService, type ServiceParts } from './service/create-service';
export { startService, type ServiceDescription } from './service/start-service';
export { ClientAddressThrottlerGuard, Throttled } from './throttling/client-address-throttler.guard';
export { forgetRateLimitedClients } from './throttling/postgres-throttler-storage';
export { throttlingModule } from './throttling/throttling.module';

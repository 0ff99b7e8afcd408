export { ApiUnderTest, startApi, type ApiStart, type ServiceResponse } from './api-under-test';
export { describeApi, lintFindings, operationsOf, type Description } from './described-api';

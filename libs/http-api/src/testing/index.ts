export { ApiUnderTest, startApi, type ApiStart, type ServiceResponse } from './api-under-test';
export { describeApi, operationsOf, type Description } from './described-api';
export { descriptionOf, lintFindings, typesOf } from './linted-description';
export { describeEveryOperation } from './every-operation';
export { pathTo, routesOf, unknownId } from './routes';

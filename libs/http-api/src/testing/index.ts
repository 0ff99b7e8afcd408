export { ApiUnderTest, startApi, type ApiStart, type ServiceResponse } from './api-under-test';

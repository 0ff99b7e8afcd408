import { describeApi, descriptionOf } from '@sync/http-api/testing';
import { adminApi } from '../admin-api';
import { AdminApiUnderTest } from '../testing/admin-api-under-test';

let api: AdminApiUnderTest;
beforeAll(async () => (api = await AdminApiUnderTest.start()));
afterAll(() => api.stop());

describe('the description at /api/admin/openapi.json', () =>
  describeApi({
    api: () => api,
    address: '/api/admin/openapi.json',
    project: 'admin-api',
    described: () => descriptionOf(adminApi, '/api/admin/openapi.json'),
    open: ['POST /api/admin/sessions'],
  }));

import { descriptionOf, lintFindings } from '@sync/http-api/testing';
import { adminApi } from '../admin-api';

let text: string;
beforeAll(async () => (text = await descriptionOf(adminApi, '/api/admin/openapi.json')));

it('the description is OpenAPI 3.1 and breaks no recommended rule of Redocly and Spectral', () => {
  expect(text).toMatch(/^\{"openapi":"3\.1\.\d"/);
  expect(lintFindings([text])).toEqual([[]]);
});

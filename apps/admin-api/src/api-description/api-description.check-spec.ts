import { descriptionOf, lintFindings, typesOf } from '@sync/http-api/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { adminApi } from '../admin-api';

const committed = 'apps/admin-panel/src/api/admin-api.d.ts';
const command = 'WRITE_TYPES=1 npx jest --config tools/jest/checks.config.js admin-api';

let text: string;
beforeAll(async () => (text = await descriptionOf(adminApi, '/api/admin/openapi.json')));

it('the description is OpenAPI 3.1 and breaks no recommended rule of Redocly and Spectral', () => {
  expect(text).toMatch(/^\{"openapi":"3\.1\.\d"/);
  expect(lintFindings([text])).toEqual([[]]);
});

it(`the panel's types are those of the description (otherwise: ${command})`, () => {
  // Paths are left out: the panel does not use theirs.
  const types = typesOf(JSON.stringify({ ...(JSON.parse(text) as object), paths: {} }));
  if (process.env.WRITE_TYPES === '1') writeFileSync(committed, types);
  expect(readFileSync(committed, 'utf8')).toBe(types);
});

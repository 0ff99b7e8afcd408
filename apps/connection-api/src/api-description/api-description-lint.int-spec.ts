import { spawnSync } from 'node:child_process';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';

let api: ConnectionApiUnderTest;
beforeAll(async () => (api = await ConnectionApiUnderTest.start()));
afterAll(() => api.stop());

function findings(input: string): string[] {
  const { stdout, stderr } = spawnSync('node', ['tools/checks/src/lint-api-description.mjs'], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as string[];
}

it('the API description breaks no recommended rule of Redocly and Spectral, and both notice one that does', async () => {
  const { text } = await api.get('/api/openapi.json');
  expect(findings(text)).toEqual([]);
  const broken = findings(
    text.replace('"operationId":"listConnections"', '"operationId":"register"').replace('"description":"Oldest first', '"x":"'),
  );
  expect(broken.filter((finding) => finding.startsWith('redocly operation-operationId-unique'))).not.toEqual([]);
  expect(broken.filter((finding) => finding.startsWith('spectral operation-description'))).not.toEqual([]);
});

import { descriptionOf, lintFindings } from '@sync/http-api/testing';
import { connectionApi } from '../connection-api';

it('the description is OpenAPI 3.1, breaks no recommended rule of Redocly and Spectral, and both would notice', async () => {
  const text = await descriptionOf(connectionApi, '/api/openapi.json');
  expect(text).toMatch(/^\{"openapi":"3\.1\.\d"/);
  const broken = text
    .replace('"operationId":"listConnections"', '"operationId":"register"')
    .replace('"description":"Oldest first', '"x":"');
  const [findings, noticed] = lintFindings([text, broken]);
  expect(findings).toEqual([]);
  expect(noticed?.filter((finding) => finding.startsWith('redocly operation-operationId-unique'))).not.toEqual([]);
  expect(noticed?.filter((finding) => finding.startsWith('spectral operation-description'))).not.toEqual([]);
});

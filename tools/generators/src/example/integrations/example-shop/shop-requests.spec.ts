import { InvalidIntegrationResponseException, type ExportRequest } from '@sync/integration-contract';
import type { ShopUnderTest } from '@sync/integration-contract/testing';
import { subject } from './testing/subject';

describe('JSON with status 200', () => {
  let shop: ShopUnderTest;
  beforeAll(async () => (shop = await subject.start({ records: 1 })));
  afterAll(() => shop.stop());

  it.each(['{"data":[]}', '{"data":[],"total":-1}', '{"data":{},"total":1}', '{"total":1}', '[]', 'null'])(
    'is no page: %s',
    async (body) => {
      await shop.spoil({ status: 200, body });
      const request: ExportRequest = { capability: 'orders', systemConnectionId: shop.connection.id, modifiedAfter: null };
      await expect(shop.integration.probeBulkExport(shop.connection, request)).rejects.toThrow(InvalidIntegrationResponseException);
    },
  );

  it('does not verify credentials when it names no account', async () => {
    await shop.spoil({ status: 200, body: '{}' });
    expect(await shop.integration.verify(shop.connection)).toMatchObject({ successful: false, externalUserId: null });
  });
});

import { v7 as uuidv7 } from 'uuid';
import { customer } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

let database: StoreDatabase;
let shopId: string;

beforeAll(async () => {
  database = await StoreDatabase.create();
});
afterAll(() => database.stop());
beforeEach(async () => {
  shopId = await database.connection();
});

const unstored = async (...ids: string[]) => (await database.store.findUnstored(shopId, 'customers', ids)).sort();
const note = (...ids: string[]) => database.store.noteUnmappable(shopId, 'customers', ids);

it('what is not stored is to be read, except rows that no record can be made of', async () => {
  await database.write(shopId, 'customers', [customer('1'), customer('2')]);
  await database.rows('update customers set deleted_at = now() where shop_id = $1 and source_id = $2', [shopId, '2']);
  await note('3', '3', 'bad \0 id', 'x'.repeat(3_000));
  expect(await unstored('1', '2', '3', '4')).toEqual(['2', '4']);
});

it('a row that was stored as a record once is read again, whatever is remembered', async () => {
  await note('1');
  await database.write(shopId, 'customers', [customer('1')]);
  await database.rows('update customers set deleted_at = now() where shop_id = $1', [shopId]);
  expect(await unstored('1')).toEqual(['1']);
});

it('it is remembered for its kind and shop alone', async () => {
  await note('1');
  expect(await database.store.findUnstored(shopId, 'orders', ['1'])).toEqual(['1']);
  expect(await database.store.findUnstored(await database.connection(), 'customers', ['1'])).toEqual(['1']);
});

it('10,000 of a shop and kind are remembered; further ones are read again', async () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `${index}`);
  await note(...ids);
  await note('beyond');
  expect(await unstored('0', '9999', 'beyond')).toEqual(['beyond']);
});

it('a run over all rows forgets those that it did not meet', async () => {
  await note('1', '2');
  await database.rows(`update unmappable_rows set noted_at = noted_at - interval '1 minute' where shop_id = $1`, [shopId]);
  await note('2');
  await database.store.forgetUnmappable(shopId, 'customers', new Date(Date.now() - 30_000));
  expect(await unstored('1', '2')).toEqual(['1']);
});

it('of a shop that is gone nothing is remembered', async () => {
  await expect(database.store.noteUnmappable(uuidv7(), 'customers', ['1'])).resolves.toBeUndefined();
});

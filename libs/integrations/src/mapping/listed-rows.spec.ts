import { InvalidIntegrationResponseException } from '@sync/integration-contract';
import { idMark, listedRows, newestMark, rowsAskedFor } from './listed-rows';

it('marks of increasing ids increase, numeric ones by number', () => {
  const marks = [null, '9', '10', '12345678901234567890'].map(idMark);
  expect([...marks].sort()).toEqual(marks);
  expect(marks[0]).toBe('');
});

it('the newest mark is the greatest, and empty without any', () => {
  expect([newestMark(['a', 'c', 'b']), newestMark([])]).toEqual(['c', '']);
});

it('rows are identified by id, or else by their content, and marked from both', () => {
  const rows = [{ id: 7, at: 'x' }, { at: 'x' }, { at: 'y' }, { at: 'x' }, null];
  const listed = listedRows(rows, (row, id) => `${id ?? 'none'} ${String(row.at)}`);
  expect(listed.map(({ mark }) => mark)).toEqual(['7 x', 'none x', 'none y', 'none x', 'none undefined']);
  expect(listed[0]?.key).toBe('7');
  expect(listed[1]?.key).toMatch(/^no id .{44}$/);
  expect(listed[3]?.key).toBe(listed[1]?.key);
  expect(new Set(listed.map(({ key }) => key)).size).toBe(4);
});

it('a row that no export brings has a key that is no id', () => {
  const listed = listedRows(
    [{ id: 7, gone: true }, { id: 8 }],
    () => '',
    ({ gone }) => gone === true,
  );
  expect(listed.map(({ key }) => key)).toEqual(['left out 7', '8']);
});

it('a response that lacks a row asked for and holds others is refused, because it does not say that the row is gone', () => {
  expect(rowsAskedFor([{ id: 1 }], ['1', '2'], 'a list')).toEqual([{ id: 1 }]);
  expect(rowsAskedFor([{ id: 1 }, { id: 3 }, { id: '2' }], ['1', '2'], 'a list')).toEqual([{ id: 1 }, { id: '2' }]);
  expect(() => rowsAskedFor([{ id: 1 }, { id: 3 }], ['1', '2'], 'a list')).toThrow(InvalidIntegrationResponseException);
});

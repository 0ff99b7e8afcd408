import { idMark } from '../mapping/listed-rows';
import { listedPage, listStateOf } from './listed-page';

it('a page marks each row by its id and knows no length of the list', () => {
  const rows = ['9', '10'].map((id) => ({ key: id, mark: idMark(id) }));
  expect(listedPage('orders', [{ id: 9 }, { id: '10' }])).toEqual({ total: null, pages: null, rows });
  expect(idMark('10') > idMark('9')).toBe(true);
});

it.each([
  [[{ id: 9 }, { id: 10 }, { id: 2 }], idMark('10')],
  [[{ id: 9 }, null], idMark('9')],
  [[], ''],
])('the state of the list of ids %j has their number and the newest mark', (ids, newest) => {
  expect(listStateOf(ids)).toEqual({ total: ids.length, newest });
});

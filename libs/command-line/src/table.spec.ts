import { columns, shortened, tableLines } from './table';

describe('table', () => {
  it('aligns text left and numbers right', () => {
    const lines = tableLines([{ title: 'Shop' }, { title: 'Pages', right: true }], [['Nordlicht', '12'], null, ['All', '5']]);
    expect(lines).toEqual(['Shop       Pages', '────────────────', 'Nordlicht     12', '────────────────', 'All            5']);
  });

  it('counts two columns for wide characters and none for combining marks', () => {
    expect([columns('山田'), columns('Zoë'), columns('Zoe\u0308'), columns('🙏')]).toEqual([4, 3, 3, 2]);
  });

  it('cuts text that is too wide', () => {
    expect(shortened('Größe', 5)).toBe('Größe');
    expect(shortened('Größen', 5)).toBe('Größ…');
    expect(columns(shortened('山田山田', 5))).toBeLessThanOrEqual(5);
  });
});

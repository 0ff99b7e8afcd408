import fc from 'fast-check';
import { idChunks } from './id-chunks';

it('ids are split into lists of bounded length, each number once and nothing else', () => {
  const id = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String), fc.constantFrom('1', '2', '', 'x', '1|2', '-1', ' 3', '4.5'));
  fc.assert(
    fc.property(fc.array(id, { maxLength: 300 }), fc.integer({ min: 1, max: 120 }), (ids, maxIds) => {
      const chunks = idChunks(ids, maxIds);
      expect(chunks.flat()).toEqual([...new Set(ids.filter((text) => /^\d+$/.test(text)))]);
      for (const chunk of chunks) {
        expect(chunk.length).toBeGreaterThan(0);
        expect(chunk.length).toBeLessThanOrEqual(maxIds);
        expect(chunk.join().length).toBeLessThanOrEqual(1_000);
      }
    }),
  );
});

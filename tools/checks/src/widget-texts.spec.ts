import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = `
  import { evaluated } from './tools/build/evaluated.mjs';
  import { packedModule } from './tools/build/widget-texts.mjs';
  const path = process.argv[1];
  const packed = await import('data:text/javascript,' + encodeURIComponent(await packedModule(path)));
  process.stdout.write(JSON.stringify([packed, await evaluated(path)]));
`;

function pack(path: string) {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, path], { encoding: 'utf8' });
  return { stderr, modules: (stdout ? JSON.parse(stdout) : []) as Record<string, unknown>[] };
}

describe('the packed texts of the widgets', () => {
  it('are those of the module that they replace', () => {
    const { stderr, modules } = pack('apps/widgets/src/language/texts.ts');
    expect(stderr).toBe('');
    const [packed, source] = modules;
    const names = ['configTexts', 'connectorTexts', 'knownLabels', 'languages', 'rightToLeft', 'sharedTexts', 'webhooksTexts'];
    expect(Object.keys(source ?? {})).toEqual(names);
    expect(packed).toEqual(source);
  });

  it('may not have the character that separates them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'widget-texts-'));
    try {
      const path = join(folder, 'texts.ts');
      writeFileSync(path, "export const texts = { en: { save: 'Save', both: 'a|b' } };");
      expect(pack(path)).toEqual({ modules: [], stderr: expect.stringContaining('A text of the widgets has "|"') as string });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import { base } from './pages';

/** The colours of code as classes, because the policy refuses style attributes. */
export const codeColours = transformerStyleToClass({ classPrefix: 'code-' });

/** Moves the scripts of a page into files, and drops style attributes, which scripts set again. */
export function withoutInlineCode(html: string, outDir: string): string {
  return html
    .replaceAll(/<script id="[\w-]+">(.*?)<\/script>/gs, (_, code: string) => {
      const name = `assets/first-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      if (!existsSync(join(outDir, name))) writeFileSync(join(outDir, name), code);
      return `<script src="${base}${name}"></script>`;
    })
    .replaceAll(/(<[a-z][^>]*?) style="[^"]*"/g, '$1');
}

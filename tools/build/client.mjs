// Builds the npm package of the client: an ES module and a CommonJS one, each with the same types in one file.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { versioned } from './package-version.mjs';

const scripts = { 'index.js': 'esm', 'index.cjs': 'cjs' };

async function bundle(source, format) {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'src/index.ts')],
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
    // Readable in a stack trace: with its names.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    // esbuild must not read a tsconfig.json of a parent folder.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0].text;
}

/** A module's declarations without imports, and exported by nothing but the index: in one file, they see each other by name. */
function declarationsOf(text) {
  const { outputText } = ts.transpileDeclaration(text, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const file = ts.createSourceFile('declarations.ts', outputText, ts.ScriptTarget.ES2022);
  const kept = file.statements.filter((statement) => !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement));
  return kept.map((statement) => statement.getFullText(file).replace(/^((?:\s|\/\*[^]*?\*\/)*)export /, '$1')).join('');
}

async function declarations(folder) {
  const read = (file) => readFile(join(folder, file), 'utf8');
  const modules = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !/spec\.ts$/.test(file) && file !== 'index.ts').sort();
  const texts = await Promise.all(modules.map(async (file) => declarationsOf(await read(file))));
  const exported = (await read('index.ts')).replace(/ from '[^']+'/g, '');
  return `${texts.join('')}\n${exported}`;
}

/** Writes the files of the package. The same sources give the same bytes. */
export async function bundleClient(root, path) {
  const source = join(root, path);
  const outdir = join(root, 'dist', path, 'package');
  const types = await declarations(join(source, 'src'));
  const files = { 'index.d.ts': types, 'index.d.cts': types, 'README.md': await readFile(join(source, 'package/README.md'), 'utf8') };
  for (const [file, format] of Object.entries(scripts)) files[file] = await bundle(source, format);
  files['package.json'] = await versioned(root, join(source, 'package/package.json'));
  await mkdir(outdir, { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(outdir, file), content);
  return relative(root, outdir);
}

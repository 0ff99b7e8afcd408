import { execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** A program of a page in a folder of its own, from which packages of the workspace can be imported. */
export class DocumentedProgram {
  private readonly file: string;
  private readonly host = ts.createCompilerHost(options);

  constructor(private readonly folder: string) {
    this.file = join(folder, 'program.ts');
    const { host } = this;
    const read = host.getSourceFile.bind(host);
    // All files but the program stay the same, and there are megabytes of them.
    const known = new Map<string, ts.SourceFile | undefined>();
    host.getSourceFile = (name, ...rest) => {
      if (name === this.file) return read(name, ...rest);
      if (!known.has(name)) known.set(name, read(name, ...rest));
      return known.get(name);
    };
  }

  /** Makes a built package of the workspace importable, under its public name and with nothing but the files that are published. */
  install(name: string, built: string): void {
    cpSync(built, join(this.folder, 'node_modules', name), { recursive: true });
  }

  /** What the strict compiler says about this text. */
  complaints(text: string): string[] {
    writeFileSync(this.file, text);
    const program = ts.createProgram([this.file], options, this.host);
    const unreadable = program.getSyntacticDiagnostics();
    return (unreadable.length > 0 ? unreadable : ts.getPreEmitDiagnostics(program)).map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, ' '),
    );
  }

  /** Its output. */
  async run(text: string): Promise<string> {
    return execFileSync(process.execPath, [await this.bundle(text)], { encoding: 'utf8' });
  }

  /** Of a program that does not end by itself: its output up to what is awaited. Rejects when the program ends before. */
  async runUntil(text: string, isEnough: (output: string) => boolean): Promise<string> {
    const child = spawn(process.execPath, [await this.bundle(text)], { stdio: ['ignore', 'pipe', 'inherit'], timeout: 120_000 });
    let output = '';
    try {
      for await (const chunk of child.stdout) if (isEnough((output += String(chunk)))) return output;
    } finally {
      child.kill();
    }
    throw new Error(`It ended after: ${output}`);
  }

  /** Of a file that a command of the page has written. */
  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  private async bundle(text: string): Promise<string> {
    writeFileSync(this.file, text);
    const outfile = join(this.folder, 'program.mjs');
    await build({ entryPoints: [this.file], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
    return outfile;
  }
}

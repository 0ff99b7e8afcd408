import { CannotGenerate } from './cannot-generate';

/** A source file on its way to being changed. Every edit throws CannotGenerate when the place for it is not found once. */
export class SourceEdit {
  constructor(
    readonly path: string,
    readonly text: string,
  ) {}

  /** Adds an entry at the end of a list or object: `start` matches all up to its opening bracket, and it ends at the bracket that begins a line or statement. */
  appendTo(start: RegExp, bracket: ']' | '}', entry: string): SourceEdit {
    const matches = [...this.text.matchAll(new RegExp(start, 'g'))];
    const [match] = matches;
    if (!match || matches.length > 1) throw this.#notFound(String(start));
    const from = match.index + match[0].length;
    const length = this.text.slice(from).search(bracket === ']' ? /\s*\]( as const)?;/ : /\s*\};/);
    if (length === -1) throw this.#notFound(`the end of ${String(start)}`);
    const entries = this.text.slice(from, from + length);
    const comma = entries.trim() === '' || entries.trimEnd().endsWith(',') ? '' : ',';
    const separator = entries.includes('\n') ? '\n  ' : ' ';
    const tail = entries.includes('\n') ? ',' : '';
    return new SourceEdit(
      this.path,
      `${this.text.slice(0, from)}${entries}${comma}${separator}${entry}${tail}${this.text.slice(from + length)}`,
    );
  }

  /** Adds an import or export of a module among those from below `folder`, in the order of their addresses. */
  insertModule(statement: string, module: string, folder: string): SourceEdit {
    const neighbours = [...this.text.matchAll(/^(?:import|export) [^;]*? from '([^']+)';\n/gm)].filter(([, from]) =>
      from?.startsWith(folder),
    );
    const last = neighbours.at(-1);
    if (!last) throw this.#notFound(`an import or export from ${folder}`);
    const next = neighbours.find(([, from = '']) => from > module);
    const at = next ? next.index : last.index + last[0].length;
    return new SourceEdit(this.path, `${this.text.slice(0, at)}${statement}\n${this.text.slice(at)}`);
  }

  /** Puts another text in the place of the only one that matches. */
  replace(pattern: RegExp, by: string): SourceEdit {
    const [match, ...more] = this.text.matchAll(new RegExp(pattern, 'g'));
    if (!match || more.length > 0) throw this.#notFound(String(pattern));
    return new SourceEdit(this.path, this.text.slice(0, match.index) + by + this.text.slice(match.index + match[0].length));
  }

  #notFound(what: string): CannotGenerate {
    return new CannotGenerate(
      `${this.path} does not look as expected: ${what} is not there, or is there more than once. Nothing was written. Adapt tools/generators/src/platform/registrations.ts to the file.`,
    );
  }
}

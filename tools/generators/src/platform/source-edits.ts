import { CannotGenerate } from './cannot-generate';

/** A source file being edited. An edit throws CannotGenerate unless it finds exactly one place for itself. */
export class SourceEdit {
  constructor(
    readonly path: string,
    readonly text: string,
  ) {}

  /** Adds an entry at the end of an object. `start` matches up to its opening brace; the object ends its statement, apart from `as` and `satisfies`. */
  appendTo(start: RegExp, entry: string): SourceEdit {
    const [match, ...more] = [...this.text.matchAll(new RegExp(start, `g${start.flags}`))];
    if (!match || more.length > 0) throw this.#notFound(String(start));
    const from = match.index + match[0].length;
    const length = this.text.slice(from).search(/,?\s*\}(?: as const| satisfies [^;]*)?;/);
    if (length === -1) throw this.#notFound(`the end of ${String(start)}`);
    const [before, after] = [this.text.slice(0, from + length), this.text.slice(from + length).replace(/^,/, '')];
    return new SourceEdit(this.path, `${before},\n  ${entry},${after}`);
  }

  /** Adds an import or export of a module among those from below `folder`, sorted by module. */
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

  #notFound(what: string): CannotGenerate {
    return new CannotGenerate(
      `${this.path} does not look as expected: ${what} occurs not at all or more than once. Nothing was written. Adapt tools/generators/src/platform/registrations.ts to the file.`,
    );
  }
}

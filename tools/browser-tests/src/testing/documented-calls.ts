import { execFile } from 'node:child_process';

export interface Block {
  language: string;
  code: string;
  /** The text up to the next block. */
  after: string;
}

/** What a page says about a response: its status, and its members with what stands for their values. */
interface Promised {
  status: number;
  members: ReadonlyMap<string, string> | null;
  /** Whether it shows only some of the members. */
  hasMore: boolean;
}

export interface DocumentedCall {
  /** A command of the shell, with the placeholders of the page. */
  code: string;
  /** Comment beside or below the command; without one, the start of the text that follows. */
  says: string;
}

export interface Response {
  status: number;
  /** Of a response with a line for each record: a list of them. */
  body: unknown;
  /** What curl, or the shell, complains about. */
  errors: string;
}

export function blocksOf(markdown: string): Block[] {
  const found = [...markdown.matchAll(/^```(\w*)\n(.*?)^```\n(.*?)(?=^```|$(?![^]))/gms)];
  return found.map(([, language = '', code = '', after = '']) => ({ language, code, after: after.trim() }));
}

/** The calls of a block, in order. Several commands that need each other are one call. */
export function callsOf({ code, after }: Block): DocumentedCall[] {
  const calls: DocumentedCall[] = [];
  const lines = linesOf(code);
  for (const line of lines.every((line) => /^(curl|#) /.test(line)) ? lines : [lines.join('\n')]) {
    const [, command = '', comment = ''] = /^([^]*?)(?:(?:^|\s+)# (.*))?$/.exec(line) ?? [];
    const last = calls.at(-1);
    if (command === '' && last) last.says = comment;
    else calls.push({ code: command, says: comment });
  }
  const [only, ...others] = calls;
  if (only?.says === '' && others.length === 0) only.says = /^`(\d{3} \{.*?\})`/.exec(after)?.[1] ?? '';
  return calls;
}

/** As the shell reads them: the text in quotes may be of several lines. */
function linesOf(code: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of code.trim().replaceAll('\\\n', ' ').split('\n')) {
    if (isOpen) lines.push(`${lines.pop()}\n${line}`);
    else lines.push(line);
    if (line.replace(/(^|\s)# .*/, '').split("'").length % 2 === 0) isOpen = !isOpen;
  }
  return lines;
}

function promisedBy(says: string): Promised {
  const [, status = '200', shape] = /^(\d{3})?[^{]*(\{.*\})?/.exec(says) ?? [];
  const members =
    shape === undefined
      ? null
      : new Map(
          [...shape.matchAll(/"(\w+)"(?:: ?("[^"]*"|\[.*?\]|\{.*?\}|\w+))?(?=[,}])/g)].map(([, name = '', value = '']) => [name, value]),
        );
  return { status: Number(status), members, hasMore: shape?.endsWith(', …}') ?? false };
}

function isKept({ status, members, hasMore }: Promised, response: Response): boolean {
  if (response.errors !== '' || response.status !== status) return false;
  if (members === null) return true;
  const shown: unknown = Array.isArray(response.body) ? response.body[0] : response.body;
  const body = (shown ?? {}) as Record<string, unknown>;
  const isWhole = hasMore || Object.keys(body).length === members.size;
  return isWhole && [...members].every(([name, written]) => name in body && fits(body[name], written));
}

/** `"sca_…"` stands for a string that starts so, `[ … ]` for a list, `{ … }` for an object, a word for a value of its type, nothing for anything. */
function fits(value: unknown, written: string): boolean {
  if (written === '') return true;
  if (written.startsWith('[')) return Array.isArray(value);
  if (written.startsWith('{')) return typeof value === 'object' && value !== null;
  if (written.startsWith('"')) return typeof value === 'string' && value.startsWith(written.slice(1, -1).replace('…', ''));
  return written === 'null' ? value === null : typeof value === typeof JSON.parse(written);
}

export function filledIn(code: string, values: ReadonlyMap<string, string>): string {
  return [...values].reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), code);
}

/** Runs a command with the placeholders filled in, as a reader does. */
export function run(code: string, values: ReadonlyMap<string, string>): Promise<Response> {
  const filled = filledIn(code, values);
  // Without the settings of the machine's shell, which Bash reads when its input is a socket.
  const script = `curl() { command curl --max-time 20 -w '\\n%{http_code}' "$@"; }\n${filled}`;
  return new Promise((resolve) =>
    execFile('bash', ['--norc', '-uc', script], (error, stdout, stderr) => {
      const lines = stdout.split('\n');
      const status = Number(lines.pop());
      resolve({ status, body: parsed(lines.join('\n')), errors: stderr === '' && error ? error.message : stderr });
    }),
  );
}

function parsed(text: string): unknown {
  const lines = text.trim().split('\n');
  try {
    return text.endsWith('\n') ? lines.map((line) => JSON.parse(line) as unknown) : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The command without each of its words. `-sS` changes only what curl prints beside the response. */
export function withoutEachWord(code: string): string[] {
  const words = code.split(/(?<=\s)(?=\S)/);
  return words.flatMap((word, index) => (word.trim() === '-sS' ? [] : [words.filter((_, other) => other !== index).join('')]));
}

/** What happens around a call: at the shop, or in time. */
export interface CallStep {
  before?: () => Promise<unknown>;
  /** The word that this call could do without, unlike the calls of a reader. */
  spareWord?: string;
  /** While it runs. */
  meanwhile?: () => Promise<unknown>;
  /** What a reader does with the response. */
  after?: (response: Response) => unknown;
}

/** Expects that the call does what the page says, that it would not without any of its words, and that what the page says has no word too much. */
export async function expectCall(call: DocumentedCall, values: ReadonlyMap<string, string>, step: CallStep = {}): Promise<void> {
  const promised = promisedBy(call.says);
  await step.before?.();
  expect(call.code).toContain(' -sS ');
  const survivors: string[] = [];
  for (const changed of withoutEachWord(call.code)) if (isKept(promised, await run(changed, values))) survivors.push(changed);
  expect(survivors).toEqual(step.spareWord === undefined ? [] : [call.code.replace(step.spareWord, '')]);
  const [response] = await Promise.all([run(call.code, values), step.meanwhile?.()]);
  expect({ ...response, isKept: isKept(promised, response) }).toMatchObject({ errors: '', isKept: true });
  for (const word of call.says.match(/^\d{3}|"\w+"(?=[,:}])/g) ?? []) {
    const other = call.says.replace(word, word.startsWith('"') ? '"other"' : '299');
    expect([word, isKept(promisedBy(other), response)]).toEqual([word, false]);
  }
  await step.after?.(response);
}

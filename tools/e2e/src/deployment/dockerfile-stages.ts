import { execFile } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser, type Copy, type Instruction } from 'dockerfile-ast';

const run = promisify(execFile);

/** A stage as a folder that stands for the root of its file system, with the settings of a container. */
export interface Stage {
  root: string;
  workdir: string;
  environment: Record<string, string>;
  /** By instruction, for ENTRYPOINT and HEALTHCHECK: the words of their JSON form. */
  commands: Map<string, string[]>;
}

export interface Build {
  /** Files that COPY takes from outside. */
  context: string;
  /** For the folders of the stages. */
  folder: string;
  arguments: Readonly<Record<string, string>>;
  /** Stands in for a command that was executed before, as a layer of the cache would. By the command. */
  cached?: Readonly<Record<string, (workdir: string) => Promise<void>>>;
}

/**
 * Executes COPY and RUN of each stage of a Dockerfile in order, each stage in a bare folder instead of a container. Commands must use relative
 * paths. Returns the stages by name.
 */
export async function runStages(text: string, build: Build): Promise<Map<string, Stage>> {
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      const name = wordsOf(instruction).at(-1) ?? '';
      stage = { root: join(build.folder, name), workdir: '/', environment: {}, commands: new Map() };
      mkdirSync(stage.root, { recursive: true });
      stages.set(name, stage);
    } else if (stage) {
      const words = wordsOf(instruction).map((word) => expanded(word, stage?.environment ?? {}));
      await effects[keyword]?.({ instruction, words, stage, stages, build });
    }
  }
  return stages;
}

/** Where a path of the stage is on this machine. */
export function placeOf({ root, workdir }: Pick<Stage, 'root' | 'workdir'>, path = '.'): string {
  return path.startsWith('/') ? join(root, path) : join(root, workdir, path);
}

interface Context {
  instruction: Instruction;
  /** Its words, with variables filled in. */
  words: readonly string[];
  stage: Stage;
  stages: Map<string, Stage>;
  build: Build;
}

function keepCommand({ instruction, stage }: Context): void {
  const content = instruction.getArgumentsContent() ?? '';
  stage.commands.set(instruction.getKeyword(), JSON.parse(content.slice(content.indexOf('['))) as string[]);
}

/** The others, such as LABEL and USER, leave nothing in a folder. */
const effects: Readonly<Record<string, (context: Context) => void | Promise<void>>> = {
  WORKDIR: ({ words: [path = '/'], stage }) => {
    stage.workdir = path;
    mkdirSync(placeOf(stage), { recursive: true });
  },
  ARG: ({ words: [word = ''], stage, build }) => {
    const [name = '', fallback = ''] = word.split('=');
    stage.environment[name] = build.arguments[name] ?? fallback;
  },
  ENV: ({ words, stage }) => {
    for (const word of words) stage.environment[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
  },
  COPY: ({ instruction, words, stage, stages, build }) => {
    const from = (instruction as Copy).getFromFlag()?.getValue() ?? null;
    return copy(words, stage, from === null ? { root: build.context, workdir: '/' } : stages.get(from));
  },
  RUN: ({ words, stage, build }) => runCommand(words.join(' '), stage, build),
  ENTRYPOINT: keepCommand,
  HEALTHCHECK: keepCommand,
};

/** Words of all lines, without comments and continuations. */
function wordsOf(instruction: Instruction): string[] {
  return instruction.getArguments().map((argument) => argument.getValue());
}

function expanded(word: string, environment: Readonly<Record<string, string>>): string {
  return word.replace(/\$\{(\w+)\}/g, (_, name: string) => environment[name] ?? '');
}

/** Files are linked, because packages have many of them. Undefined: no stage has the name. */
async function copy(words: readonly string[], stage: Stage, source: Pick<Stage, 'root' | 'workdir'> | undefined): Promise<void> {
  if (!source) throw new Error('COPY --from names no stage.');
  const paths = [...words];
  const target = paths.pop() ?? '.';
  for (const path of paths) {
    const from = placeOf(source, path);
    const isFolder = statSync(from).isDirectory();
    const to = placeOf(stage, !isFolder && /(^\.|\/)$/.test(target) ? join(target, basename(path)) : target);
    mkdirSync(isFolder ? to : dirname(to), { recursive: true });
    await run('cp', ['-al', isFolder ? `${from}/.` : from, to]);
  }
}

async function runCommand(command: string, stage: Stage, { cached = {} }: Build): Promise<void> {
  const standIn = cached[command];
  if (standIn) return standIn(placeOf(stage));
  const { PATH = '', HOME = '' } = process.env;
  await run('sh', ['-euc', command], { cwd: placeOf(stage), env: { PATH, HOME, ...stage.environment }, maxBuffer: 2 ** 26 });
}

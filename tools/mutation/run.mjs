// `npm run mutation`, or `npm run mutation -- mappings-a records`: the parts one after another, then their scores.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const known = Object.keys(createRequire(import.meta.url)('./parts.js'));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !known.includes(part));

if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
  process.exit(2);
}

function scoreOf(report) {
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const mutants = killed + count('Survived', 'NoCoverage');
  return { mutants, killed, 'score in %': Math.round((1000 * killed) / mutants) / 10 };
}

const scores = {};
for (const part of wanted.length > 0 ? wanted : known) {
  console.log(`\nMutating ${part}.`);
  const report = `.data/mutation-${part}.json`;
  rmSync(report, { force: true });
  const started = performance.now();
  const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'tools/mutation/stryker.config.mjs'];
  const { status } = spawnSync(process.execPath, stryker, { stdio: 'inherit', env: { ...process.env, MUTATION_PART: part } });
  if (status !== 0) process.exitCode = 1;
  if (!existsSync(report)) break;
  scores[part] = { ...scoreOf(report), minutes: Math.round((performance.now() - started) / 6_000) / 10 };
}
console.table(scores);

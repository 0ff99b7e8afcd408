import { ProgressBar } from '@sync/embedded-services';

const tickMs = 1_000;

let bar: ProgressBar | null = null;

/** Prints a line about the progress to standard error, above the bar. */
export function sayProgress(text: string): void {
  if (bar) bar.line(text);
  else process.stderr.write(`${text}\n`);
}

interface Section {
  name: string;
  /** In one turn on two cores, for the time left. */
  usualSeconds: number;
}

/** Runs the sections one after another. In a terminal a bar shows how many there are and the time left. */
export async function inTurn<T extends Section>(sections: readonly T[], run: (section: T) => Promise<void>): Promise<void> {
  const total = sections.reduce((sum, { usualSeconds }) => sum + usualSeconds, 0);
  bar = new ProgressBar('Benchmark', total);
  let before = 0;
  try {
    for (const [index, section] of sections.entries()) {
      const { name, usualSeconds } = section;
      const startedAt = Date.now();
      sayProgress(name);
      const draw = () =>
        bar?.update(before + Math.min(usualSeconds, (Date.now() - startedAt) / 1_000), `${index + 1}/${sections.length} ${name}`);
      draw();
      const timer = setInterval(draw, tickMs);
      await run(section).finally(() => clearInterval(timer));
      before += usualSeconds;
    }
  } finally {
    bar.end();
    bar = null;
  }
}

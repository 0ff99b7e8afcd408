import { ProgressBar } from '@sync/embedded-services';

/** Seconds that each section takes on two cores in one turn, for the time left. */
const usualSeconds: Readonly<Record<string, number>> = {
  export: 110,
  feed: 20,
  requests: 60,
  widgets: 2,
  webhooks: 40,
  persist: 40,
  wall: 60,
  memory: 60,
  fairness: 60,
  'shop-load': 520,
  panel: 60,
  growth: 240,
  scale: 780,
  admin: 300,
};
const unknownSeconds = 120;
const tickMs = 1_000;

const secondsOfSection = (name: string) => usualSeconds[name] ?? unknownSeconds;

/** Sections of a plain run, which takes at most three minutes: what users wait for. */
export const usualSections: readonly string[] = ['export', 'feed', 'requests', 'widgets'];

export const durations = `Takes about 3 min: ${usualSections.join(', ')}. --all takes all of the list, about 7 min; --only names some.
One turn each; --turns 3 takes the medians of three, in three times the time.`;

let bar: ProgressBar | null = null;

/** Prints a line about the progress to standard error, above the bar. */
export function sayProgress(text: string): void {
  if (bar) bar.line(text);
  else process.stderr.write(`${text}\n`);
}

/** Runs the sections one after another. In a terminal a bar shows how many there are and the time left. */
export async function inTurn<T extends { name: string }>(sections: readonly T[], run: (section: T) => Promise<void>): Promise<void> {
  const total = sections.reduce((sum, { name }) => sum + secondsOfSection(name), 0);
  bar = new ProgressBar('Benchmark', total);
  let before = 0;
  try {
    for (const [index, section] of sections.entries()) {
      const seconds = secondsOfSection(section.name);
      const startedAt = Date.now();
      sayProgress(section.name);
      const draw = () =>
        bar?.update(before + Math.min(seconds, (Date.now() - startedAt) / 1_000), `${index + 1}/${sections.length} ${section.name}`);
      draw();
      const timer = setInterval(draw, tickMs);
      await run(section).finally(() => clearInterval(timer));
      before += seconds;
    }
  } finally {
    bar.end();
    bar = null;
  }
}

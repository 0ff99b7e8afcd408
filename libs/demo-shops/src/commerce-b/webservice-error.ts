/** One entry of the platform's `errors`, with the status that it brings about. */
export interface WebserviceError {
  status: number;
  code: number;
  message: string;
}

export function refusal(status: number, code: number, message: string): WebserviceError {
  return { status, code, message };
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The platform names the nearest of the known words; of equally near ones the last. */
export function didYouMean(label: string, word: string, known: readonly string[]): string {
  const nearest = known.reduce((best, candidate) => (distance(word, candidate) <= distance(word, best) ? candidate : best), known[0] ?? '');
  const all = known.length > 1 ? ` The full list is: "${known.join('", "')}"` : '';
  return `${label}. Did you mean: "${nearest}"?${all}`;
}

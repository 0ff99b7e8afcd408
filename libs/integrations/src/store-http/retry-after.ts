const maxSeconds = 3600;
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** The header in seconds, at most an hour: a shop cannot park an export for years. Undefined when absent or not readable. */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxSeconds);
  if (!httpDate.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(Math.ceil((at - now) / 1000), 0), maxSeconds);
}

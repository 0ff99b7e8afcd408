const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** The header in seconds, capped, by default at an hour so that a shop cannot park an export. Undefined if absent or unreadable. */
export function parseRetryAfter(header: string | null, now: number = Date.now(), maxSeconds = 3600): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxSeconds);
  if (!httpDate.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(Math.ceil((at - now) / 1000), 0), maxSeconds);
}

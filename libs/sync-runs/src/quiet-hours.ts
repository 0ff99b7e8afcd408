/** A part of each day, by the shop's clock. May pass midnight. */
export interface QuietHours {
  /** Minutes since midnight. */
  from: number;
  /** Less than a day. */
  minutes: number;
}

const dayMinutes = 24 * 60;
const pattern = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** Of `09:00-21:30`. Throws if the text is no such span, or an empty one. */
export function quietHoursOf(text: string): QuietHours {
  const [, ...parts] = pattern.exec(text.trim()) ?? [];
  if (parts.length === 0) throw new Error('It must be a span of the day, for example 09:00-21:00.');
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  const from = fromHour * 60 + fromMinute;
  const minutes = (toHour * 60 + toMinute - from + dayMinutes) % dayMinutes;
  if (minutes === 0) throw new Error('It must end at another time than it begins.');
  return { from, minutes };
}

/**
 * SQL of the earliest instant from `at` on that is outside the quiet hours. `offset`: minutes of the shop's clock east of UTC. `at` itself
 * where hours or offset are null.
 */
export function outsideQuietHours(at: string, offset: string, { from, minutes }: Record<keyof QuietHours, string>): string {
  const minuteOfDay = `mod((extract(epoch from ${at}) / 60)::bigint + ${offset} - ${from} + ${2 * dayMinutes}, ${dayMinutes})`;
  return `case when ${minuteOfDay} < ${minutes} then date_trunc('minute', ${at}) + make_interval(mins => (${minutes} - ${minuteOfDay})::integer) else ${at} end`;
}

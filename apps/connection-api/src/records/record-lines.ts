/** The media type of a response with a line for each record. */
export const lines = 'application/x-ndjson';

/** Whether the `Accept` header of a request asks for lines, and not for JSON rather than lines. */
export function wantsLines(accept = ''): boolean {
  const weights = new Map(accept.split(',').map(weightOf));
  const ofLines = weights.get(lines) ?? 0;
  return ofLines > 0 && ofLines >= (weights.get('application/json') ?? 0);
}

function weightOf(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight)];
}

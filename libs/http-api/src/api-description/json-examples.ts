/** For the options of a Nest decorator: one written example. */
export function written(value: object, summary = 'An example') {
  return { examples: { example: { summary, value } } };
}

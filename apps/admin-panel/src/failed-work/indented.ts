const tokens = /\{\s*\}|\[\s*\]|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/** Strangers choose the text: neither its length nor its depth may slow the page down. */
const maxLength = 200_000;
const maxDepth = 40;

/** JSON on several lines, each value as it was written, so that no long number is rounded. Long text, and text that is no JSON, as it is. */
export function indented(text: string): string {
  if (text.length > maxLength || !isJson(text)) return text;
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.min(depth, maxDepth))}`;
  const parts = (text.match(tokens) ?? []).map((token) => {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if ('{[,'.includes(token)) return token + line();
    if ('}]'.includes(token)) return line() + token;
    return token === ':' ? ': ' : token;
  });
  forgetLastMatch();
  return parts.join('');
}

/** The browser keeps the text of its last match, as `RegExp.input`, and this one may be personal data. */
function forgetLastMatch(): void {
  /-/.test('-');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

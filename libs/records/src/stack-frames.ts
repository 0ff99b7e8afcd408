const frame = /^\s+at .*(:\d+:\d+|<anonymous>|native)\)?$/;

/** The frames of a stack, innermost first. The message is left out: it may hold secrets, and it can span lines that look like frames. */
export function stackFrames({ message, stack = '' }: Error): string[] {
  const afterMessage = message !== '' && stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  return afterMessage.split('\n').filter((line) => frame.test(line));
}

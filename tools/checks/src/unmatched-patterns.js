const { execFileSync } = require('node:child_process');

/** `a/{b,c}` as `a/b` and `a/c`. Braces must not be nested. */
function expanded(pattern) {
  const [braces, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').flatMap((word) => expanded(pattern.replace(braces, word)));
}

/** The pattern once for each word in its braces, with only that word in its place. */
function parts(pattern) {
  const all = [...pattern.matchAll(/\{([^{}]*)\}/g)];
  const words = all.flatMap(({ 0: braces, 1: list, index }) =>
    list.split(',').map((word) => pattern.slice(0, index) + word + pattern.slice(index + braces.length)),
  );
  return words.length === 0 ? [pattern] : words;
}

function hasFile(root, pattern) {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...expanded(pattern).map((path) => `:(glob)${path}`)];
  // Git warns of folders that do not exist.
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) !== '';
}

/** Patterns, or words in their braces, that match no file of the repository. A leading `!` changes nothing. */
exports.unmatchedPatterns = (root, patterns) =>
  patterns.flatMap((pattern) => parts(pattern.replace(/^!/, ''))).filter((part) => !hasFile(root, part));

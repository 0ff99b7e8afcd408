import ts from 'typescript';

export interface DeclaredTest {
  /** As it stands in the source, without quotes. */
  title: string;
  /** With the titles of the groups around it. */
  fullName: string;
}

/** `it` of `it.each(…)('title', …)` and of `it.each<T>`…``('title', …)`. */
function calledName(callee: ts.Expression): string {
  if (ts.isCallExpression(callee)) return calledName(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calledName(callee.tag);
  if (ts.isPropertyAccessExpression(callee)) return calledName(callee.expression);
  return ts.isIdentifier(callee) ? callee.text : '';
}

function titleOf(argument: ts.Expression | undefined): string | null {
  if (argument && ts.isStringLiteralLike(argument)) return argument.text;
  return argument && ts.isTemplateExpression(argument) ? argument.getText().slice(1, -1) : null;
}

/** The tests of a suite that have a literal title, in order. */
export function declaredTests(source: string): DeclaredTest[] {
  const tests: DeclaredTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const title = ts.isCallExpression(node) && node.arguments.length > 1 ? titleOf(node.arguments[0]) : null;
    const name = title === null ? '' : calledName((node as ts.CallExpression).expression);
    if (title !== null && ['it', 'test'].includes(name)) tests.push({ title, fullName: [...groups, title].join(' ') });
    const inside = title !== null && name === 'describe' ? [...groups, title] : groups;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(ts.createSourceFile('suite.ts', source, ts.ScriptTarget.Latest, true), []);
  return tests;
}

const notRun = /\b(?:(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo|failing)\b|(?:[xf](?:it|describe)|xtest)(?:\(|\.each\b))/g;

/** Calls that keep tests of a suite from running, or let a failing one pass. */
export function testsNotRun(source: string): string[] {
  return source.match(notRun) ?? [];
}

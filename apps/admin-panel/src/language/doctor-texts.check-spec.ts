import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNewExpression,
  isParenthesizedExpression,
  isReturnStatement,
  isStringLiteralLike,
  isTemplateExpression,
  isVariableDeclaration,
  ScriptTarget,
  SyntaxKind,
  type Node,
} from 'typescript';
import { saidIn } from './service-texts';

const root = join(__dirname, '../../../../libs/integrations/src');
/** The doctor, and the refusals of shops that it repeats. */
const places = /^(.+\/doctor|shop-doctor)\/|\/refusal\.ts$|^store-http\/store-reply\.ts$/;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => places.test(path) && /(?<!spec)\.ts$/.test(path));

/** Stands for a value that only a shop gives. */
const sample = '7';
const english = /\b(the|and|or|with|instead|is|are|not)\b/i;

/** What names of a file stand for: constants, and functions by what they return. */
type Names = ReadonlyMap<string, Node>;

const sources = files.map((path) => createSourceFile(path, readFileSync(join(root, path), 'utf8'), ScriptTarget.Latest, true));
const everywhere = new Map(sources.flatMap((source) => [...namesIn(source)]));

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  const children: Node[] = [];
  forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesIn(child);
}

function namesIn(source: Node): Names {
  const named = [...nodesIn(source)].flatMap((node): [string, Node][] => {
    if (isFunctionDeclaration(node) && node.name) return [[node.name.text, node]];
    return isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer ? [[node.name.text, node.initializer]] : [];
  });
  return new Map(named);
}

/** Every text that an expression may become. */
function textsOf(node: Node, names: Names): string[] {
  const inside = (one: Node) => textsOf(one, names);
  if (isStringLiteralLike(node)) return [node.text];
  if (isParenthesizedExpression(node)) return inside(node.expression);
  if (isConditionalExpression(node)) return [...inside(node.whenTrue), ...inside(node.whenFalse)];
  // An empty text after ?? stands for no value.
  if (isBinaryExpression(node)) return [...inside(node.left), ...inside(node.right).filter((text) => text !== '')];
  if (isTemplateExpression(node))
    return node.templateSpans.reduce(
      (begun, { expression, literal }) => begun.flatMap((text) => inside(expression).map((value) => text + value + literal.text)),
      [node.head.text],
    );
  if (isCallExpression(node)) return isIdentifier(node.expression) ? inside(node.expression) : [sample];
  if (isIdentifier(node)) {
    const meant = names.get(node.text) ?? everywhere.get(node.text);
    return meant ? inside(meant) : [sample];
  }
  if (isFunctionDeclaration(node))
    return [...nodesIn(node)].flatMap((one) => (isReturnStatement(one) && one.expression ? inside(one.expression) : []));
  if (isArrowFunction(node) && !isBlock(node.body)) return inside(node.body);
  return node.kind === SyntaxKind.NullKeyword ? [] : [sample];
}

/** The sentences of a file, and the titles of its checks. */
function saidBy(source: Node): string[] {
  const names = namesIn(source);
  return [...nodesIn(source)].flatMap((node) => {
    const { parent } = node;
    if (!(isStringLiteralLike(node) || isTemplateExpression(node)) || (isNewExpression(parent) && parent.expression.getText() === 'Error'))
      return [];
    const isTitle = isCallExpression(parent) && parent.expression.getText() === 'check' && parent.arguments[1] === node;
    return textsOf(node, names).filter((text) => isTitle || /^[A-Z].*\.$/.test(text));
  });
}

describe('what the shop doctor says', () => {
  it('is German in the German panel', () => {
    const texts = [...new Set(sources.flatMap(saidBy))];
    expect(texts.length).toBeGreaterThan(250);
    const untranslated = texts.filter((text) => english.test(saidIn('de', text) ?? 'not'));
    expect(untranslated).toEqual([]);
  });
});

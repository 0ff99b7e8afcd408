const ts = require('typescript');

function declarationOf(name, checker) {
  const symbol = checker.getSymbolAtLocation(name);
  return (symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations?.[0];
}

/** The declaration that a part of a type refers to: `Role` to `(typeof roles)[number]`, that to the array, `Run['status']` to the member. */
function referenceOf(node, checker) {
  if (ts.isTypeReferenceNode(node)) return declarationOf(node.typeName, checker);
  if (ts.isTypeQueryNode(node)) return declarationOf(node.exprName, checker);
  if (ts.isIdentifier(node) && (ts.isArrayLiteralExpression(node.parent) || ts.isSpreadElement(node.parent)))
    return declarationOf(node, checker);
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return undefined;
  return checker.getTypeFromTypeNode(node.objectType).getProperty(node.indexType.literal.text)?.valueDeclaration?.type;
}

function eachPart(node, checker, visit, seen = new Set()) {
  if (node === undefined || seen.has(node)) return;
  seen.add(node);
  visit(node);
  const reference = referenceOf(node, checker);
  if (reference && !ts.isClassLike(reference)) eachPart(reference, checker, visit, seen);
  ts.forEachChild(node, (child) => eachPart(child, checker, visit, seen));
}

/** The `@schema` of a type such as `Uuid`: the text of an object literal. */
function schemaOf(type, checker) {
  let schema = '{}';
  eachPart(type, checker, (node) => {
    const tag = ts.isTypeAliasDeclaration(node) && ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'schema');
    if (tag) schema = ts.getTextOfJSDocComment(tag.comment);
  });
  return schema;
}

/** The texts in a type, in the order in which the source has them. The compiler's order depends on the files that it has read before. */
function textsOf(type, checker) {
  const texts = [];
  eachPart(type, checker, (node) => {
    if (ts.isStringLiteral(node)) texts.push(node.text);
    if (ts.isPropertyAssignment(node) || ts.isPropertySignature(node)) texts.push(node.name.text);
  });
  return texts;
}

/** The members of the literal, each once: the plugin finds the values of `@IsIn` a second time in the type. */
function inDeclaredOrder(literal, type, checker) {
  const properties = new Map(literal.properties.map((property) => [property.name.text, property]));
  const values = properties.get('enum')?.initializer;
  if (values && ts.isArrayLiteralExpression(values)) {
    const texts = textsOf(type, checker);
    const sorted = [...values.elements].sort((a, b) => texts.indexOf(a.text) - texts.indexOf(b.text));
    properties.set('enum', ts.factory.createPropertyAssignment('enum', ts.factory.createArrayLiteralExpression(sorted)));
  }
  return ts.factory.createObjectLiteralExpression([...properties.values()]);
}

module.exports = { inDeclaredOrder, schemaOf };

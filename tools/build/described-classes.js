const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { before } = require('@nestjs/swagger/plugin');
const ts = require('typescript');
const { inDeclaredOrder, schemaOf } = require('./described-types.js');

const root = join(__dirname, '../..');
const places = ['apps/admin-api/src', 'apps/connection-api/src', 'libs/http-api/src'].map((place) => join(root, place));
const [dtoFileNameSuffix, controllerFileNameSuffix] = [['-input.ts', '-representation.ts'], ['.controller.ts']];
const plugin = { dtoFileNameSuffix, controllerFileNameSuffix, introspectComments: true, esmCompatible: true };
const printer = ts.createPrinter({ removeComments: true });

function isDescribed(path) {
  return (
    places.some((place) => path.startsWith(place)) &&
    [...dtoFileNameSuffix, ...controllerFileNameSuffix].some((suffix) => path.endsWith(suffix))
  );
}

/** Knows the types of the workspace. Packages stay unread: no described type comes from one, and reading them takes seconds. */
function createProgram() {
  const files = places.flatMap((place) => readdirSync(place, { recursive: true }).map((name) => join(place, name)));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  const settings = { ...options, types: [] };
  const host = ts.createCompilerHost(settings);
  const resolved = ts.createModuleResolutionCache(root, (name) => name, settings);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      /^(\.|@sync\/)/.test(text) ? ts.resolveModuleName(text, from, settings, host, resolved) : { resolvedModule: undefined },
    );
  return ts.createProgram(files.filter(isDescribed).sort(), settings, host);
}

let known;
function programWith(path, source) {
  // Tests that watch their files see other ones while the process lives.
  if (known?.getSourceFile(path)?.text !== source) known = createProgram();
  return known;
}

/** One line, so that the lines of the file keep their numbers. A line break within a paragraph of a comment becomes a space. */
function print(node, file) {
  const text = printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/\n\s*/g, ' ');
  return text.replace(/(?<!\\|\\n)\\n(?!\\n|- )/g, ' ');
}

/** Behind the decorators of a member. */
const placeAt = (member, file) => ts.getDecorators(member)?.at(-1)?.end ?? member.getStart(file);

/**
 * The plugin adds decorators to the methods of a controller: of the operation, from its comment, and of its response, from its type. The
 * response counts only where the comment says what it is (`@returns`).
 */
function operationDecorators(declaration, file) {
  return declaration.members.filter(ts.isMethodDeclaration).flatMap((method) => {
    const original = ts.getOriginalNode(method);
    const returns = ts.getTextOfJSDocComment(ts.getJSDocReturnTag(original)?.comment)?.replace(/\s+/g, ' ');
    const added = (ts.getDecorators(method) ?? []).filter(({ pos }) => pos < 0).map((decorator) => print(decorator, file));
    const wanted = added.filter((text) => returns !== undefined || !text.startsWith('@openapi.ApiResponse('));
    const texts = wanted.map((text) =>
      text.replace('@openapi.ApiResponse({', (start) => `${start} description: ${JSON.stringify(returns)},`),
    );
    return texts.map((text) => ({ at: placeAt(original, file), text: ` ${text} ` }));
  });
}

/** The plugin adds a static method to a class, which returns what it found out: an object literal for each member. */
function memberDecorators(declaration, file, checker) {
  const found = declaration.members.find((member) => member.name?.text === '_OPENAPI_METADATA_FACTORY').body.statements[0].expression;
  const { members, name } = ts.getOriginalNode(declaration);
  const decorators = found.properties.map((property) => {
    const member = members.find((one) => one.name?.getText() === property.name.text);
    const derived = print(inDeclaredOrder(property.initializer, member.type, checker), file);
    return { at: placeAt(member, file), text: ` @openapi.ApiProperty({ ...${derived}, ...${schemaOf(member.type, checker)} }) ` };
  });
  // The bundler may rename the class, but its schema keeps the name.
  return [{ at: members.pos, text: ` static { Object.defineProperty(this, 'name', { value: '${name.text}' }); } ` }, ...decorators];
}

/**
 * The source of a controller or of a file of inputs or representations, with the decorators that the compiler plugin of @nestjs/swagger
 * derives from types, class-validator rules and doc comments. They stand behind those of the source, which therefore have precedence.
 * Other files stay as they are.
 */
function withDescriptions(path, source = readFileSync(path, 'utf8')) {
  if (!isDescribed(path)) return source;
  const program = programWith(path, source);
  const file = program.getSourceFile(path);
  const [{ statements }] = ts.transform(file, [before(plugin, program)]).transformed;
  const classes = statements.filter((statement) => ts.isClassDeclaration(statement));
  const isController = controllerFileNameSuffix.some((suffix) => path.endsWith(suffix));
  const decoratorsOf = isController ? operationDecorators : memberDecorators;
  const decorators = classes.flatMap((declaration) => decoratorsOf(declaration, file, program.getTypeChecker()));
  const imports = statements.filter((statement) => statement.pos < 0 && ts.isImportDeclaration(statement));
  // The plugin writes imports of files for Node; bundler and Jest find them without an extension.
  const head = imports.map((statement) => print(statement, file).replace(/(\/[^"]*)\.js"/, '$1"')).join(' ');
  const lastFirst = decorators.sort((a, b) => b.at - a.at);
  return `${head} ${lastFirst.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source)}`;
}

module.exports = { withDescriptions };

/** The one compiler setting, shared by the tests and the bundles, so that both run the same code. */
module.exports = {
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  sourceMaps: true,
};

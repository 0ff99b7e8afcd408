/** ESLint sees one file at a time. This sees the whole graph, type-only imports included. */
module.exports = {
  forbidden: [{ name: 'no-import-cycles', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: '^dist',
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};

/** A script for browsers is text for the service that sends it, as in the bundles. */
exports.process = (source) => ({ code: `exports.__esModule = true; exports.default = ${JSON.stringify(source)};` });

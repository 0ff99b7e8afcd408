const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** The one compiler setting (.swcrc), shared by the tests and the bundles, so that both run the same code. */
const { $schema, ...options } = JSON.parse(readFileSync(join(__dirname, '../../.swcrc'), 'utf8'));
module.exports = { ...options, swcrc: false };

/** `npm test`. `npx jest --selectProjects unit` needs neither Postgres nor a build. */
module.exports = require('./tools/jest/tiers.js').firstTier;

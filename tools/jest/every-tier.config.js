/** `npm run test:all`. */
module.exports = require('./tiers.js').everyTier;

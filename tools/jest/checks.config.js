/** `nx checks workspace`, which `npm run lint` runs. */
module.exports = require('./tiers.js').checks;

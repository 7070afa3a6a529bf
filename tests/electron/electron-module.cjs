// Electron answers only to `require`, and vitest loads what it does not transform by `import`. So
// the tests' imports of `electron` come here.
module.exports = require('electron');

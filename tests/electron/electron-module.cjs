// Electron is available only through `require`, but vitest loads external modules with `import`.
// The tests' imports of `electron` resolve to this file.
module.exports = require('electron');

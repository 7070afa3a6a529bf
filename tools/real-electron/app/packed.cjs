// The main script of a Platen that is packed with this Electron, for tests.
const path = require('node:path');
require('./newer-api.cjs');
require(path.resolve(__dirname, '../../../dist/main/index.cjs'));

import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import prettier from 'eslint-config-prettier';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const main = './electron/main';

/** The folders that all entry points use. */
const core = [
  ...['jobs', 'engine', 'outbox', 's3', 'sftp', 'webdav', 'uploads', 'webhooks', 'remote'],
  ...['files', 'network', 'util'],
];

/**
 * Which folders of the main process each may import: the table in docs/architecture.md.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const dependencies = {
  util: [],
  network: ['util'],
  engine: ['network', 'util'],
  files: ['network', 'util'],
  uploads: ['network', 'util'],
  s3: ['uploads', 'files', 'network', 'util'],
  sftp: ['uploads', 'network', 'util'],
  webdav: ['uploads', 'network', 'util'],
  webhooks: ['network', 'util'],
  outbox: ['s3', 'sftp', 'webdav', 'uploads', 'webhooks', 'files', 'network', 'util'],
  remote: ['engine', 's3', 'network', 'util'],
  jobs: ['engine', 'outbox', 'remote', 's3', 'uploads', 'files', 'network', 'util'],
  settings: ['outbox', 'remote', 's3', 'files', 'network', 'util'],
  service: ['jobs', 'engine', 'outbox', 's3', 'webhooks', 'files', 'network', 'util'],
  cli: ['service', ...core],
  window: ['service', 'settings', ...core],
  app: ['window', 'cli', 'service', 'settings', ...core],
};

/** The folders of the window's page: each imports only those before it. */
const pageFolders = [
  'bridge',
  'i18n',
  'ui',
  'settings',
  'document/draft',
  'document/viewer',
  'document/preview',
  'document/compare',
  'queue',
  'presets',
  'history',
  'document/form',
  'document/view',
  'settings/dialog',
  'commands',
];
/** @param {string} folder */
const filesOf = (folder) => `./renderer/${folder}/*.*`;

/** Who may import whom: docs/architecture.md explains each line. */
const zones = [
  { target: './electron', from: ['./renderer', './tools', './tests'] },
  { target: './electron/shared', from: [main, './electron/preload'] },
  { target: './electron/preload', from: [main] },
  { target: './renderer', from: [main, './electron/preload', './tools', './tests'] },
  ...Object.entries(dependencies)
    .filter(([folder]) => folder !== 'app')
    .map(([folder, allowed]) => ({
      target: `${main}/${folder}`,
      from: Object.keys(dependencies)
        .filter((each) => each !== folder && !allowed.includes(each))
        .map((each) => `${main}/${each}`),
    })),
  ...pageFolders.slice(1).map((folder, index) => ({
    target: pageFolders.slice(0, index + 1).map(filesOf),
    from: filesOf(folder),
  })),
  {
    target: [`${main}/service/tasks`, `${main}/service/store`],
    from: [`${main}/service/http`, `${main}/service/openapi`],
  },
  {
    target: ['./tools/electron-on-chromium', './tools/launch'],
    from: ['./electron', './renderer', './tests'],
  },
];

/**
 * The only places in the main process that know Electron: the window, the page that prints, and the
 * start.
 */
const electronUsers = [
  'electron/main/app/**',
  'electron/main/window/**',
  'electron/main/engine/page/memory-watch.ts',
  'electron/main/engine/page/pooled-window.ts',
  'electron/main/engine/page/cross-site-frames.ts',
  'electron/main/engine/page/page-session.ts',
  'electron/preload/**',
  'tools/electron-on-chromium/**',
  'tests/**',
];

const shownAttribute =
  'JSXAttribute[name.name=/^(aria-label|title|label|placeholder|description)$/]';

/** Where a component would show a literal text instead of one of the catalog. */
const textsInCode = [
  'JSXText[value=/[A-Za-z]/]',
  'JSXAttribute[name.name="help"] > Literal[value=/ /]',
  `${shownAttribute} > Literal[value=/[A-Za-z]/]`,
  `${shownAttribute} > JSXExpressionContainer > Literal[value=/[A-Za-z]/]`,
  `${shownAttribute} > JSXExpressionContainer > ConditionalExpression > Literal[value=/[A-Za-z]/]`,
  `${shownAttribute} > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=/[A-Za-z]/]`,
];

/** English sentences: `Couldn't read …`, or what ends like `… is not known.` */
const sentence = "/^[A-Z][a-z']+,? [a-z]+([ .,:…]|$)|[a-z]{2} [a-z]{2,}( [^<>={};\\n]*)?\\.$/";

/** Log lines and programming errors stay English; users don't see them. */
const unlessLogged = [
  'NewExpression[callee.name=/(Error|Exception)$/] *',
  'CallExpression[callee.type="Super"] *',
  'CallExpression[callee.name=/^(log|warn)$/] *',
  'CallExpression[callee.property.name=/^(#?log\\w*|warn|info|onQuit|beforeExit)$/] *',
]
  .map((selector) => `:not(${selector})`)
  .join('');

/** Where code would create a text for users instead of a message of the catalog. */
const sentencesInCode = [
  `Literal[value=${sentence}]${unlessLogged}`,
  `TemplateElement[value.raw=${sentence}]${unlessLogged}`,
  'CallExpression[callee.name=/^(message|t|literal|textOf|sentences)$/] Literal[value=/[a-z]{2} [a-z]{2}/]',
  'CallExpression[callee.name=/^(message|t|literal|textOf|sentences)$/] TemplateElement[value.raw=/[a-z]{2} [a-z]{2}/]',
  // Plurals belong in the text: {count, plural, one {# file} other {# files}}.
  'ConditionalExpression[test.operator=/^[!=]==$/][test.right.value=1] > Literal[value=/^[a-z]*$/]',
  'ConditionalExpression[test.operator=/^[!=]==$/][test.right.value=1] > TemplateLiteral',
];

/** @param {readonly string[]} selectors */
function restricted(selectors) {
  return selectors.map((selector) => ({
    selector,
    message:
      'A text that users see belongs in the catalog, electron/shared/messages/locales/en.json.',
  }));
}

export default defineConfig(
  {
    ignores: [
      'dist/',
      'release/',
      'node_modules/',
      'examples/',
      'test-results/',
      'playwright-report/',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver': { typescript: true, node: true } },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-assertions': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['electron/**'],
    ignores: electronUsers,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'electron',
              allowTypeImports: true,
              message: 'Only window/, the page that prints and index.ts know Electron.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['electron/shared/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!\\.|zod$|css-tree$|css-tree/parser$|intl-messageformat$)',
              message:
                'electron/shared imports zod, css-tree, intl-messageformat and its own files only.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: ['renderer/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...restricted([...textsInCode, ...sentencesInCode])],
    },
  },
  {
    files: ['electron/**/*.ts', 'renderer/**/*.ts'],
    ignores: [
      // English: help of metrics and of commands, and the API's documentation.
      'electron/main/service/monitoring/monitoring.ts',
      'electron/main/service/openapi/*.ts',
      'electron/main/cli/{convert,serve}/options.ts',
      'electron/main/cli/{bucket,keys,outbox}/arguments.ts',
      'electron/main/cli/{command-line,database-option}.ts',
      'electron/main/cli/completion/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...restricted(sentencesInCode)] },
  },
  {
    files: ['renderer/**'],
    ignores: ['renderer/bridge/bridge.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'window',
          property: 'platen',
          message: 'Only renderer/bridge/bridge.ts touches the bridge.',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    rules: {
      // The compiler knows the globals of a file better than a list does.
      'no-undef': 'off',
      // Lint cannot see a cast in a comment, which is how these files name the type of what they
      // read. The compiler can.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  prettier,
  {
    rules: {
      // Prettier formats code alone; a type in a comment cannot be broken everywhere.
      'max-len': [
        'error',
        {
          code: Number.MAX_SAFE_INTEGER,
          comments: 100,
          ignorePattern: '@type|@param \\{|eslint-disable',
          ignoreUrls: true,
        },
      ],
    },
  },
);

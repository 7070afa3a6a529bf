import { RuleConfigSeverity } from '@commitlint/types';

const error = RuleConfigSeverity.Error;
const notImperative =
  /^(?!embed|feed|speed|bring)(\w+ed|\w+ing|adds|fixes|removes|makes|uses|updates|changes|the|an?)\b/i;

/**
 * Commit subjects, checked by `npm run lint`: imperative, at most 72 characters, no full stop.
 * @type {import('@commitlint/types').UserConfig}
 */
export default {
  // Conventional types ("fix: …") are not used here: a subject is one plain sentence.
  parserPreset: { parserOpts: { headerPattern: /^(.*)$/, headerCorrespondence: ['subject'] } },
  plugins: [
    {
      rules: {
        'subject-imperative': ({ subject }) => [
          !notImperative.test(subject ?? ''),
          'the subject starts with a verb in the imperative, such as "Add" or "Fix"',
        ],
      },
    },
  ],
  rules: {
    'header-max-length': [error, 'always', 72],
    'subject-empty': [error, 'never'],
    'subject-full-stop': [error, 'never', '.'],
    'subject-case': [error, 'always', 'sentence-case'],
    'subject-imperative': [error, 'always'],
    'body-leading-blank': [error, 'always'],
  },
};

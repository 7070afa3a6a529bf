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
    'header-max-length': [2, 'always', 72],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'subject-case': [2, 'always', 'sentence-case'],
    'subject-imperative': [2, 'always'],
    'body-leading-blank': [2, 'always'],
  },
};

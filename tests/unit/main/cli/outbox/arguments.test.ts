import { expect, it } from 'vitest';
import { helpText } from '../../../../../electron/main/cli/help.js';
import {
  outboxPage,
  parseOutboxArguments,
} from '../../../../../electron/main/cli/outbox/arguments.js';
import { errorData } from '../../../../../electron/shared/messages/errors.js';
import { issuesInEnglish } from '../../../../support/error-message.js';

it.each([
  [['list'], { verb: 'list', ids: [], json: false }],
  [['list', '--json'], { verb: 'list', json: true }],
  [['resend'], { verb: 'resend', ids: [] }],
  [['resend', 'a', '--existing', 'skip', 'b'], { ids: ['a', 'b'], existing: 'skip' }],
  [['clean', '--all'], { verb: 'clean', ids: [] }],
  [['clean', 'a'], { verb: 'clean', ids: ['a'] }],
  [['clean', '--help'], { verb: 'help' }],
])('parses %j', (args, expected) => {
  expect(parseOutboxArguments(args)).toMatchObject(expected);
});

it.each([
  [[], 'No command.'],
  [['send'], 'Unknown command "send".'],
  [['list', 'a'], 'list accepts no ids.'],
  [['clean'], 'Name the ids'],
  [['clean', 'a', '--all'], 'Name the ids'],
  [['list', '--existing', 'skip'], '--existing is only for resend.'],
  [['resend', '--all'], '--all is only for clean.'],
  [['resend', '--existing', 'never'], 'never'],
  [['resend', '--existing', 'skp'], 'Did you mean skip?'],
  [['list', '--nonsense'], '--nonsense'],
])('refuses %j', (args, text) => {
  expect(issuesOf(args).join('\n')).toContain(text);
});

it('explains every command', () => {
  expect(helpText(outboxPage())).toMatch(
    /outbox list[^]*outbox resend[^]*outbox clean[^]*--existing POLICY/,
  );
});

function issuesOf(args: readonly string[]): readonly string[] {
  try {
    parseOutboxArguments(args);
  } catch (error) {
    return issuesInEnglish(errorData(error).fields).map((issue) => issue.message);
  }
  throw new Error('It was accepted.');
}

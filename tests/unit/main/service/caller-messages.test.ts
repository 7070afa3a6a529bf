import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { type Message, message } from '../../../../electron/shared/messages/message.js';
import { requestOptionNames } from '../../../../electron/shared/request/own-options.js';
import { wireFields, wireVocabulary } from '../../../../electron/shared/request/wire.js';
import { type TestService, basic, openTestService, postJson } from './support/open-service.js';

let service: TestService;
afterEach(async () => service.end());

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

async function errorFor(body: object): Promise<ErrorBody['error']> {
  const answer = await postJson(`${service.address}/v1/pdf`, body, basic(service.key));
  const { error } = (await answer.json()) as ErrorBody;
  return error;
}

const cause = '--no-sandbox';
const option = '--allow-no-sandbox';
const memory = { reason: message('page.outOfMemory', { gigabytes: 2 }) };

it.each<[string, AppError['code'], Message, RegExp]>([
  ['sandbox', 'sandbox-off', message('engine.sandboxOff', { cause, option }), /start it with/],
  [
    'sandbox on Linux',
    'sandbox-off',
    message('engine.sandboxOffOnLinux', { cause, option }),
    /install the deb package/,
  ],
  ['memory', 'page-crashed', message('page.failed', memory), /--memory-limit/],
])(
  'tells the advice about the %s to the log, not to the caller',
  async (_what, code, text, advice) => {
    service = await openTestService({}, async () => Promise.reject(new AppError(code, text)));
    const error = await errorFor({ source: '<p>x' });
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/--|start|install|Settings/);
    const fault = service
      .log()
      .split('\n')
      .find((line) => line.includes('"fault"'));
    expect(fault).toMatch(advice);
  },
);

it('does not tell the caller how to allow a private webhook', async () => {
  service = await openTestService();
  const { message: text } = await errorFor({ source: '<p>x', webhook: 'http://127.0.0.2/' });
  expect(text).toBe(
    'The URL leads to the private address 127.0.0.2, which this service does not call. Use a public URL.',
  );
});

it.each([
  [true, wireFields],
  [false, [...wireFields, ...requestOptionNames]],
])('names all fields if one is unknown, strict: %s', async (isStrict, fields) => {
  service = await openTestService({ isStrict });
  const { message: text } = await errorFor({ source: '<p>x', xylophone_colour: 'red' });
  const [, list = ''] = /Its fields are (.*)\.$/.exec(text) ?? [];
  expect(list.split(/, (?:and )?/)).toEqual(fields.map(wireVocabulary.nameOf));
});

import { expect, it } from 'vitest';
import { uncertain } from '../../../../electron/main/remote/remote-failure.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';

it.each([
  [false, 'To send it again may cost again.'],
  [true, 'To send it again costs nothing, as it is in test mode.'],
])('what a second try costs is said as it is, with test mode %s', (testMode, sentence) => {
  const endpoint = remoteEndpointSchema.parse({
    id: '1',
    name: 'office',
    address: 'https://pdf.example.org',
    login: { kind: 'key' },
    testMode,
  });
  const { code, message } = uncertain(endpoint, 'it answered 502');
  expect(code).toBe('remote-uncertain');
  expect(message).toBe(
    `The service "office" may have made the PDF, which did not come: it answered 502. ${sentence}`,
  );
});

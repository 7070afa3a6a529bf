import { expect, it } from 'vitest';
import { uncertain } from '../../../../electron/main/remote/failures.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';

it.each([
  [false, 'Sending it again may cost again.'],
  [true, 'Sending it again costs nothing, as it is in test mode.'],
])('reports the cost of a retry, with test mode %s', (testMode, cost) => {
  const endpoint = remoteEndpointSchema.parse({
    id: '1',
    name: 'office',
    address: 'https://pdf.example.org',
    login: { kind: 'key' },
    testMode,
  });
  const { code, message } = uncertain(endpoint, literal('it answered 502'));
  expect(code).toBe('remote-uncertain');
  expect(message).toBe(
    `The service "office" may have created the PDF, but it did not arrive: it answered 502. ${cost}`,
  );
});

import { expect, it } from 'vitest';
import { stripSettingsHint } from '../../../../../renderer/store/remote/remote-wording.js';
import { literal } from '../../../../../electron/shared/messages/message.js';

const refused = 'The key of the service "office" is not known there (401)';
const unreachable = 'The service "office" could not be reached: the server refuses the connection.';
const beside: readonly [string, string][] = [
  [`${refused}. Change it in the settings.`, `${refused}.`],
  [`${refused}: revoked in the settings. Ask.`, `${refused}: revoked in the settings. Ask.`],
  [
    `${unreachable} Check the network connection, and the address of the service in the settings.`,
    `${unreachable} Check the network connection, and the address of the service.`,
  ],
  [
    `${unreachable} Check the address of the service in the settings: its port, and whether it begins with http or https.`,
    `${unreachable} Check the address of the service: its port, and whether it begins with http or https.`,
  ],
  [
    `${unreachable} Name a file with the certificate of its authority under Certificates, at the service in the settings.`,
    `${unreachable} Name a file with the certificate of its authority under Certificates, at the service.`,
  ],
];

it.each(beside)('advice does not lead to where one is: %s', (message, reportResult) => {
  const code = 'remote-refused';
  expect(stripSettingsHint({ code, message: literal(message) })).toEqual({
    code,
    message: literal(reportResult),
  });
  const fields = [{ field: 'secret', message: literal(message) }];
  expect(stripSettingsHint({ code, message: literal(message), fields })).toEqual({
    code,
    message: literal(reportResult),
    fields: [{ field: 'secret', message: literal(reportResult) }],
  });
});

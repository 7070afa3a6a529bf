import { z } from 'zod';
import { message } from '../messages/message.js';
import { excerpt, valueMessage } from './text.js';
import { isHostWithPort, parseHttpUrl, urlScheme, withScheme } from './url.js';
import { type Parsed, checkedText, invalid, nameField, textField, valid } from './validation.js';

/** How a sign-in was made: in a window, or by what the user entered. */
const signInKinds = ['window', 'password', 'cookies', 'headers'] as const;
export type SignInKind = (typeof signInKinds)[number];

const maxIdLength = 300;
const maxOrigins = 50;

const originField = textField(
  (input) => message('signIns.hostType', { value: valueMessage(input) }),
  parseOrigin,
);

/**
 * Access to pages behind a login. Its cookies, headers and password are secrets, which are stored
 * separately (main/settings/sign-ins.ts).
 */
export const signInSchema = z.strictObject({
  /** That of a sign-in from the window is its first origin, so that signing in again renews it. */
  id: z.string().min(1).max(maxIdLength),
  name: nameField('intranet'),
  kind: z.enum(signInKinds),
  /** The only origins that receive anything of it: `https://intranet.example.org`. */
  origins: z.array(originField).min(1).max(maxOrigins),
});
export type SignIn = Readonly<z.infer<typeof signInSchema>>;

/** `kept`: stored; `this-run`: until Platen quits; `signed-out`: its secrets are missing. */
const signInStates = ['kept', 'this-run', 'signed-out'] as const;

/** A sign-in as the window lists it, without secrets. */
export const listedSignInSchema = signInSchema.extend({ state: z.enum(signInStates) });
export type ListedSignIn = Readonly<z.infer<typeof listedSignInSchema>>;

const enteredText = z.string().max(100_000);

/**
 * A sign-in that the user enters instead of using a window. Its hosts are separated by spaces or
 * commas, and its headers are lines. Cookies are in a file that the main process asks for.
 */
export const enteredSignInSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('password'),
    hosts: enteredText,
    user: enteredText,
    password: enteredText,
  }),
  z.object({ kind: z.literal('headers'), hosts: enteredText, text: enteredText }),
  z.object({ kind: z.literal('cookies'), hosts: enteredText }),
]);
export type EnteredSignIn = Readonly<z.infer<typeof enteredSignInSchema>>;

/** The sign-in of a request, by its id. Platen's own, and not part of the API. */
export const signInIdSchema = checkedText(
  (input) => message('signIns.idType', { value: valueMessage(input) }),
  (id) =>
    id === '' || id.length > maxIdLength
      ? message('signIns.idType', { value: valueMessage(id) })
      : null,
);

/**
 * Reads a host as users write it: `intranet.example.org`, `localhost:3000`, `http://10.0.0.1`.
 * Returns its origin; without a scheme, that is https, or http for local hosts.
 */
export function parseOrigin(text: string): Parsed<string> {
  const written = text.trim();
  if (written === '') return invalid(message('signIns.hostEmpty'));
  const hasScheme = !isHostWithPort(written) && urlScheme(written) !== null;
  const parsed = parseHttpUrl(hasScheme ? written : withScheme(written), message('signIns.host'));
  if (!parsed.ok) return parsed;
  const { origin, pathname, search, hash, username, password } = new URL(parsed.value);
  if (username !== '' || password !== '') return invalid(message('signIns.hostLogin'));
  if (pathname !== '/' || search !== '' || hash !== '') {
    return invalid(message('signIns.hostPath', { host: excerpt(written) }));
  }
  return valid(origin);
}

/** For display: only the host if it is encrypted. */
export function originLabel(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}

import { AppError, type FieldIssue } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { excerpt } from '../../shared/request/text.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import {
  type EnteredSignIn,
  type SignIn,
  originLabel,
  parseOrigin,
} from '../../shared/request/sign-ins.js';
import {
  type AccessSecrets,
  cookiesToSet,
  noSecrets,
  parseCookieFile,
  parseHeader,
} from '../network/page-access.js';

/** More would hide the others. */
const maxIssues = 5;

type Entered = Exclude<EnteredSignIn, { kind: 'cookies' }> | CookieEntry;

interface CookieEntry {
  readonly kind: 'cookies';
  readonly hosts: string;
  /** The content of a cookie file. */
  readonly text: string;
  /** Its name in messages. */
  readonly file: string;
}

/**
 * Entering one of the same kind for the same host again replaces it, because the id is that of
 * both.
 * @throws AppError `invalid-request` with all issues; no message quotes a secret
 */
export function enteredSignIn(entered: Entered): {
  readonly signIn: SignIn;
  readonly secrets: AccessSecrets;
} {
  const issues: FieldIssue[] = [];
  const report = (field: string, issue: Message) => issues.push(fieldIssue(field, issue));
  const origins = originsIn(entered.hosts, report);
  const secrets = { ...noSecrets, ...secretsOf(entered, origins, report) };
  const [first] = origins;
  if (issues.length > 0 || first === undefined) throw invalidRequest(issues.slice(0, maxIssues));
  const { kind } = entered;
  const name = originLabel(first).slice(0, 60);
  return { signIn: { id: `${first} ${kind}`, name, kind, origins }, secrets };
}

type Report = (field: string, issue: Message) => void;

function originsIn(hosts: string, report: Report): string[] {
  const written = hosts.split(/[\s,;]+/).filter((host) => host !== '');
  if (written.length === 0) report('hosts', message('signIns.hostEmpty'));
  const origins = written.flatMap((host) => {
    const parsed = parseOrigin(host);
    if (parsed.ok) return [parsed.value];
    report('hosts', parsed.message);
    return [];
  });
  return [...new Set(origins)];
}

function secretsOf(
  entered: Entered,
  origins: readonly string[],
  report: Report,
): Partial<AccessSecrets> {
  switch (entered.kind) {
    case 'password': {
      const { user, password } = entered;
      if (user === '') report('user', message('signIns.userEmpty'));
      if (user.includes(':')) report('user', message('services.userColon'));
      if (password === '') report('password', message('signIns.passwordEmpty'));
      return { login: { user, password } };
    }
    case 'headers':
      return { headers: headersIn(entered.text, report) };
    case 'cookies':
      return { cookies: cookiesIn(entered, origins, report) };
  }
}

function headersIn(text: string, report: Report): AccessSecrets['headers'] {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  if (lines.length === 0) report('headers', message('signIns.headersEmpty'));
  return lines.flatMap((line) => {
    const parsed = parseHeader(line);
    if (parsed.ok) return [parsed.value];
    report('headers', parsed.message);
    return [];
  });
}

function cookiesIn(
  { text, file }: CookieEntry,
  origins: readonly string[],
  report: Report,
): AccessSecrets['cookies'] {
  const { cookies, issues } = parseCookieFile(text);
  for (const { line, message: issue } of issues) {
    report('cookies', message('signIns.cookieLine', { line, file, issue }));
  }
  if (issues.length > 0) return [];
  if (cookies.length === 0) report('cookies', message('signIns.cookiesEmpty', { file }));
  else if (
    origins.length > 0 &&
    cookiesToSet({ origins, cookies: [...cookies] }, Date.now()).length === 0
  ) {
    const hosts = origins.map((origin) => excerpt(originLabel(origin)));
    report('cookies', message('signIns.cookiesElsewhere', { file, hosts }));
  }
  return [...cookies];
}

export function cookieFileError(reason: Message): AppError {
  return new AppError('invalid-request', reason, [{ field: 'cookies', message: reason }]);
}

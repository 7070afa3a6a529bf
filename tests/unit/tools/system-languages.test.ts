import { expect, it } from 'vitest';
import {
  systemCountry,
  systemLanguages,
} from '../../../tools/electron-on-chromium/app/system-languages.js';

it.each<[env: NodeJS.ProcessEnv, languages: readonly string[]]>([
  [{}, ['en-US']],
  [{ LANG: 'C.UTF-8', LANGUAGE: 'de' }, ['en-US']],
  [{ LANG: 'de_AT.UTF-8' }, ['de-AT']],
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'zh_CN.UTF-8' }, ['zh-CN']],
  [{ LANG: 'de_DE', LC_ALL: 'fr_FR@euro' }, ['fr-FR']],
  [{ LANG: 'de_DE.UTF-8', LANGUAGE: 'zh_CN:de_DE:' }, ['zh-CN', 'de-DE']],
  [{ LANG: '' }, ['en-US']],
])('the languages of %j are %j', (env, languages) => {
  expect(systemLanguages(env)).toEqual(languages);
});

it.each<[env: NodeJS.ProcessEnv, country: string]>([
  [{}, ''],
  [{ LANG: 'C.UTF-8' }, ''],
  [{ LANG: 'de_AT.UTF-8' }, 'AT'],
  [{ LANG: 'en_US.UTF-8', LC_TIME: 'en_GB.UTF-8' }, 'GB'],
  [{ LANG: 'en_GB', LC_ALL: 'en_US' }, 'US'],
  [{ LANG: 'eo' }, ''],
])('the country of %j is %j', (env, country) => {
  expect(systemCountry(env)).toBe(country);
});

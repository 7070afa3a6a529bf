import { describe, expect, it } from 'vitest';
import { type Language, localeOf } from '../../../../electron/shared/messages/language.js';
import { message } from '../../../../electron/shared/messages/message.js';
import { translatorOf } from '../../../../electron/shared/messages/translations.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { quote } from '../../../../electron/shared/request/text.js';

describe('the language of the window', () => {
  it.each<[chosen: Language | 'system', preferred: readonly string[], locale: string]>([
    ['system', ['de-AT', 'en-US'], 'de-AT'],
    ['system', ['tlh', 'zh-CN'], 'zh-CN'],
    ['system', ['zh-Hans-SG'], 'zh-Hans-SG'],
    ['system', ['zh-TW', 'zh-Hant-HK'], 'en'],
    ['system', ['tlh'], 'en'],
    ['system', [], 'en'],
    ['system', ['en-US@posix', 'de-DE'], 'de-DE'],
    ['en', ['de-DE', 'en-GB'], 'en-GB'],
    ['en', ['de-DE'], 'en'],
    ['zh', ['de-DE'], 'zh'],
  ])('%s with a system of %j is %s', (chosen, preferred, locale) => {
    expect(localeOf(chosen, preferred)).toBe(locale);
  });

  it('writes numbers as the region does', async () => {
    const size = message('measures.megabytes', { size: 1.5 });
    expect((await translatorOf('de-DE')).text(size)).toBe('1,5 MB');
    expect((await translatorOf('en-US')).text(size)).toBe('1.5 MB');
  });

  it.each([
    ['en', '“a b” is loaded into Document'],
    ['de', '„a b“ in „Dokument“ geladen'],
  ])('has the quotes of %s around names', async (locale, text) => {
    const translator = await translatorOf(locale);
    expect(translator.text(message('queue.editing', { name: 'a b' }))).toBe(text);
  });

  it('has its quotes where code has quoted a value', async () => {
    const service = message('services.removeQuestion', { name: 'x' });
    const refused = message('remote.refused', { service: quote('office'), reason: service });
    expect((await translatorOf('de')).text(refused)).toContain('Der Dienst „office“');
    expect((await translatorOf('en')).text(refused)).toContain('The service “office”');
    expect(englishText(refused)).toContain('The service "office"');
  });

  it('is English for messages of the command line', async () => {
    const text = (await translatorOf('de')).text(message('convert.noSource'));
    expect(text).toBe((await translatorOf('en')).text(message('convert.noSource')));
  });
});

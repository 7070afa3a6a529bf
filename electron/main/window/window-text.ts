import { app } from 'electron';
import { type Language, localeOf } from '../../shared/messages/language.js';
import type { Message } from '../../shared/messages/message.js';
import { translatorOf, windowEnglish } from '../../shared/messages/translations.js';

let translator = windowEnglish;

/** Chooses the language of menus, dialogs and notifications: that of the window. */
export async function setWindowLanguage(language: Language | 'system'): Promise<void> {
  translator = await translatorOf(localeOf(language, app.getPreferredSystemLanguages()));
}

/** In the window's language, for what the system shows. */
export function windowText(message: Message): string {
  return translator.text(message);
}

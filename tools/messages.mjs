import { writeFileSync } from 'node:fs';
import { answerHelp } from './answer-help.mjs';
import { catalogFile, catalogSource } from './messages/catalog.mjs';

answerHelp(`npm run messages

Writes electron/shared/messages/catalog.ts: the languages and the types of the parameters of all
messages, from the JSON files.
`);

writeFileSync(catalogFile, catalogSource());

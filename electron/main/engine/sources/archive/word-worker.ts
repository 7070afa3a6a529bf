import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { failure, success } from '../../../../shared/result.js';
import { readWordDocument } from './word-document.js';
import { ZipArchive } from './zip-archive.js';

/** The code of a thread, which a path is given to; it answers with the page, or with the error. */
const path = z.string().parse(workerData);
void ZipArchive.open(path)
  .then(async (archive) => readWordDocument(archive, path))
  .then(success, failure)
  .then((result) => parentPort?.postMessage(result));

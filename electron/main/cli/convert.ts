import { AppError, type AppErrorData, errorData } from '../../shared/errors.js';
import type { ConversionOptions as RequestOptions } from '../../shared/request/conversion-request.js';
import type { ConvertedPdf, PdfEngine } from '../conversion/pdf-engine.js';
import { writeFile, writeNewFile } from '../delivery/write-file.js';
import { type ConvertTask, parseConvertArguments } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { type ExitStatus, exitStatus, exitStatusOf } from './exit-status.js';
import { convertHelp } from './help.js';
import { inParallel } from './in-parallel.js';
import { type PlannedOutput, planOutputs } from './output-names.js';
import { type Reporter, createReporter } from './reporter.js';
import { type SourceJob, resolveSources } from './sources.js';

/** Runs `convert` (design, 2). Never throws: what goes wrong is told on stderr and by the status. */
export async function runConvert(
  args: readonly string[],
  io: CommandIo,
  engine: PdfEngine,
  version: string,
): Promise<ExitStatus> {
  const reporter = createReporter(io, {
    json: args.includes('--json'),
    quiet: args.includes('--quiet'),
  });
  try {
    const task = parseConvertArguments(args, io.cwd());
    if (task.action === 'convert') return await convertAll(task, io, engine, reporter);
    io.stdout.write(task.action === 'help' ? convertHelp() : `${version}\n`);
    return exitStatus.allMade;
  } catch (error) {
    const data = errorData(error);
    reporter.failed(null, data);
    return exitStatusOf(0, [data]);
  }
}

async function convertAll(
  task: ConvertTask,
  io: CommandIo,
  engine: PdfEngine,
  reporter: Reporter,
): Promise<ExitStatus> {
  const { jobs, refused } = await resolveSources(task, io.cwd(), async () => readAll(io.stdin));
  const outputs = planOutputs(jobs, {
    out: task.out,
    filename: task.request.filename,
    cwd: io.cwd(),
  });
  if (task.request.storage || task.request.webhook) {
    reporter.note('Storage and webhook have no effect yet: the PDF stays on this computer.');
  }
  const errors: AppErrorData[] = refused.map(({ path, message }) => {
    const data = new AppError('source-unreadable', message).toData();
    reporter.failed(path, data);
    return data;
  });
  const work = jobs.flatMap((job, index) => {
    const output = outputs[index];
    return output === undefined ? [] : [{ job, output }];
  });
  let made = 0;
  await inParallel(work, task.concurrency, async ({ job, output }) => {
    const failure = await convertOne(job, output, task.request, engine, reporter);
    if (failure === null) made += 1;
    else errors.push(failure);
  });
  return exitStatusOf(made, errors);
}

/** Gives the error, or null for a PDF that was made. */
async function convertOne(
  { source, label }: SourceJob,
  output: PlannedOutput,
  request: RequestOptions,
  engine: PdfEngine,
  reporter: Reporter,
): Promise<AppErrorData | null> {
  try {
    const onProgress = reporter.progress(label);
    const pdf: ConvertedPdf = await engine.convert({ ...request, source }, { onProgress });
    onProgress({ stage: 'writing' });
    const path = await deliver(output, pdf.bytes);
    reporter.made(label, path, pdf, request.compliance);
    return null;
  } catch (error) {
    const data = errorData(error);
    reporter.failed(label, data);
    return data;
  }
}

/** Gives the path that was written. */
async function deliver({ path, replace }: PlannedOutput, bytes: Buffer): Promise<string> {
  if (!replace) return writeNewFile(path, bytes);
  await writeFile(path, bytes);
  return path;
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

import { Transform } from 'node:stream';

/** Returns a stream that removes one leading line break and changes nothing else. */
export function withoutLeadingLineBreak() {
  let begin = Buffer.alloc(0);
  let isPast = false;
  return new Transform({
    transform(/** @type {Buffer} */ chunk, _encoding, done) {
      if (isPast) {
        done(null, chunk);
        return;
      }
      begin = Buffer.concat([begin, chunk]);
      if (begin.toString('latin1') === '\r') {
        done();
        return;
      }
      isPast = true;
      const length = /^\r?\n/.exec(begin.toString('latin1', 0, 2))?.[0].length ?? 0;
      done(null, begin.subarray(length));
    },
    flush(done) {
      done(null, isPast ? null : begin);
    },
  });
}

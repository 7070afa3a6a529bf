/** Returns a PDF of one page with so many bytes that no page shows. */
export function largePdf(bytes: number): Buffer {
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>'),
    Buffer.concat([
      Buffer.from(`<</Length ${bytes}>>stream\n`),
      Buffer.alloc(bytes, 'not shown '),
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    const whole = [Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')];
    offsets.push(length);
    parts.push(...whole);
    length += whole.reduce((sum, part) => sum + part.length, 0);
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

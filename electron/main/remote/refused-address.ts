/** An address that a service has named and that is not asked: why, as the end of a sentence. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

import type { RemoteReceipt } from '@shared/endpoints.js';
import { describeReceipt } from '../remote/services.js';
import { ReceiptButtons } from './ReceiptLine.js';

/** Everything the service returned about a PDF. */
export function ReceiptDetails({ receipt }: { readonly receipt: RemoteReceipt }) {
  return (
    <div className="receipt">
      <dl>
        {describeReceipt(receipt).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <ReceiptButtons url={receipt.url} />
      </div>
    </div>
  );
}

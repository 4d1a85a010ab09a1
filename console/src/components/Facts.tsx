import { isFigure } from '@krapao/ui/money.ts';
import type { ReactNode } from 'react';

/** `fixed`: a name, a code or an account, which no translator may change. */
export type Fact = readonly [label: string, value: ReactNode, kind?: 'fixed'];

/** Names and values of one thing, a line each. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <table className="facts">
      <tbody>
        {rows.map(([label, value, kind]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="num" translate={kind === 'fixed' || isFigure(value) ? 'no' : undefined}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

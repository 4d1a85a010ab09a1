import { isFigure } from '@krapao/ui/money.ts';
import type { ReactNode } from 'react';

/** Names and values of one thing, a line each. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <table className="facts">
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="num" translate={isFigure(value) ? 'no' : undefined}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

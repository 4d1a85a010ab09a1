/** The mark of the product: a closed lacquer box with its star, in the current colour. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path
        d="M3 9.5h3.5V6h19v3.5H29v13h-3.5V26h-19v-3.5H3zM3 11.5c3 3.6 6 5 8.6 5.2M29 11.5c-3 3.6-6 5-8.6 5.2"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M16 11.2c1.7 1.5 2.3 3.2 2.3 3.2s1.7.6 3.2 2.3c-1.5 1.7-3.2 2.3-3.2 2.3s-.6 1.7-2.3 3.2c-1.7-1.5-2.3-3.2-2.3-3.2s-1.7-.6-3.2-2.3c1.5-1.7 3.2-2.3 3.2-2.3s.6-1.7 2.3-3.2z"
        fill="currentColor"
      />
    </svg>
  );
}

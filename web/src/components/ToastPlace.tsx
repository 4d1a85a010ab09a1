/**
 * Where the toasts of a page or a dialog appear. Screen readers hear only a region that stood before its text, so each page
 * and dialog has its own, which never moves.
 */
export function ToastPlace() {
  return (
    <div className="toasts">
      <div role="status" className="flex flex-col gap-2" />
      <div role="alert" className="flex flex-col gap-2" />
    </div>
  );
}

/** Three dots that move while somebody types (typingDots.css); still for who wants less motion. */
export function TypingDots() {
  return (
    <span className="typing-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

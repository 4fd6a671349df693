/** The distance between checked points; no control is smaller. */
const STEP_PX = 14;

function coversControl(button: Element): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  for (let x = left; x <= right; x += STEP_PX) {
    for (let y = top; y <= bottom; y += STEP_PX) {
      const below = document.elementsFromPoint(x, y).find((element) => !element.closest(".chat"));
      if (below?.closest("a, button, label, input, textarea")) return true;
    }
  }
  return false;
}

/** Moves the chat button aside while it covers another control. */
export function keepChatButtonAside(): void {
  const button = document.querySelector(".chat-toggle");
  if (!button) return;
  let scheduled = false;
  const update = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      document.body.toggleAttribute("data-chat-aside", coversControl(button));
    });
  };
  for (const event of ["scroll", "click", "focusin"])
    document.addEventListener(event, update, { capture: true, passive: true });
  addEventListener("resize", update);
  update();
}

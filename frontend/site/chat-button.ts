/** The pixels between the points that are looked at; no control is smaller. */
const step = 14;

function coversControl(button: Element): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  for (let x = left; x <= right; x += step) {
    for (let y = top; y <= bottom; y += step) {
      const below = document.elementsFromPoint(x, y).find((element) => !element.closest(".chat"));
      if (below?.closest("a, button, label, input, textarea")) return true;
    }
  }
  return false;
}

/** The round button steps aside while something else that can be pressed is under it. */
export function keepChatButtonAside(): void {
  const button = document.querySelector(".chat-toggle");
  if (!button) return;
  let waiting = false;
  const look = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      document.body.toggleAttribute("data-chat-aside", coversControl(button));
    });
  };
  for (const event of ["scroll", "click", "focusin"])
    document.addEventListener(event, look, { capture: true, passive: true });
  addEventListener("resize", look);
  look();
}

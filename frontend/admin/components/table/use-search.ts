import { useEffect, useEffectEvent, useRef, useState } from "react";

const DEBOUNCE_MS = 300;

/** The text of a search box: immediately for the list, and in the address when typing pauses. */
export function useSearch(inAddress: string, remember: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const remembered = useRef(inAddress);
  const write = useEffectEvent(remember);

  // A link set another search.
  useEffect(() => {
    if (inAddress === remembered.current) return;
    remembered.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (text === remembered.current) return;
    const timer = setTimeout(() => {
      remembered.current = text;
      write(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText] as const;
}

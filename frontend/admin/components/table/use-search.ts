import { useEffect, useEffectEvent, useRef, useState } from "react";

const pause = 300;

/** The text of a search box: at once for the list, and in the address once the typing pauses. */
export function useSearch(inAddress: string, remember: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const remembered = useRef(inAddress);
  const write = useEffectEvent(remember);

  // Somebody followed a link to another search.
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
    }, pause);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText] as const;
}

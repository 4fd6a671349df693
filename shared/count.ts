/** `12345` → `12,345` */
export const count = (n: number): string => n.toLocaleString("en-US");

/** `1 payment`, `2 payments` */
export const counted = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;

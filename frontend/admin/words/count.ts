/** `12345` → `12,345` */
export const count = (n: number): string => n.toLocaleString("en-US");

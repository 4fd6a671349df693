// Apart from the other rules for text, as the public page needs this one alone.

const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether there is nothing in it that anybody could see. */
export const isBlank = (text: string): boolean => !visible.test(text);

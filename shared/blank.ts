// In its own file because the public page needs only this rule.

const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether the text has no visible character. */
export const isBlank = (text: string): boolean => !visible.test(text);

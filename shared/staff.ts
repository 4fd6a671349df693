import { line } from "./text.ts";

/** What a member of staff is called; they write it of themselves, so it proves nothing. */
export const StaffName = line("name", 200);

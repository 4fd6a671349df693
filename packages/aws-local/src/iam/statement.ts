import type { Condition } from "./conditions.ts";

export type OneOrMany<Value> = Value | Value[];

export interface Statement {
  Effect: "Allow" | "Deny";
  Action?: OneOrMany<string>;
  NotAction?: OneOrMany<string>;
  Resource?: OneOrMany<string>;
  NotResource?: OneOrMany<string>;
  Principal?: string | Record<string, OneOrMany<string>>;
  Condition?: Condition;
  /** Of a policy that AWS wrote. */
  managed?: true;
}

export interface PolicyDocument {
  Statement: OneOrMany<Statement>;
}

/** An environment variable that the stack gives this function. @throws when it did not, and there is nothing otherwise */
export function variable(name: string, otherwise?: string): string {
  const value = process.env[name] ?? otherwise;
  if (!value) throw new Error(`This function was not given ${name}.`);
  return value;
}

/** An email address that breaks before its @, if it has to. */
export const EmailText = ({ children }: { children: string }) => {
  const [name, ...domain] = children.split("@");
  return (
    <>
      <span>{name}</span>
      <wbr />
      <span>{`@${domain.join("@")}`}</span>
    </>
  );
};

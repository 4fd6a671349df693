export default function Page() {
  return <h1>To come</h1>;
}

export function Button({ onClick }) {
  return <button onClick={() => onClick()} />;
}

import { Button } from "./button";

function App({ items }) {
  const click = () => save();
  return (
    <div>
      <Button onClick={click} />
      {items.map((item) => row(item))}
    </div>
  );
}

function save() {}

function row(item) {
  return <li>{item}</li>;
}

/** Something that takes a while and cannot say how long. */
export function Waiting({ text }: { text: string }) {
  return (
    <div className="waiting">
      <progress aria-label={text} />
      <p>{text}</p>
    </div>
  );
}

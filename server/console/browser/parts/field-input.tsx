/** An input for text, a number or a time of day. */
export type FieldType = 'text' | 'number' | 'time';

type Props = {
  type: FieldType;
  value: string | number | undefined;
  onValue: (value: string | number) => void;
  id?: string;
  class?: string;
  placeholder?: string;
  'aria-label'?: string;
};

export function FieldInput({ type, onValue, ...rest }: Props) {
  const onInput = ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }): void =>
    onValue(type === 'number' ? Number(value) : value);
  if (type === 'number') return <input {...rest} type="number" min={0} onInput={onInput} />;
  if (type === 'time') return <input {...rest} type="time" onInput={onInput} />;
  return <input {...rest} type="text" onInput={onInput} />;
}

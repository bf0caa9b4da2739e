import type {} from '@flight-offset/elements/types/solid';
import type { JSX } from 'solid-js';

export function Fault(): JSX.Element {
  return (
    <>
      <flight-offset-widget cabin="steerage" />
      <flight-offset-widget on:offset-change={({ option }) => option?.gramms} />
    </>
  );
}

import type {} from '@flight-offset/elements/types/preact';
import type { VNode } from 'preact';

export function Fault(): VNode {
  return (
    <>
      <flight-offset-widget cabin="steerage" />
      <flight-offset-widget onoffset-change={({ option }) => option?.gramms} />
    </>
  );
}

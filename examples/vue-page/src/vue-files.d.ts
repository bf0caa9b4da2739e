// For tools that cannot read .vue files; other tools have better types.
declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}

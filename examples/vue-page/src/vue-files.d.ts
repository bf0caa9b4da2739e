// For tools which read no .vue files; those which do know better.
declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}
